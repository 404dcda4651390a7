/** Shared by the tests of constraints: rows of a body and the sentences it must be refused with. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ServiceOperation } from './service.js'
import { findServiceOperation } from './services.js'

/** An operation of DynamoDB or of its streams. */
export function operationOf(name: string): ServiceOperation {
  return (
    findServiceOperation(`dynamodb.${name}`) ?? findServiceOperation(`dynamodb-streams.${name}`)!
  )
}

/** Undefined if the body meets all constraints. */
export function refusal(operation: string, body: unknown): string | undefined {
  const { decodeJson, checkConstraints } = operationOf(operation)
  const input = decodeJson(JSON.parse(JSON.stringify(body)))
  try {
    checkConstraints(input)
    return undefined
  } catch (error) {
    assert.equal((error as { type?: string }).type, 'ValidationException')
    return (error as Error).message
  }
}

export type Row = readonly [body: unknown, ...expected: (string | undefined)[]]

/** Rows expect the gathered failures, one sentence alone, or (undefined) nothing. */
export function check(operation: string, rows: readonly Row[]): void {
  it(operation, () => {
    for (const [body, ...expected] of rows) {
      assert.equal(
        refusal(operation, body),
        messageOf(expected),
        JSON.stringify(body).slice(0, 300),
      )
    }
  })
}

function messageOf(expected: readonly (string | undefined)[]): string | undefined {
  const [first] = expected
  if (first === undefined || !first.startsWith('Value ')) return first
  const errors = expected.length === 1 ? 'error' : 'errors'
  return `${expected.length} validation ${errors} detected: ${expected.join('; ')}`
}

export function failed(value: string, path: string, constraint: string): string {
  return `Value '${value}' at '${path}' failed to satisfy constraint: ${constraint}`
}

export function missing(path: string): string {
  return `Value null at '${path}' failed to satisfy constraint: Member must not be null`
}

export function unprinted(path: string, constraint: string): string {
  return `Value at '${path}' failed to satisfy constraint: ${constraint}`
}

export const lengthMin = (n: number) => `Member must have length greater than or equal to ${n}`
export const lengthMax = (n: number) => `Member must have length less than or equal to ${n}`
export const valueMin = (n: number) => `Member must have value greater than or equal to ${n}`
export const valueMax = (n: number) => `Member must have value less than or equal to ${n}`
export const nameConstraint = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+'
export const anEnum = (values: string) => `Member must satisfy enum value set: [${values}]`

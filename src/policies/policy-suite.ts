/** Policies, principals and requests for tests, written briefly. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decide, type PolicyDecision } from './evaluate.js'
import type { PolicySets } from './policy-sets.js'
import { parsePolicy, type PolicyUse } from './parse-policy.js'
import type { Principal } from './principal.js'
import type { KeyValue } from './request-keys.js'

export const accountA = '111122223333'
export const accountB = '444455556666'

export const tableT = `arn:aws:dynamodb:us-west-2:${accountA}:table/GameScores`
export const tableH = `arn:aws:dynamodb:us-west-2:${accountA}:table/Heroes`
export const indexTop = `${tableT}/index/Top`

export const alice: Principal = user('alice')
export const carol: Principal = user('carol')
export const bob: Principal = {
  kind: 'user',
  account: accountB,
  arn: `arn:aws:iam::${accountB}:user/bob`,
}
export const rootOfA: Principal = { kind: 'root', account: accountA }
export const roleArn = `arn:aws:iam::${accountA}:role/R`

export function user(name: string): Principal {
  return { kind: 'user', account: accountA, arn: `arn:aws:iam::${accountA}:user/${name}` }
}

export function sessionOf(name: string): Principal {
  const sessionArn = `arn:aws:sts::${accountA}:assumed-role/R/${name}`
  return { kind: 'role', account: accountA, arn: roleArn, sessionArn }
}

type Block = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface StatementText {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action?: unknown
  readonly NotAction?: unknown
  readonly Resource?: unknown
  readonly NotResource?: unknown
  readonly Principal?: unknown
  readonly NotPrincipal?: unknown
  readonly Condition?: Block
}

/** Actions without a service are DynamoDB's. */
export function allow(action: string | readonly string[], resource: unknown, condition?: Block) {
  return statement('Allow', action, resource, condition)
}

export function deny(action: string | readonly string[], resource: unknown, condition?: Block) {
  return statement('Deny', action, resource, condition)
}

function statement(
  Effect: 'Allow' | 'Deny',
  action: string | readonly string[],
  Resource: unknown,
  Condition?: Block,
): StatementText {
  const full = (name: string) => (name.includes(':') ? name : `dynamodb:${name}`)
  const Action = [action].flat().map((name: string) => full(name))
  return { Effect, Action, Resource, ...(Condition && { Condition }) }
}

export function policyOf(
  statements: StatementText | readonly StatementText[],
  { use = 'identity', version = '2012-10-17' }: { use?: PolicyUse; version?: string } = {},
) {
  const text = JSON.stringify({ Version: version, Statement: statements })
  return { name: 'a policy', policy: parsePolicy(text, use) }
}

export function resourcePolicy(...statements: readonly StatementText[]) {
  return policyOf(statements, { use: 'resource' })
}

export interface AskedRequest {
  readonly as?: Principal
  readonly action: string
  readonly on?: string
  /** In any case; item keys without their prefix. */
  readonly keys?: Readonly<Record<string, KeyValue>>
}

export function decisionOn(
  { as = alice, action, on = tableT, keys = {} }: AskedRequest,
  sets: Partial<PolicySets>,
): PolicyDecision {
  const named = Object.entries(keys).map(([name, value]): [string, KeyValue] => {
    const full = name.includes(':') ? name : `dynamodb:${name}`
    return [full.toLowerCase(), value]
  })
  const full = action.includes(':') ? action : `dynamodb:${action}`
  const request = { principal: as, action: full, resource: on, keys: new Map(named) }
  return decide(request, { identity: [], resourceAccount: accountA, ...sets })
}

/** As the sheet has it: allowed, implicitly denied, explicitly denied. */
export function letterOf({ kind }: PolicyDecision): Expected {
  return kind === 'allowed' ? 'A' : kind === 'denied' ? 'X' : 'D'
}

export type Expected = 'A' | 'D' | 'X'
export type PolicyCase = readonly [AskedRequest, Expected]

export function identity(...statements: readonly StatementText[]): Partial<PolicySets> {
  return { identity: [policyOf(statements)] }
}

/** A test of some requests against the same policies. */
export function checkCases(
  name: string,
  sets: Partial<PolicySets>,
  cases: readonly PolicyCase[],
): void {
  it(name, () => {
    const found = cases.map(([request]) => letterOf(decisionOn(request, sets)))
    assert.deepEqual(
      found,
      cases.map(([, expected]) => expected),
    )
  })
}

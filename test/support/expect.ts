/** Expected answers as rows: a sentence that names the row, a request, an answer. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CallAnswer, Client, Json } from './client.js'

/** A fixed message, a pattern if only a part is certain, or null for an error without one. */
export type Message = string | RegExp | null

/**
 * A refused request: name, request, message and, unless it is ValidationException, the error type.
 */
export type Refusal = readonly [name: string, input: Json | string, message: Message, type?: string]

export async function expectError(
  answer: Promise<CallAnswer>,
  type: string,
  message: Message,
): Promise<CallAnswer> {
  const received = await answer
  assert.equal(received.type, type, `answered ${received.status}: ${String(received.message)}`)
  if (message instanceof RegExp) assert.match(received.message ?? '', message)
  else assert.equal(received.message, message ?? undefined)
  assert.equal(received.status, 400)
  return received
}

/** The same for a request that the SDK has sent. */
export async function expectFault(
  answer: Promise<unknown>,
  name: string,
  message: string | RegExp,
): Promise<void> {
  await assert.rejects(answer, { name, message })
}

/** Adds one test for each row: the request, merged over `base`, is refused as the row says. */
export function checkRefusals(
  client: Client,
  operation: string,
  base: Json,
  rows: readonly Refusal[],
): void {
  for (const [name, input, message, type = 'ValidationException'] of rows) {
    const request = typeof input === 'string' ? input : { ...base, ...input }
    it(name, async () => {
      await expectError(client.call(operation, request), type, message)
    })
  }
}

/** Adds one test for each row: the request, merged over `base`, succeeds. */
export function checkAccepted(
  client: Client,
  operation: string,
  base: Json,
  rows: readonly (readonly [name: string, input: Json])[],
): void {
  for (const [name, input] of rows) {
    it(name, async () => {
      await client.ask(operation, { ...base, ...input })
    })
  }
}

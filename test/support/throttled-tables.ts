/** Tables whose capacity is used up by a few large requests, and what then becomes of others. */
import assert from 'node:assert/strict'
import type { CallAnswer, Client, Json } from './client.js'
import { attribute, hash, projectAll } from './tables.js'

/** A write of it costs 350 units, more than the burst of a table with one unit. */
export const largeText = { S: 'x'.repeat(350 * 1024 - 64) }

/** `pk`, and an index `by-group` on `grp`; `rest` has the throughput of the table, `index` that of the index. */
export function groupedTable(rest: Json, index: Json): Json {
  return {
    AttributeDefinitions: [attribute('pk', 'S'), attribute('grp', 'S')],
    KeySchema: [hash('pk')],
    GlobalSecondaryIndexes: [
      { IndexName: 'by-group', KeySchema: [hash('grp')], Projection: projectAll, ...index },
    ],
    ...rest,
  }
}

interface ThrottledAnswer {
  readonly type: string
  readonly sentence: RegExp
  readonly reason: string
}

/** Checks the whole body, with the order of its members. */
export function expectThrottled(
  { status, type, message, body }: CallAnswer,
  expected: ThrottledAnswer,
): void {
  assert.equal(status, 400)
  assert.equal(type, expected.type)
  const isThrottling = type === 'ThrottlingException'
  const member = isThrottling ? 'throttlingReasons' : 'ThrottlingReasons'
  assert.deepEqual(Object.keys(body), ['__type', member, 'message'])
  const prefix = isThrottling ? 'com.amazon.coral.availability' : 'com.amazonaws.dynamodb.v20120810'
  assert.equal(body['__type'], `${prefix}#${type}`)
  assert.match(message ?? '', expected.sentence)
  const [{ reason, resource }, ...others] = body[member] as [{ reason: string; resource: string }]
  assert.deepEqual(others, [])
  assert.equal(reason, expected.reason)
  assert.match(resource, reason.startsWith('Index') ? /\/index\/by-group$/ : /:table\/[^/]+$/)
}

/** Reads with strong consistency until there is nothing left. */
export async function useUpReads(client: Client, request: Json): Promise<CallAnswer> {
  for (;;) {
    const answer = await client.call('Query', request)
    if (answer.status !== 200) return answer
  }
}

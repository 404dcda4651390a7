/** BatchGetItem at its limits: 100 keys, 16 MB, and what is left unprocessed beyond them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { padded, putAll, S, textsOf, type Item } from '../../../support/items.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const keys = (count: number, from = 0): readonly Item[] =>
  Array.from({ length: count }, (_, n) => ({ pk: S(`k${from + n}`) }))

describe('BatchGetItem', () => {
  it('accepts 100 keys of one table', async () => {
    await putAll(client, table, keys(100))
    const { Responses, UnprocessedKeys } = await client.ask('BatchGetItem', {
      RequestItems: { [table]: { Keys: keys(100) } },
    })
    const found = textsOf((Responses as Record<string, Item[]>)[table]!, 'pk')
    assert.equal(new Set(found).size, 100)
    assert.deepEqual(UnprocessedKeys, {})
  })

  it('accepts 100 keys over two tables, not 101', async () => {
    const sorted = (count: number) => keys(count).map((key) => ({ ...key, sk: S('s') }))
    const ask = (count: number): Json => ({
      RequestItems: { [table]: { Keys: keys(50) }, [other]: { Keys: sorted(count) } },
    })
    await client.ask('BatchGetItem', ask(50))
    await expectError(
      client.call('BatchGetItem', ask(51)),
      'ValidationException',
      'Too many items requested for the BatchGetItem call',
    )
  })

  it('returns up to 16 MB and the rest as unprocessed, with its options', async () => {
    const size = 400 * 1024
    const big = keys(45, 1000).map((key) => padded(key, size))
    for (let n = 0; n < big.length; n += 5) await putAll(client, table, big.slice(n, n + 5))
    const options = {
      ConsistentRead: true,
      ProjectionExpression: '#p, filler',
      ExpressionAttributeNames: { '#p': 'pk' },
    }
    const { Responses, UnprocessedKeys } = await client.ask('BatchGetItem', {
      RequestItems: { [table]: { Keys: keys(45, 1000), ...options } },
    })
    const found = (Responses as Record<string, Item[]>)[table]!
    // 16 MB hold 40 items of 400 KB and a part of one more.
    assert.ok(found.length === 40 || found.length === 41, `found ${found.length}`)
    const { Keys, ...rest } = (UnprocessedKeys as Record<string, Json>)[table]!
    assert.deepEqual(rest, options)
    const named = [...textsOf(found, 'pk'), ...textsOf(Keys as Item[], 'pk')]
    assert.deepEqual(named.toSorted(), textsOf(keys(45, 1000), 'pk').toSorted())
    const again = await client.ask('BatchGetItem', { RequestItems: UnprocessedKeys })
    assert.equal((again['Responses'] as Record<string, Item[]>)[table]!.length, 45 - found.length)
    assert.deepEqual(again['UnprocessedKeys'], {})
  })

  it('processes all of exactly 16 MB', async () => {
    const { Responses, UnprocessedKeys } = await client.ask('BatchGetItem', {
      RequestItems: { [table]: { Keys: keys(40, 1000) } },
    })
    assert.equal((Responses as Record<string, Item[]>)[table]!.length, 40)
    assert.deepEqual(UnprocessedKeys, {})
  })
})

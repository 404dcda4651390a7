/** BatchWriteItem at its limits: 25 requests, 400 KB an item, 16 MB in all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { padded, S, type Item } from '../../../support/items.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
])
const puts = (count: number, hint: string): readonly Json[] =>
  Array.from({ length: count }, (_, n) => ({ PutRequest: { Item: { pk: S(`${hint}${n}`) } } }))

async function stored(TableName: string, pk: string): Promise<unknown> {
  const read = { TableName, Key: { pk: S(pk) }, ConsistentRead: true }
  return (await client.ask('GetItem', read))['Item']
}

describe('BatchWriteItem', () => {
  it('accepts 25 requests for one table', async () => {
    const answer = await client.ask('BatchWriteItem', {
      RequestItems: { [table]: puts(25, 'one') },
    })
    assert.deepEqual(answer, { UnprocessedItems: {} })
    assert.deepEqual(await stored(table, 'one24'), { pk: S('one24') })
  })

  it('repeats 26 requests for one table as the service prints them, with every type', async () => {
    const types = 'iNT dECIMAL dOUBLE sS nS bS iNTSET dECIMALSET dOUBLESET m l nULL bOOL'
    const absent = types.split(' ').map((type) => `${type}=null`)
    const value = (n: number) => `AttributeValue(s=of${n}, n=null, b=null, ${absent.join(', ')})`
    const requests = Array.from(
      { length: 26 },
      (_, n) =>
        `WriteRequest(putRequest=PutRequest(item={pk=${value(n)}}, workloadProfileName=null), deleteRequest=null)`,
    )
    await expectError(
      client.call('BatchWriteItem', { RequestItems: { [table]: puts(26, 'of') } }),
      'ValidationException',
      `1 validation error detected: Value '{${table}=[${requests.join(', ')}]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]`,
    )
  })

  it('accepts 25 requests over two tables, not 26', async () => {
    const ask = (count: number): Json => ({
      RequestItems: { [table]: puts(12, 'two'), [other]: puts(count, 'two') },
    })
    assert.deepEqual(await client.ask('BatchWriteItem', ask(13)), { UnprocessedItems: {} })
    await expectError(
      client.call('BatchWriteItem', ask(14)),
      'ValidationException',
      'Too many items requested for the BatchWriteItem call',
    )
    assert.equal(await stored(other, 'two13'), undefined)
  })

  it('accepts items of 400 KB', async () => {
    const Item: Item = padded({ pk: S('big') }, 400 * 1024)
    await client.ask('BatchWriteItem', { RequestItems: { [table]: [{ PutRequest: { Item } }] } })
    assert.deepEqual(await stored(table, 'big'), Item)
  })

  it('accepts 25 large items', async () => {
    const requests = Array.from({ length: 25 }, (_, n) => ({
      PutRequest: { Item: padded({ pk: S(`large${n}`) }, 390 * 1024) },
    }))
    const answer = await client.ask('BatchWriteItem', { RequestItems: { [table]: requests } })
    assert.deepEqual(answer, { UnprocessedItems: {} })
  })

  it('refuses more than 16 MB', async () => {
    const requests = Array.from({ length: 25 }, (_, n) => ({
      PutRequest: { Item: { pk: S(`huge${n}`), filler: S('f'.repeat(700 * 1024)) } },
    }))
    const { status } = await client.call('BatchWriteItem', { RequestItems: { [table]: requests } })
    assert.equal(status, 413)
  })

  it('deletes missing items without an error', async () => {
    const requests = [{ DeleteRequest: { Key: { pk: S('never') } } }]
    const answer = await client.ask('BatchWriteItem', { RequestItems: { [table]: requests } })
    assert.deepEqual(answer, { UnprocessedItems: {} })
  })

  it('puts and deletes in one request', async () => {
    await client.ask('BatchWriteItem', { RequestItems: { [table]: puts(1, 'old') } })
    await client.ask('BatchWriteItem', {
      RequestItems: {
        [table]: [{ DeleteRequest: { Key: { pk: S('old0') } } }, ...puts(1, 'new')],
      },
    })
    assert.equal(await stored(table, 'old0'), undefined)
    assert.deepEqual(await stored(table, 'new0'), { pk: S('new0') })
  })
})

/**
 * TransactWriteItems at its limits: 100 actions, 4 MB, 400 KB per item, and tokens for ten minutes.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomUUID } from 'node:crypto'
import { connect, type Json } from '../../../support/client.js'
import { N, padded, putAll, S, type Item } from '../../../support/items.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
])
const put = (Item: Json, TableName = table): Json => ({ Put: { TableName, Item } })
const read = async (pk: string, TableName = table): Promise<unknown> =>
  (await client.ask('GetItem', { TableName, Key: { pk: S(pk) }, ConsistentRead: true }))['Item']

describe('TransactWriteItems accepts', () => {
  it('100 actions, in several tables', async () => {
    const actions = Array.from({ length: 100 }, (_, n) =>
      put({ pk: S(`many${n}`) }, n % 2 === 0 ? table : other),
    )
    assert.deepEqual(await client.ask('TransactWriteItems', { TransactItems: actions }), {})
    assert.deepEqual(await read('many98'), { pk: S('many98') })
    assert.deepEqual(await read('many99', other), { pk: S('many99') })
  })

  it('one key in two tables', async () => {
    const actions = [put({ pk: S('both') }), put({ pk: S('both') }, other)]
    await client.ask('TransactWriteItems', { TransactItems: actions })
  })

  it('items of 400 KB, put or updated to', async () => {
    const whole: Item = padded({ pk: S('whole') }, 400 * 1024)
    await client.ask('TransactWriteItems', { TransactItems: [put(whole)] })
    assert.deepEqual(await read('whole'), whole)
    const grown: Item = padded({ pk: S('grown') }, 400 * 1024)
    await client.ask('TransactWriteItems', {
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: { pk: S('grown') },
            UpdateExpression: 'SET filler = :v',
            ExpressionAttributeValues: { ':v': grown['filler'] },
          },
        },
      ],
    })
    assert.deepEqual(await read('grown'), grown)
  })

  it('4 MB, not a byte more', async () => {
    const actions = (last: number): readonly Json[] => [
      ...Array.from({ length: 10 }, (_, n) => put(padded({ pk: S(`large${n}`) }, 400 * 1024))),
      put(padded({ pk: S('large-last') }, 96 * 1024 + last)),
    ]
    await client.ask('TransactWriteItems', { TransactItems: actions(0) })
    const refused = await client.call('TransactWriteItems', { TransactItems: actions(1) })
    assert.equal(refused.type, 'ValidationException')
  })

  it('a table named by its ARN, and detects a duplicate item under either name', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as { Table: Json }
    const arn = Table['TableArn'] as string
    await client.ask('TransactWriteItems', { TransactItems: [put({ pk: S('arn') }, arn)] })
    assert.deepEqual(await read('arn'), { pk: S('arn') })
    const twice = [put({ pk: S('arn') }, arn), put({ pk: S('arn') })]
    const refused = await client.call('TransactWriteItems', { TransactItems: twice })
    assert.equal(refused.type, 'ValidationException')
  })
})

describe('a token of TransactWriteItems', () => {
  const increment = (pk: string, by = 1): readonly Json[] => [
    {
      Update: {
        TableName: table,
        Key: { pk: S(pk) },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': N(by) },
      },
    },
  ]

  it('makes a repeated request count once', async () => {
    const request = { TransactItems: increment('once'), ClientRequestToken: randomUUID() }
    for (let time = 0; time < 3; time++) await client.ask('TransactWriteItems', request)
    assert.deepEqual(await read('once'), { pk: S('once'), n: N(1) })
  })

  it('may be 36 characters, and is not needed', async () => {
    await client.ask('TransactWriteItems', { TransactItems: increment('twice') })
    await client.ask('TransactWriteItems', { TransactItems: increment('twice') })
    assert.deepEqual(await read('twice'), { pk: S('twice'), n: N(2) })
    const ClientRequestToken = 't'.repeat(36)
    await client.ask('TransactWriteItems', { TransactItems: increment('long'), ClientRequestToken })
  })

  it('refuses another request', async () => {
    const ClientRequestToken = randomUUID()
    const ask = (by: number) =>
      client.call('TransactWriteItems', {
        TransactItems: increment('other', by),
        ClientRequestToken,
      })
    assert.equal((await ask(1)).status, 200)
    const refused = await ask(2)
    assert.deepEqual([refused.status, refused.type], [400, 'IdempotentParameterMismatchException'])
    assert.deepEqual(await read('other'), { pk: S('other'), n: N(1) })
  })

  it('of a cancelled request may be used again', async () => {
    const request = {
      TransactItems: [
        {
          Put: {
            TableName: table,
            Item: { pk: S('again'), a: S('new') },
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ],
      ClientRequestToken: randomUUID(),
    }
    const cancelled = await client.call('TransactWriteItems', request)
    assert.equal(cancelled.type, 'TransactionCanceledException')
    await putAll(client, table, [{ pk: S('again') }])
    await client.ask('TransactWriteItems', request)
    assert.deepEqual(await read('again'), { pk: S('again'), a: S('new') })
  })

  it('belongs to the account that sent it', async () => {
    const ClientRequestToken = randomUUID()
    const stranger = client.as({ region: 'eu-central-1' })
    const name = await stranger.createTable(partitionOnly())
    await client.ask('TransactWriteItems', { TransactItems: increment('mine'), ClientRequestToken })
    const answer = await stranger.call('TransactWriteItems', {
      TransactItems: [put({ pk: S('yours') }, name)],
      ClientRequestToken,
    })
    assert.equal(answer.status, 200)
  })
})

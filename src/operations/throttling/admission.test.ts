/** Requests of every kind, some of whose parts have to wait. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../../test/support/engines.js'
import type { Demand, UnmetDemand } from '../../capacity/demand.js'
import { totalUnits } from '../../capacity/units.js'
import type { ServiceError } from '../../model/errors.js'
import { openTestDatabase, type Json } from '../database-suite.js'
import type { FinishedCall } from '../dispatch/finished-call.js'
import { createDispatcher } from '../dispatch.js'
import { jsonCall } from '../json-call-suite.js'
import { CapacityAdmission } from './admission.js'

type Refuse = (demand: Demand) => UnmetDemand['cause'] | undefined

const lacking = 'ProvisionedThroughputExceeded'
const none: Refuse = () => undefined
const key = (pk: string) => ({ pk: { S: pk } })

/** A database whose limits a test decides. */
async function open() {
  const { database, ask: askUnthrottled } = openTestDatabase(memoryEngine())
  for (const TableName of ['things', 'others'])
    await askUnthrottled('CreateTable', schema(TableName))
  const state = { refuse: none, charged: [] as number[], ended: [] as FinishedCall[] }
  const admission = new CapacityAdmission({
    mayRefuse: true,
    refusalOf(demand) {
      const cause = state.refuse(demand)
      const { table, indexName, kind } = demand
      return cause && { table, indexName, kind, cause, mode: 'provisioned' }
    },
  })
  const dispatcher = createDispatcher(database, {
    admission,
    charge: (_ctx, work) => void state.charged.push(totalUnits(work)),
    measure: (call) => void state.ended.push(call),
  })
  const ask = async (name: string, input: Json): Promise<Json> => {
    const answer = await dispatcher.dispatch(jsonCall(name, JSON.parse(JSON.stringify(input))))
    return JSON.parse(JSON.stringify(answer ?? {})) as Json
  }
  return { ask, state }
}

function schema(TableName: string): Json {
  const names = ['pk', 'grp', 'nr']
  const part = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType })
  const Projection = { ProjectionType: 'ALL' }
  return {
    TableName,
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [part('pk', 'HASH'), part('nr', 'RANGE')],
    GlobalSecondaryIndexes: [
      { IndexName: 'groups', KeySchema: [part('grp', 'HASH'), part('nr', 'RANGE')], Projection },
    ],
    LocalSecondaryIndexes: [
      { IndexName: 'local', KeySchema: [part('pk', 'HASH'), part('grp', 'RANGE')], Projection },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  }
}

const TableName = 'things'
const item = (pk: string) => ({ ...key(pk), nr: { S: '1' } })
const put = (pk: string) => ({ PutRequest: { Item: item(pk) } })

/** As `write things a`, with the index if there is one; `*` if the partition is not known. */
function shown(demand: Demand): string {
  const { kind, table, indexName } = demand
  const where = indexName === undefined ? table.name : `${table.name}.${indexName}`
  return `${kind} ${where}${demand.partition() === undefined ? ' *' : ''}`
}

const partiql = (Statement: string) => ({ Statement })

const demandRows: readonly (readonly [string, Json, ...string[]])[] = [
  ['GetItem', { TableName, Key: item('a') }, 'read things'],
  ['PutItem', { TableName, Item: item('a') }, 'write things'],
  ['UpdateItem', { TableName, Key: item('a') }, 'write things'],
  ['DeleteItem', { TableName, Key: item('a') }, 'write things'],
  [
    'Query',
    {
      TableName,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'a' } },
    },
    'read things',
  ],
  [
    'Query',
    {
      TableName,
      IndexName: 'local',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'a' } },
    },
    'read things',
  ],
  [
    'Query',
    {
      TableName,
      IndexName: 'groups',
      KeyConditionExpression: 'grp = :p',
      ExpressionAttributeValues: { ':p': { S: 'a' } },
    },
    'read things.groups',
  ],
  ['Scan', { TableName }, 'read things *'],
  ['Scan', { TableName, IndexName: 'groups' }, 'read things.groups *'],
  [
    'BatchGetItem',
    { RequestItems: { things: { Keys: [item('a')] }, others: { Keys: [item('a')] } } },
    'read things',
    'read others',
  ],
  [
    'BatchWriteItem',
    { RequestItems: { things: [put('a'), { DeleteRequest: { Key: item('b') } }] } },
    'write things',
    'write things',
  ],
  ['TransactGetItems', { TransactItems: [{ Get: { TableName, Key: item('a') } }] }, 'read things'],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName, Item: item('a') } },
        {
          ConditionCheck: {
            TableName: 'others',
            Key: item('a'),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ],
    },
    'write things',
    'write others',
  ],
  ['ExecuteStatement', partiql(`SELECT * FROM things WHERE pk = 'a'`), 'read things'],
  ['ExecuteStatement', partiql(`SELECT * FROM things WHERE pk IN ['a', 'b']`), 'read things *'],
  ['ExecuteStatement', partiql(`SELECT * FROM things."groups"`), 'read things.groups *'],
  ['ExecuteStatement', partiql(`INSERT INTO things VALUE {'pk': 'x', 'nr': '1'}`), 'write things'],
  [
    'ExecuteTransaction',
    { TransactStatements: [partiql(`DELETE FROM things WHERE pk = 'x' AND nr = '1'`)] },
    'write things',
  ],
  [
    'BatchExecuteStatement',
    {
      Statements: [
        partiql(`SELECT * FROM things WHERE pk = 'a' AND nr = '1'`),
        partiql(`SELECT * FROM missing WHERE pk = 'a'`),
      ],
    },
    'read things',
  ],
]

describe('what a request is about to use', () => {
  for (const [name, input, ...expected] of demandRows) {
    it(`${name}: ${expected.join(', ')}`, async () => {
      const { ask, state } = await open()
      const seen: string[] = []
      state.refuse = (demand) => void seen.push(shown(demand))
      await ask(name, input)
      assert.deepEqual(seen, expected)
    })
  }

  it('is not asked of operations on tables', async () => {
    const { ask, state } = await open()
    state.refuse = () => lacking
    await ask('DescribeTable', { TableName })
    await ask('UpdateTable', { TableName, DeletionProtectionEnabled: true })
  })

  it('has no partition if the key does not fit the table', async () => {
    const { ask, state } = await open()
    const seen: string[] = []
    state.refuse = (demand) => void seen.push(shown(demand))
    await assert.rejects(ask('GetItem', { TableName, Key: { pk: { N: '1' }, nr: { S: '1' } } }))
    assert.deepEqual(seen, ['read things *'])
  })
})

async function refusalOf(answer: Promise<unknown>): Promise<ServiceError> {
  let refused: unknown
  await answer.catch((error: unknown) => (refused = error))
  assert.ok(refused !== undefined, 'it was answered')
  return refused as ServiceError
}

describe('a request without capacity', () => {
  const whole = demandRows.filter(([name]) => name !== 'BatchExecuteStatement')
  for (const [name, input, first] of whole) {
    it(`is refused as a whole and costs nothing: ${name} (${first})`, async () => {
      const { ask, state } = await open()
      state.refuse = () => lacking
      const { type, payload } = await refusalOf(ask(name, input))
      assert.equal(type, 'ProvisionedThroughputExceededException')
      const [{ reason }] = payload['ThrottlingReasons'] as [{ reason: string }]
      assert.match(reason, /^(Table|Index)(Read|Write)ProvisionedThroughputExceeded$/)
      assert.deepEqual(state.charged, [])
      state.refuse = none
      const { Items } = await ask('Scan', { TableName })
      assert.deepEqual(Items, [])
    })
  }

  it('cancels no transaction: the whole request can be sent again', async () => {
    const { ask, state } = await open()
    state.refuse = ({ table }) => (table.name === 'others' ? lacking : undefined)
    const TransactItems = ['things', 'others'].map((TableName) => ({
      Put: { TableName, Item: item('a') },
    }))
    const input = { TransactItems, ClientRequestToken: 'token' }
    const { type, payload } = await refusalOf(ask('TransactWriteItems', input))
    assert.equal(type, 'ProvisionedThroughputExceededException')
    assert.equal(payload['CancellationReasons'], undefined)
    state.refuse = none
    await ask('TransactWriteItems', input)
    assert.deepEqual((await ask('Scan', { TableName }))['Count'], 1)
  })
})

describe('a batch of which a part has to wait', () => {
  const from = (first: number): Refuse => {
    let next = 0
    return () => (next++ >= first ? lacking : undefined)
  }

  it('writes the rest and returns that part', async () => {
    const { ask, state } = await open()
    state.refuse = from(1)
    const RequestItems = { things: [put('a'), put('b')], others: [put('c')] }
    const answer = await ask('BatchWriteItem', { RequestItems })
    const UnprocessedItems = { things: [put('b')], others: [put('c')] }
    assert.deepEqual(answer, { UnprocessedItems })
    assert.equal(state.charged.length, 1)
    state.refuse = none
    assert.deepEqual((await ask('Scan', { TableName }))['Items'], [item('a')])
  })

  it('reads the rest and returns the keys with their options', async () => {
    const { ask, state } = await open()
    await ask('BatchWriteItem', { RequestItems: { things: [put('a'), put('b')] } })
    state.refuse = from(1)
    const options = {
      ConsistentRead: true,
      ProjectionExpression: '#p',
      ExpressionAttributeNames: { '#p': 'pk' },
    }
    const things = { ...options, Keys: [item('a'), item('b')] }
    const RequestItems = { things, others: { Keys: [item('c')] } }
    assert.deepEqual(await ask('BatchGetItem', { RequestItems }), {
      Responses: { things: [key('a')], others: [] },
      UnprocessedKeys: {
        things: { ...options, Keys: [item('b')] },
        others: { Keys: [item('c')] },
      },
    })
  })

  it('knows what its earlier parts take', async () => {
    const { ask, state } = await open()
    const ahead: (number | undefined)[] = []
    state.refuse = (demand) => void ahead.push(demand.ahead)
    const large = { PutRequest: { Item: { ...item('a'), text: { S: 'x'.repeat(2000) } } } }
    const RequestItems = { things: [large, put('b'), put('c')], others: [put('d')] }
    await ask('BatchWriteItem', { RequestItems })
    assert.deepEqual(ahead.splice(0), [0, 2, 3, 0])
    const Keys = [item('a'), item('b')]
    await ask('BatchGetItem', { RequestItems: { things: { Keys }, others: { Keys } } })
    assert.deepEqual(ahead, [0, 0.5, 0, 0.5])
  })

  it('is refused in other words if not only units are missing', async () => {
    const { ask, state } = await open()
    state.refuse = ({ table }) => (table.name === 'things' ? lacking : 'KeyRangeThroughputExceeded')
    const RequestItems = { things: [put('a')], others: [put('b')] }
    const { type, payload } = await refusalOf(ask('BatchWriteItem', { RequestItems }))
    assert.equal(type, 'ThrottlingException')
    assert.match(JSON.stringify(payload), /"TableWriteKeyRangeThroughputExceeded".*table\/others/)
  })

  it('of statements answers for each of them', async () => {
    const { ask, state } = await open()
    state.refuse = from(1)
    const insert = (pk: string) => partiql(`INSERT INTO things VALUE {'pk': '${pk}', 'nr': '1'}`)
    const { Responses } = await ask('BatchExecuteStatement', {
      Statements: [insert('a'), insert('b')],
    })
    const [written, refused] = Responses as [Json, { Error: { Code: string; Message: string } }]
    assert.deepEqual(written, { TableName })
    assert.equal(refused.Error.Code, 'ProvisionedThroughputExceeded')
    assert.match(refused.Error.Message, /^The level of configured provisioned throughput/)
    assert.deepEqual(Object.keys(refused.Error), ['Code', 'Message'])
    const ends = (): unknown => {
      const { outcome } = state.ended.at(-1)!
      return outcome.kind === 'answered' && outcome.result.isThrottled
    }
    assert.equal(ends(), false)
    state.refuse = () => 'MaxOnDemandThroughputExceeded'
    const again = await ask('BatchExecuteStatement', { Statements: [insert('b'), insert('c')] })
    assert.match(JSON.stringify(again), /"Code":"ThrottlingError".*"Code":"ThrottlingError"/)
    assert.equal(ends(), true)
  })
})

describe('the cost of what failed', () => {
  const large = { ...item('a'), text: { S: 'x'.repeat(3000) } }
  const ConditionExpression = 'attribute_not_exists(pk)'

  async function openWithItem() {
    const opened = await open()
    await opened.ask('PutItem', { TableName, Item: large })
    opened.state.charged.splice(0)
    return opened
  }

  it('is that of the stored item', async () => {
    const { ask, state } = await openWithItem()
    await assert.rejects(ask('PutItem', { TableName, Item: item('a'), ConditionExpression }))
    await assert.rejects(ask('DeleteItem', { TableName, Key: item('a'), ConditionExpression }))
    const missing = { TableName, Key: item('b'), ConditionExpression: 'attribute_exists(pk)' }
    await assert.rejects(ask('DeleteItem', missing))
    await assert.rejects(
      ask('ExecuteStatement', partiql(`INSERT INTO things VALUE {'pk': 'a', 'nr': '1'}`)),
    )
    assert.deepEqual(state.charged, [3, 3, 1, 3])
  })

  it('is twice that in a transaction, for every action', async () => {
    const { ask, state } = await openWithItem()
    const grouped = { ...item('b'), grp: { S: 'g' } }
    const TransactItems = [
      { Put: { TableName, Item: grouped } },
      { Put: { TableName, Item: item('a'), ConditionExpression } },
    ]
    await assert.rejects(ask('TransactWriteItems', { TransactItems }))
    assert.deepEqual(state.charged, [2 + 6])
  })

  it('is nothing for what was never tried', async () => {
    const { ask, state } = await openWithItem()
    await assert.rejects(ask('PutItem', { TableName, Item: key('a') }))
    await assert.rejects(ask('GetItem', { TableName, Key: key('a') }))
    assert.deepEqual(state.charged, [])
  })
})

/** What a table that is UPDATING allows, which depends on what is updated. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type CallAnswer, type Json } from '../../../support/client.js'
import { partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect({ tableTransitionMs: 4000 })

const fixed: Json = { ...partitionOnly(), BillingMode: null, ...provisioned(5, 5) }
const stream = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }
const rare = { TableClass: 'STANDARD_INFREQUENT_ACCESS' }

// All at once, since each takes its time to become ACTIVE.
const [streaming, faster, switched, rarer, quiet] = await Promise.all(
  [fixed, fixed, fixed, partitionOnly(), partitionOnly()].map((shape) => client.createTable(shape)),
)

async function answerTo(TableName: string, change: Json): Promise<Json> {
  const { TableDescription } = await client.ask('UpdateTable', { TableName, ...change })
  return TableDescription as Json
}
const described = async (TableName: string): Promise<Json> =>
  (await client.ask('DescribeTable', { TableName }))['Table'] as Json

/** Starts a change of a table and sends further requests at once. */
async function during(
  TableName: string,
  change: Json,
  requests: Readonly<Record<string, Json>>,
): Promise<Readonly<Record<string, CallAnswer>>> {
  const { TableStatus } = await answerTo(TableName, change)
  assert.equal(TableStatus, 'UPDATING')
  const answers = Object.entries(requests).map(async ([name, request]) => {
    const operation = name === 'deletion' ? 'DeleteTable' : 'UpdateTable'
    return [name, await client.call(operation, { TableName, ...request })] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

function assertInUse(answer: CallAnswer | undefined, detail: string | RegExp): void {
  const prefix = 'Attempt to change a resource which is still in use: '
  assert.equal(answer?.type, 'ResourceInUseException', answer?.message)
  const message = answer?.message ?? ''
  assert.ok(message.startsWith(prefix), message)
  const rest = message.slice(prefix.length)
  if (typeof detail === 'string') assert.equal(rest, detail)
  else assert.match(rest, detail)
}

const statusIn = (answer: CallAnswer | undefined): unknown =>
  (answer?.body['TableDescription'] as Json | undefined)?.['TableStatus']

describe('a table that is UPDATING', () => {
  it('by its stream', async () => {
    const answers = await during(streaming!, stream, {
      again: stream,
      throughput: provisioned(9, 9),
      class: rare,
      deletion: {},
      protection: { DeletionProtectionEnabled: false },
      encryption: { SSESpecification: { Enabled: true } },
      warm: { WarmThroughput: { ReadUnitsPerSecond: 50 } },
    })
    const where = `Table: ${streaming} Stream: \\d{4}-\\d\\d-\\d\\dT[\\d:.]+ Operation: ENABLE$`
    assertInUse(
      answers['again'],
      new RegExp(`^A stream status change is currently in progress. ${where}`),
    )
    assertInUse(
      answers['throughput'],
      new RegExp(`^Can't change table IOPS when stream status is being updated. ${where}`),
    )
    assertInUse(
      answers['class'],
      new RegExp(`^Can't update table class when stream status is being updated. ${where}`),
    )
    assertInUse(answers['deletion'], 'Cannot delete table while stream is being enabled/disabled.')
    assert.equal(statusIn(answers['protection']), 'UPDATING')
    assert.equal(statusIn(answers['encryption']), 'ACTIVE')
    assert.equal(statusIn(answers['warm']), 'UPDATING')
    const now = await described(streaming!)
    assert.equal(now['TableStatus'], 'UPDATING')
    assert.deepEqual(now['WarmThroughput'], {
      ReadUnitsPerSecond: 5,
      WriteUnitsPerSecond: 5,
      Status: 'UPDATING',
    })
  })

  it('by its throughput', async () => {
    const answers = await during(faster!, provisioned(6, 6), {
      again: provisioned(7, 7),
      switch: { BillingMode: 'PAY_PER_REQUEST' },
      stream,
      deletion: {},
      protection: { DeletionProtectionEnabled: false },
    })
    const busy = `Table IOPS are currently being updated. Table: ${faster}`
    assertInUse(answers['again'], busy)
    assertInUse(answers['switch'], busy)
    assertInUse(
      answers['stream'],
      `Can't enable or disable stream while table IOPS are being updated. Table: ${faster}`,
    )
    assertInUse(answers['deletion'], `Table: ${faster} is in the process of being updated.`)
    assert.equal(statusIn(answers['protection']), 'UPDATING')
    const now = await described(faster!)
    assert.equal(now['TableStatus'], 'UPDATING')
    assert.equal((now['ProvisionedThroughput'] as Json)['ReadCapacityUnits'], 5)
    assert.equal((now['WarmThroughput'] as Json)['ReadUnitsPerSecond'], 5)
  })

  it('by its class', async () => {
    const answers = await during(rarer!, rare, {
      again: rare,
      stream,
      maxima: { OnDemandThroughput: { MaxReadRequestUnits: 9 } },
      deletion: {},
    })
    const underWay = 'TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS'
    const where = `when a table class update is in progress. Table: ${rarer} ${underWay}`
    assertInUse(answers['again'], `Can't update table class ${where}`)
    assertInUse(answers['stream'], `Can't change stream status ${where}`)
    assertInUse(
      answers['maxima'],
      `OnDemandThroughput cannot be updated while TableClass update is in progress. ${underWay}`,
    )
    assertInUse(answers['deletion'], `Table: ${rarer} is in the process of being updated.`)
    const now = await described(rarer!)
    assert.equal(now['TableStatus'], 'UPDATING')
    assert.equal(now['TableClassSummary'], undefined)
  })

  it('by its billing mode', async () => {
    await during(switched!, { BillingMode: 'PAY_PER_REQUEST' }, {})
    const now = await described(switched!)
    assert.equal(now['TableStatus'], 'UPDATING')
    assert.equal((now['ProvisionedThroughput'] as Json)['ReadCapacityUnits'], 0)
    assert.equal((now['WarmThroughput'] as Json)['ReadUnitsPerSecond'], 5)
  })
})

describe('a table is not UPDATING after', () => {
  const shown = async (change: Json): Promise<readonly unknown[]> => {
    const answer = await answerTo(quiet!, change)
    return [answer['TableStatus'], (await described(quiet!))['TableStatus']]
  }
  const rows: readonly (readonly [string, Json, string])[] = [
    ['a change of deletion protection', { DeletionProtectionEnabled: false }, 'ACTIVE'],
    [
      'limits of on-demand throughput',
      { OnDemandThroughput: { MaxReadRequestUnits: 9 } },
      'ACTIVE',
    ],
    ['warm throughput', { WarmThroughput: { ReadUnitsPerSecond: 13000 } }, 'ACTIVE'],
    ['a change of encryption', { SSESpecification: { Enabled: true } }, 'ACTIVE'],
    ['the billing mode that it has', { BillingMode: 'PAY_PER_REQUEST' }, 'UPDATING'],
    ['the class that it has', { TableClass: 'STANDARD' }, 'UPDATING'],
  ]
  for (const [name, change, answered] of rows) {
    it(name, async () => {
      assert.deepEqual(await shown(change), [answered, 'ACTIVE'])
    })
  }
})

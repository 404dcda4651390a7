/** Which changes one UpdateTable can ask for together: nearly none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { invalid } from '../../../support/sentences.js'
import { indexed, partitionOnly, provisioned } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(indexed)

const changes = {
  encryption: { SSESpecification: { Enabled: true } },
  class: { TableClass: 'STANDARD_INFREQUENT_ACCESS' },
  protection: { DeletionProtectionEnabled: false },
  warm: { WarmThroughput: { ReadUnitsPerSecond: 13000 } },
  maxima: { OnDemandThroughput: { MaxReadRequestUnits: 10 } },
  billing: { BillingMode: 'PAY_PER_REQUEST' },
  throughput: provisioned(2, 2),
  stream: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
  deletion: { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-global' } }] },
} satisfies Record<string, Json>
type Change = keyof typeof changes

const alone = (what: string): string => invalid(`${what} must be the only operation in the request`)
const encryption = alone('Server-Side Encryption modification')
const tableClass = alone('TableClass modification')
const protection = alone('DeletionProtection modification')
const warm = alone('WarmThroughput')
const maxima = invalid(
  'OnDemandThroughput can only be combined with BillingMode in an UpdateTable request',
)

describe('UpdateTable refuses to change together', () => {
  const rows: readonly (readonly [readonly Change[], string])[] = [
    [['encryption', 'class'], encryption],
    [['encryption', 'protection'], encryption],
    [['encryption', 'billing'], encryption],
    [['encryption', 'deletion'], encryption],
    [['class', 'protection'], tableClass],
    [['class', 'stream'], tableClass],
    [['protection', 'warm'], protection],
    [['protection', 'maxima'], protection],
    [['protection', 'billing'], protection],
    [['protection', 'throughput'], protection],
    [['warm', 'billing'], warm],
    [['warm', 'stream'], warm],
    [['warm', 'deletion'], warm],
    [['maxima', 'stream'], maxima],
    [['maxima', 'warm'], maxima],
    [['maxima', 'throughput'], maxima],
    [
      ['stream', 'throughput'],
      invalid('You cannot modify stream status while updating table IOPS'),
    ],
    [
      ['deletion', 'throughput'],
      invalid('You cannot create or delete index while updating table IOPS'),
    ],
    [
      ['deletion', 'stream'],
      invalid('You cannot create or delete index while changing stream status'),
    ],
  ]
  checkRefusals(
    client,
    'UpdateTable',
    { TableName: table },
    rows.map(([names, message]): Refusal => [
      names.join(' and '),
      Object.assign({}, ...names.map((name) => changes[name])) as Json,
      message,
    ]),
  )
})

describe('UpdateTable refuses for an index', () => {
  const update = (change: Json, IndexName = 'by-global'): Json => ({
    GlobalSecondaryIndexUpdates: [{ Update: { IndexName, ...change } }],
  })
  const onlyOnDemand = invalid(
    'The only Updates for index: by-global when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, WarmThroughput',
  )
  checkRefusals(client, 'UpdateTable', { TableName: table }, [
    ['no change', update({}), onlyOnDemand],
    ['on-demand throughput without members', update({ OnDemandThroughput: {} }), onlyOnDemand],
    [
      'warm throughput without members, before it is looked for',
      update({ WarmThroughput: {} }, 'nowhere'),
      invalid(
        'WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for index: nowhere',
      ),
    ],
  ])
})

describe('UpdateTable changes together', () => {
  const updated = async (TableName: string, change: Json): Promise<Json> => {
    await client.ask('UpdateTable', { TableName, ...change })
    return client.untilActive(TableName)
  }

  it('the billing mode and the stream', async () => {
    const TableName = await client.createTable(partitionOnly())
    const after = await updated(TableName, { ...changes.billing, ...changes.stream })
    assert.deepEqual(after['StreamSpecification'], changes.stream.StreamSpecification)
  })

  it('the billing mode and the limits of on-demand throughput', async () => {
    const TableName = await client.createTable(partitionOnly())
    const after = await updated(TableName, { ...changes.billing, ...changes.maxima })
    assert.deepEqual(after['OnDemandThroughput'], { MaxReadRequestUnits: 10 })
  })

  it('anything and throughput without members', async () => {
    const TableName = await client.createTable(partitionOnly())
    const change = { DeletionProtectionEnabled: true, WarmThroughput: {}, OnDemandThroughput: {} }
    assert.equal((await updated(TableName, change))['DeletionProtectionEnabled'], true)
    await updated(TableName, { DeletionProtectionEnabled: false })
  })
})

/** How on-demand and warm throughput, encryption and billing change, and what is shown of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { invalid } from '../../../support/sentences.js'
import { attribute, hash, partitionOnly, projectAll, provisioned } from '../../../support/tables.js'

const client = await connect()
const fixed = (units: number): Json => ({
  ...partitionOnly(),
  BillingMode: null,
  ...provisioned(units, units),
})
const described = async (TableName: string): Promise<Json> =>
  (await client.ask('DescribeTable', { TableName }))['Table'] as Json
const answerTo = async (TableName: string, change: Json): Promise<Json> => {
  const { TableDescription } = await client.ask('UpdateTable', { TableName, ...change })
  await client.untilActive(TableName)
  return TableDescription as Json
}
const warmOf = (table: Json): unknown => {
  const { ReadUnitsPerSecond, WriteUnitsPerSecond } = table['WarmThroughput'] as Json
  return [ReadUnitsPerSecond, WriteUnitsPerSecond]
}

describe('the limits of on-demand throughput', () => {
  it('change one by one, and end with -1', async () => {
    const TableName = await client.createTable(partitionOnly())
    const rows: readonly (readonly [Json, Json, Json | undefined])[] = [
      [{ MaxReadRequestUnits: 9 }, { MaxReadRequestUnits: 9 }, { MaxReadRequestUnits: 9 }],
      [
        { MaxWriteRequestUnits: 5 },
        { MaxReadRequestUnits: 9, MaxWriteRequestUnits: 5 },
        { MaxReadRequestUnits: 9, MaxWriteRequestUnits: 5 },
      ],
      [
        { MaxReadRequestUnits: -1 },
        { MaxReadRequestUnits: -1, MaxWriteRequestUnits: 5 },
        { MaxWriteRequestUnits: 5 },
      ],
      [{ MaxWriteRequestUnits: -1 }, { MaxWriteRequestUnits: -1 }, undefined],
      [{ MaxReadRequestUnits: -1 }, { MaxReadRequestUnits: -1 }, undefined],
    ]
    for (const [OnDemandThroughput, answered, shown] of rows) {
      const answer = await answerTo(TableName, { OnDemandThroughput })
      assert.deepEqual(answer['OnDemandThroughput'], answered)
      assert.deepEqual((await described(TableName))['OnDemandThroughput'], shown)
    }
  })
})

describe('warm throughput', () => {
  it('follows the highest throughput and never falls', async () => {
    const TableName = await client.createTable(fixed(2))
    await answerTo(TableName, provisioned(7, 3))
    assert.deepEqual(warmOf(await described(TableName)), [7, 3])
    await answerTo(TableName, provisioned(1, 4))
    assert.deepEqual(warmOf(await described(TableName)), [7, 4])
    await answerTo(TableName, { BillingMode: 'PAY_PER_REQUEST' })
    assert.deepEqual(warmOf(await described(TableName)), [12000, 4000])
    await answerTo(TableName, { BillingMode: 'PROVISIONED', ...provisioned(1, 1) })
    assert.deepEqual(warmOf(await described(TableName)), [12000, 4000])
  })

  it('is raised side by side, and not lowered', async () => {
    const TableName = await client.createTable(partitionOnly())
    await answerTo(TableName, { WarmThroughput: { ReadUnitsPerSecond: 13000 } })
    await answerTo(TableName, { WarmThroughput: { WriteUnitsPerSecond: 4500 } })
    assert.deepEqual(warmOf(await described(TableName)), [13000, 4500])
    const lower = { TableName, WarmThroughput: { ReadUnitsPerSecond: 12500 } }
    const refused = client.call('UpdateTable', lower)
    await expectError(
      refused,
      'ValidationException',
      invalid(
        'Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current WarmThroughput, decreasing WarmThroughput is not supported',
      ),
    )
  })

  it('of an index never falls either', async () => {
    const TableName = await client.createTable({
      AttributeDefinitions: [attribute('pk', 'S'), attribute('g', 'S')],
      KeySchema: [hash('pk')],
      ...provisioned(1, 1),
      GlobalSecondaryIndexes: [
        { IndexName: 'by-g', KeySchema: [hash('g')], Projection: projectAll, ...provisioned(9, 9) },
      ],
    })
    const change = (update: Json): Json => ({
      GlobalSecondaryIndexUpdates: [{ Update: { IndexName: 'by-g', ...update } }],
    })
    await answerTo(TableName, change(provisioned(2, 2)))
    const index = ((await described(TableName))['GlobalSecondaryIndexes'] as Json[])[0]!
    assert.deepEqual(warmOf(index), [9, 9])
    await expectError(
      client.call('UpdateTable', {
        TableName,
        ...change({ WarmThroughput: { WriteUnitsPerSecond: 8 } }),
      }),
      'ValidationException',
      invalid(
        'Requested WriteUnitsPerSecond for WarmThroughput for index by-g is lower than current WarmThroughput, decreasing WarmThroughput is not supported',
      ),
    )
  })
})

describe('the billing mode', () => {
  it('is summarised only for tables that were on demand', async () => {
    const TableName = await client.createTable({ ...fixed(1), BillingMode: 'PROVISIONED' })
    assert.equal('BillingModeSummary' in (await described(TableName)), false)
    await answerTo(TableName, { BillingMode: 'PROVISIONED', ...provisioned(2, 2) })
    assert.equal('BillingModeSummary' in (await described(TableName)), false)
  })

  it('keeps the times and counts of throughput when it becomes on-demand', async () => {
    const TableName = await client.createTable(fixed(3))
    await answerTo(TableName, provisioned(2, 4))
    await answerTo(TableName, { BillingMode: 'PAY_PER_REQUEST' })
    const throughput = (await described(TableName))['ProvisionedThroughput'] as Json
    assert.equal(throughput['ReadCapacityUnits'], 0)
    assert.equal(throughput['NumberOfDecreasesToday'], 1)
    assert.equal(typeof throughput['LastDecreaseDateTime'], 'number')
    assert.equal(typeof throughput['LastIncreaseDateTime'], 'number')
  })
})

describe('encryption', () => {
  const open = client.createTable(partitionOnly())
  const key = 'arn:aws:kms:us-east-1:000000000000:key/1'
  const kms = (KMSMasterKeyId: string): Json => ({
    SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId },
  })
  const rows: readonly (readonly [string, Json, string])[] = [
    [
      'a type while disabled',
      { Enabled: false, SSEType: 'KMS' },
      'SSEType can not be specified if Enabled is false',
    ],
    [
      'a key while disabled',
      { Enabled: false, KMSMasterKeyId: key },
      'KMSMasterKeyId can not be specified if Enabled is false',
    ],
    [
      'a key without a type',
      { Enabled: true, KMSMasterKeyId: key },
      'SSEType KMS is required if KMSMasterKeyId is specified',
    ],
    ['the type AES256', { Enabled: true, SSEType: 'AES256' }, 'SSEType AES256 is not supported'],
  ]
  checkRefusals(
    client,
    'CreateTable',
    { TableName: 'never', ...partitionOnly() },
    rows.map(([name, SSESpecification, message]) => [
      `refuses ${name}`,
      { SSESpecification },
      invalid(message),
    ]),
  )

  it('cannot be disabled twice', async () => {
    const byDefault = invalid('Table is already encrypted by default')
    for (const SSESpecification of [{ Enabled: false }, {}]) {
      const again = client.call('UpdateTable', { TableName: await open, SSESpecification })
      await expectError(again, 'ValidationException', byDefault)
    }
  })

  it('is enabled by its type alone', async () => {
    const SSESpecification = { SSEType: 'KMS' }
    const TableName = await client.createTable({ ...partitionOnly(), SSESpecification })
    assert.equal(((await described(TableName))['SSEDescription'] as Json)['Status'], 'ENABLED')
    await answerTo(TableName, { SSESpecification: { Enabled: true } })
    await answerTo(TableName, { SSESpecification: { Enabled: false } })
    assert.equal('SSEDescription' in (await described(TableName)), false)
  })

  it('refuses the key that it has, by its ARN', async () => {
    const TableName = await client.createTable({ ...partitionOnly(), ...kms(key) })
    await expectError(
      client.call('UpdateTable', { TableName, ...kms(key) }),
      'ValidationException',
      invalid(
        'Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to change Master Key',
      ),
    )
    await answerTo(TableName, kms('alias/another'))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import { cloudFormationYaml } from './cloudformation.js'
import { tableCli } from './table-cli.js'
import { settingsOfTable } from './table-settings.js'
import { terraformOf } from './terraform.js'
import { withoutVectors } from './without-vectors.js'

const plain: TableDescription = {
  TableName: 'Music',
  AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
  BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
  ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
  WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_000, Status: 'ACTIVE' },
  TableStatus: 'ACTIVE',
  ItemCount: 12,
  TableSizeBytes: 400,
  DeletionProtectionEnabled: false,
}

describe('the request that would create a table again', () => {
  const check = (name: string, described: TableDescription, expected: object): void => {
    it(name, () => {
      const { create } = settingsOfTable({ description: { ...plain, ...described } })
      assert.deepEqual({ ...create, ...expected }, create)
    })
  }

  it('has no more than the table has', () => {
    assert.deepEqual(settingsOfTable({ description: plain }).create, {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    })
  })

  it('is provisioned if the table never was anything else', () => {
    const { BillingModeSummary: _, ...never } = plain
    const throughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 6 }
    const description = {
      ...never,
      ProvisionedThroughput: { ...throughput, NumberOfDecreasesToday: 1 },
      WarmThroughput: { ReadUnitsPerSecond: 5, WriteUnitsPerSecond: 6 },
    }
    const { create } = settingsOfTable({ description })
    assert.equal(create.BillingMode, 'PROVISIONED')
    assert.deepEqual(create.ProvisionedThroughput, throughput)
    assert.equal('WarmThroughput' in create, false)
  })

  check(
    'warm throughput that was raised',
    { WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_001 } },
    { WarmThroughput: { ReadUnitsPerSecond: 12_000, WriteUnitsPerSecond: 4_001 } },
  )
  check(
    'a maximum of one kind',
    { OnDemandThroughput: { MaxReadRequestUnits: 10, MaxWriteRequestUnits: -1 } },
    { OnDemandThroughput: { MaxReadRequestUnits: 10 } },
  )
  check(
    'encryption by its key',
    { SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: 'arn:k' } },
    { SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'arn:k' } },
  )
  check(
    'indexes without their states',
    {
      GlobalSecondaryIndexes: [
        {
          IndexName: 'ByYear',
          KeySchema: [{ AttributeName: 'Year', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['Song'] },
          IndexStatus: 'ACTIVE',
          ItemCount: 4,
        },
      ],
    },
    {
      GlobalSecondaryIndexes: [
        {
          IndexName: 'ByYear',
          KeySchema: [{ AttributeName: 'Year', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['Song'] },
        },
      ],
    },
  )

  it('leaves expiry, recovery and Kinesis to the calls after it', () => {
    const settings = settingsOfTable({
      description: plain,
      timeToLive: { TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' },
      continuousBackups: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: 7,
        },
      },
      kinesis: [
        { StreamArn: 'arn:on', DestinationStatus: 'ACTIVE' },
        { StreamArn: 'arn:off', DestinationStatus: 'DISABLED' },
      ],
    })
    assert.equal(settings.ttlAttribute, 'expires')
    assert.deepEqual(settings.recovery, { days: 7 })
    assert.deepEqual(settings.kinesis, [{ streamArn: 'arn:on', precision: undefined }])
  })

  it('does not say that off is on', () => {
    const settings = settingsOfTable({
      description: plain,
      timeToLive: { TimeToLiveStatus: 'DISABLED', AttributeName: 'expires' },
      continuousBackups: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
      },
    })
    assert.equal(settings.ttlAttribute, undefined)
    assert.equal(settings.recovery, undefined)
  })

  it('names what no language here can write', () => {
    const description = { ...plain, Replicas: [{ RegionName: 'eu-west-1' }] }
    assert.deepEqual(settingsOfTable({ description }).leftOut, ['the replica in eu-west-1'])
  })

  it('has vector indexes, which templates name as left out', () => {
    const made = {
      IndexName: 'Near',
      VectorAttribute: { AttributeName: 'embedding' },
      Dimensions: 3,
      DistanceFunction: 'COSINE',
      Projection: { ProjectionType: 'ALL' } as const,
      SearchSchema: [{ AttributeName: 'tenant', SearchSchemaElementType: 'HASH' }],
    }
    const description: TableDescription = {
      ...plain,
      AttributeDefinitions: [
        ...(plain.AttributeDefinitions ?? []),
        { AttributeName: 'tenant', AttributeType: 'S' },
      ],
      VectorIndexes: [{ ...made, IndexStatus: 'ACTIVE', IndexSizeBytes: 7, ItemCount: 1 }],
    }
    const settings = settingsOfTable({ description })
    assert.deepEqual(settings.create.VectorIndexes, [made])
    const without = withoutVectors(settings)
    assert.deepEqual(without.create, settingsOfTable({ description: plain }).create)
    assert.deepEqual(without.leftOut, ['the vector index Near'])
    assert.match(terraformOf(settings), /^# Not in this configuration: the vector index Near\.$/m)
    assert.doesNotMatch(terraformOf(settings), /tenant/)
    assert.match(cloudFormationYaml(settings), /^# Not in this template: the vector index Near\.$/m)
    const place = { endpoint: 'http://127.0.0.1:8000', region: 'eu-west-1' }
    assert.match(tableCli(settings, place), /--vector-indexes '\[\{"IndexName":"Near"/)
  })
})

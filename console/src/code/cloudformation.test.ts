import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cloudFormationYaml, templateOf } from './cloudformation.js'
import type { TableSettings } from './table-settings.js'

/** As CloudFormation's reference lists them for AWS::DynamoDB::Table. */
const documentedProperties = [
  'AttributeDefinitions',
  'BillingMode',
  'ContributorInsightsSpecification',
  'DeletionProtectionEnabled',
  'GlobalSecondaryIndexes',
  'ImportSourceSpecification',
  'KeySchema',
  'KinesisStreamSpecification',
  'LocalSecondaryIndexes',
  'OnDemandThroughput',
  'PointInTimeRecoverySpecification',
  'ProvisionedThroughput',
  'ResourcePolicy',
  'SSESpecification',
  'StreamSpecification',
  'TableClass',
  'TableName',
  'Tags',
  'TimeToLiveSpecification',
  'WarmThroughput',
]

const settings: TableSettings = {
  create: {
    TableName: 'app.Orders-1',
    AttributeDefinitions: [
      { AttributeName: 'PK', AttributeType: 'S' },
      { AttributeName: 'no', AttributeType: 'N' },
      { AttributeName: 'a: b', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'Wide',
        KeySchema: [
          { AttributeName: 'no', KeyType: 'HASH' },
          { AttributeName: 'a: b', KeyType: 'HASH' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
        WarmThroughput: { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 5_000 },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    OnDemandThroughput: { MaxReadRequestUnits: 100 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'alias/k' },
    DeletionProtectionEnabled: true,
    TableClass: 'STANDARD',
    Tags: [{ Key: 'team', Value: 'it\'s "ours"' }],
    ResourcePolicy: '{"Version":"2012-10-17","Statement":[]}',
  },
  ttlAttribute: 'expires',
  recovery: { days: 7 },
  kinesis: [{ streamArn: 'arn:one' }, { streamArn: 'arn:two' }],
}

describe('a table as a template', () => {
  const resources = templateOf(settings)['Resources'] as object
  const [[id, { Type, Properties }]] = Object.entries(resources) as [[string, Resource]]

  it('has documented properties only', () => {
    assert.equal(Type, 'AWS::DynamoDB::Table')
    const unknown = Object.keys(Properties).filter((name) => !documentedProperties.includes(name))
    assert.deepEqual(unknown, [])
  })

  it('names its resource with letters and digits', () => assert.equal(id, 'AppOrders1Table'))

  it('says what the service calls differently', () => {
    assert.deepEqual(Properties['StreamSpecification'], { StreamViewType: 'NEW_IMAGE' })
    assert.deepEqual(Properties['SSESpecification'], {
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: 'alias/k',
    })
    assert.deepEqual(Properties['TimeToLiveSpecification'], {
      AttributeName: 'expires',
      Enabled: true,
    })
    assert.deepEqual(Properties['PointInTimeRecoverySpecification'], {
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 7,
    })
    assert.deepEqual(Properties['KinesisStreamSpecification'], { StreamArn: 'arn:one' })
    assert.deepEqual(Properties['ResourcePolicy'], {
      PolicyDocument: { Version: '2012-10-17', Statement: [] },
    })
  })

  it('is YAML whose words keep their meaning', () => {
    const text = cloudFormationYaml(settings)
    assert.match(text, /^# Not in this template: the Kinesis stream arn:two\.\n/)
    assert.match(text, /\n {2}AppOrders1Table:\n {4}Type: AWS::DynamoDB::Table\n/)
    assert.match(text, /\n {8}- AttributeName: "no"\n {10}AttributeType: "N"\n/)
    assert.match(text, /\n {8}- AttributeName: "a: b"\n/)
    assert.match(text, /\n {10}Value: "it's \\"ours\\""\n/)
    assert.match(text, /\n {10}Statement: \[\]\n/)
  })
})

interface Resource {
  readonly Type: string
  readonly Properties: Readonly<Record<string, unknown>>
}

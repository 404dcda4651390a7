/** ImportTable, DescribeImport and ListImports: what is refused, and in which words. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { checkRefusals, expectError, type Refusal } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

const client = await connect({ logLevel: 'silent' })
const existing = await client.createTable(partitionOnly())
const tableArn = (await client.untilActive(existing))['TableArn'] as string
const account = tableArn.split(':')[4]!

const parameters = {
  TableName: newTableName('imported'),
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}
const base = {
  ClientToken: 'some-token',
  S3BucketSource: { S3Bucket: 'gramme-test-no-such-bucket' },
  InputFormat: 'DYNAMODB_JSON',
  TableCreationParameters: parameters,
}
const { BillingMode: _mode, ...withoutMode } = parameters

describe('an import is refused', () => {
  const rows: readonly Refusal[] = [
    ['without a token', { ClientToken: undefined }, /clientToken/],
    ['with an empty token', { ClientToken: '' }, /clientToken/],
    ['with a token that has a dollar', { ClientToken: 'a$b' }, /clientToken/],
    [
      'without units of a provisioned table',
      { TableCreationParameters: withoutMode },
      'One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    ],
    [
      'with maxima of a provisioned table',
      {
        TableCreationParameters: {
          ...withoutMode,
          ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
          OnDemandThroughput: { MaxWriteRequestUnits: 5 },
        },
      },
      'One or more parameter values were invalid: MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table BillingMode is PROVISIONED.',
    ],
    [
      'with options of another format',
      { InputFormatOptions: { Csv: { Delimiter: ';' } } },
      'Invalid Request: Unsupported InputFormatOptions for the given input format: DYNAMODB_JSON.',
    ],
    [
      'with a long delimiter',
      { InputFormat: 'CSV', InputFormatOptions: { Csv: { Delimiter: ';;' } } },
      /^2 validation errors detected: Value ';;' at 'inputFormatOptions\.csv\.delimiter' failed to satisfy constraint: Member must satisfy regular expression pattern: \[,;/,
    ],
    [
      'of an unknown compression',
      { InputCompressionType: 'BZIP2' },
      "1 validation error detected: Value 'BZIP2' at 'inputCompressionType' failed to satisfy constraint: Member must satisfy enum value set: [ZSTD, NONE, GZIP]",
    ],
    [
      'into a table that exists',
      { TableCreationParameters: { ...parameters, TableName: existing } },
      `Table already exists: ${existing}`,
      'ResourceInUseException',
    ],
  ]
  checkRefusals(client, 'ImportTable', base, rows)
})

describe('an import is not described', () => {
  const arn = `${tableArn}/import/01791504762511-2779fadd`
  const rows: readonly Refusal[] = [
    ['by the ARN of a table', { ImportArn: tableArn }, 'Invalid Import ARN'],
    [
      'by the ARN of an export',
      { ImportArn: arn.replace('import', 'export') },
      'Invalid Import ARN',
    ],
    ['by garbage', { ImportArn: 'x'.repeat(40) }, 'Invalid Import ARN'],
    [
      'by a short name of a table',
      { ImportArn: arn.replace(existing, 'ab') },
      'Invalid Import ARN',
    ],
    ['if there is none', { ImportArn: arn }, `Import not found: ${arn}`, 'ImportNotFoundException'],
    [
      'if it is in another region',
      { ImportArn: arn.replace(client.region, 'eu-north-1') },
      /^Import not found/,
      'ImportNotFoundException',
    ],
    [
      'if it is another account’s',
      { ImportArn: arn.replace(account, '999999999999') },
      'Access is denied',
      'AccessDeniedException',
    ],
  ]
  checkRefusals(client, 'DescribeImport', {}, rows)
})

describe('an import from a bucket that is not there', () => {
  it('is accepted, fails and is listed', async () => {
    const first = (await client.ask('ImportTable', base))['ImportTableDescription'] as Json
    assert.equal(first['ImportStatus'], 'IN_PROGRESS')
    const again = (await client.ask('ImportTable', { ...base, InputFormat: 'ION' }))[
      'ImportTableDescription'
    ] as Json
    assert.equal(again['ImportArn'], first['ImportArn'])
    await expectError(
      client.call('ImportTable', {
        ...base,
        TableCreationParameters: { ...parameters, TableName: newTableName('other') },
      }),
      'ImportConflictException',
      'Import conflict: Duplicate request detected with conflicting parameters',
    )
    const { ImportArn } = first
    let ended: Json = first
    await until(
      async () => {
        const answer = await client.ask('DescribeImport', { ImportArn })
        ended = answer['ImportTableDescription'] as Json
        return ended['ImportStatus'] !== 'IN_PROGRESS'
      },
      () => 'the import does not end',
    )
    assert.equal(ended['ImportStatus'], 'FAILED')
    assert.equal(ended['FailureCode'], 'S3NoSuchBucket')
    assert.match(
      String(ended['FailureMessage']),
      /^The specified bucket does not exist \(Service: Amazon S3; Status Code: 404; Error Code: NoSuchBucket;/,
    )
    assert.equal(ended['TableId'], first['TableId'])
    await client.ask('ImportTable', { ...base, ClientToken: 'another' })
    const page = await client.ask('ListImports', { PageSize: 1 })
    assert.match(String(page['NextToken']), /^([0-9a-f]{16})+$/)
    assert.ok(String(page['NextToken']).length >= 112)
    const next = await client.ask('ListImports', { PageSize: 1, NextToken: page['NextToken'] })
    const [summary] = next['ImportSummaryList'] as Json[]
    assert.deepEqual(Object.keys(summary!).sort(), [
      'CloudWatchLogGroupArn',
      'EndTime',
      'ImportArn',
      'ImportStatus',
      'InputFormat',
      'S3BucketSource',
      'StartTime',
      'TableArn',
    ])
    assert.equal(summary!['ImportArn'], ImportArn)
    const other = await client.ask('ListImports', { TableArn: tableArn })
    assert.deepEqual(other['ImportSummaryList'], [])
  })
})

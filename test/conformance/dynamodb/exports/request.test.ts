/** ExportTableToPointInTime, DescribeExport and ListExports: what is refused, and in which words. */
import { describe } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals, type Refusal } from '../../../support/expect.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const described = (await client.untilActive(table))['TableArn'] as string
const account = described.split(':')[4]!
const elsewhere = described.replace(account, '999999999999')
const absent = described.replace(table, newTableName('absent'))
const soon = (): number => Math.floor(Date.now() / 1000)
const base = { TableArn: described, S3Bucket: 'bucket', ClientToken: 'token' }
const incremental = { ExportType: 'INCREMENTAL_EXPORT' }

const invalidRequest = (sentence: string): string => `Invalid Request: ${sentence}`
const enumSentence = (value: string, place: string): RegExp =>
  new RegExp(
    `^1 validation error detected: Value '${value}' at '${place}' failed to satisfy constraint: Member must satisfy enum value set: \\[`,
  )

describe('an export is refused', () => {
  const rows: readonly Refusal[] = [
    [
      'in an unknown format',
      { ExportFormat: 'QWERTY' },
      "1 validation error detected: Value 'QWERTY' at 'exportFormat' failed to satisfy constraint: Member must satisfy enum value set: [ION, DYNAMODB_JSON]",
    ],
    ['of an unknown type', { ExportType: 'SOME' }, enumSentence('SOME', 'exportType')],
    ['under another cipher', { S3SseAlgorithm: 'DES' }, enumSentence('DES', 's3SseAlgorithm')],
    [
      'with a misspelt view',
      { ...incremental, IncrementalExportSpecification: { ExportViewType: 'NEW_IMAGES' } },
      enumSentence('NEW_IMAGES', 'incrementalExportSpecification.exportViewType'),
    ],
    ['to a bucket with a bad name', { S3Bucket: '-no-' }, /at 's3Bucket' failed to satisfy/],
    [
      'to a bucket without a name',
      { S3Bucket: '' },
      "1 validation error detected: Value '' at 's3Bucket' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$",
    ],
    ['for an owner that is no account', { S3BucketOwner: '12' }, /at 's3BucketOwner' failed/],
    ['of no table', { TableArn: '' }, 'Invalid TableArn: Invalid Table ARN'],
    [
      'of a table by its name',
      { TableArn: table },
      'One or more parameter values were invalid: tableArn is not a valid ARN',
    ],
    ['of an index', { TableArn: `${described}/index/x` }, invalidRequest('Table ARN is invalid.')],
    ['of another account', { TableArn: elsewhere }, 'Access is denied', 'AccessDeniedException'],
    [
      'with a key but without KMS',
      { S3SseKmsKeyId: 'alias/x' },
      invalidRequest('KMS Key Id is not supported for this encryption type'),
    ],
    [
      'with a malformed key',
      { S3SseAlgorithm: 'KMS', S3SseKmsKeyId: 'not a key' },
      /^Invalid Request: 1 validation error detected: Value 'not a key' at 's3SseKmsKeyId' failed to satisfy constraint: Member must satisfy regular/,
    ],
    [
      'with a specification but no type',
      { IncrementalExportSpecification: {} },
      invalidRequest(
        'Export Type expected to be Incremental Export when incremental export specification is provided',
      ),
    ],
    [
      'with a specification but as a full one',
      { ExportType: 'FULL_EXPORT', IncrementalExportSpecification: {} },
      invalidRequest(
        'When Export Type is Full Export , Incremental Export Specification should not be provided',
      ),
    ],
    [
      'as an incremental one without specification',
      incremental,
      invalidRequest(
        'Incremental Export Specification expected when export type is set as Incremental Export',
      ),
    ],
    [
      'without the start of its window',
      { ...incremental, IncrementalExportSpecification: {} },
      invalidRequest('ExportFromTime must be provided in IncrementalExportSpecification'),
    ],
    [
      'with an empty filter',
      { FilterSpecification: {} },
      invalidRequest('Invalid FilterSpecification: The specification can not be empty'),
    ],
    [
      'with a filter that cannot be parsed',
      { FilterSpecification: { FilterExpression: 'a = ' } },
      /^Invalid FilterExpression: Syntax error/,
    ],
    [
      'of a table that does not exist',
      { TableArn: absent },
      `Table not found: ${absent}`,
      'TableNotFoundException',
    ],
    [
      'of a table in another region, even if one of its name is here',
      { TableArn: described.replace(client.region, 'eu-central-1') },
      `Table not found: ${described.replace(client.region, 'eu-central-1')}`,
      'TableNotFoundException',
    ],
    [
      'with a key condition that is none',
      {
        FilterSpecification: {
          KeyConditionExpression: 'someone = :v',
          ExpressionAttributeValues: { ':v': { S: 'x' } },
        },
      },
      'Query condition missed key schema element: pk',
    ],
    [
      'with a window from before the table',
      { ...incremental, IncrementalExportSpecification: { ExportFromTime: 1_700_000_000 } },
      'Incremental export period from time cannot be less than the table creation time : 2023-11-14T22:13:20Z',
      'InvalidExportTimeException',
    ],
    [
      'with a window from before the table, even if the time of a full export is given too',
      {
        ...incremental,
        ExportTime: 1_700_000_000,
        IncrementalExportSpecification: { ExportFromTime: 1_700_000_000 },
      },
      'Incremental export period from time cannot be less than the table creation time : 2023-11-14T22:13:20Z',
      'InvalidExportTimeException',
    ],
    [
      'with a window into the future',
      {
        ...incremental,
        IncrementalExportSpecification: { ExportFromTime: soon(), ExportToTime: 4_000_000_000 },
      },
      'Incremental export period to time cannot be greater than the current time : 2096-10-02T07:06:40Z',
      'InvalidExportTimeException',
    ],
    [
      'with a window that is too short',
      { ...incremental, IncrementalExportSpecification: { ExportFromTime: soon() } },
      'Difference between export period from time and export period to time is less than 15 minutes',
      'InvalidExportTimeException',
    ],
    [
      'of a table without recovery',
      { ExportTime: 4_000_000_000 },
      `Point in time recovery is not enabled for table '${table}'`,
      'PointInTimeRecoveryUnavailableException',
    ],
  ]
  checkRefusals(client, 'ExportTableToPointInTime', base, rows)
})

describe('an export is not described', () => {
  const ticket = '01791504762511-2779fadd'
  const arn = `${described}/export/${ticket}`
  const otherRegion = arn.replace(client.region, 'eu-central-1')
  checkRefusals(client, 'DescribeExport', {}, [
    ['by the ARN of a table', { ExportArn: described }, 'Invalid Export ARN'],
    ['by that of a backup', { ExportArn: arn.replace('export', 'backup') }, 'Invalid Export ARN'],
    ['by no ARN', { ExportArn: 'x'.repeat(37) }, 'Invalid Export ARN'],
    ['by an ARN that begins otherwise', { ExportArn: `x${arn}` }, 'Invalid Export ARN'],
    ['by a short text', { ExportArn: 'arn' }, /at 'exportArn' failed to satisfy constraint/],
    [
      'if there is none',
      { ExportArn: arn },
      `Export not found: Export not found: ${arn}`,
      'ExportNotFoundException',
    ],
    [
      'in another region',
      { ExportArn: otherRegion },
      'Export not found: Invalid export arn',
      'ExportNotFoundException',
    ],
    [
      'of another account',
      { ExportArn: arn.replace(account, '999999999999') },
      'Access is denied',
      'AccessDeniedException',
    ],
    [
      'in a region that is none',
      { ExportArn: arn.replace(client.region, 'moon') },
      'Access is denied',
      'AccessDeniedException',
    ],
  ])
})

describe('exports are not listed', () => {
  const token = 'ab'.repeat(88)
  const invalid = (text: string): string => invalidRequest(`Provided nextToken is invalid: ${text}`)
  checkRefusals(client, 'ListExports', {}, [
    ['from a token that is none', { NextToken: 'there' }, invalid('there')],
    ['from a token of somebody else', { NextToken: token }, invalid(token)],
    ['more than 25 at a time', { MaxResults: 26 }, /less than or equal to 25/],
    [
      'by the name of a table',
      { TableArn: table },
      'One or more parameter values were invalid: tableArn is not a valid ARN',
    ],
  ])
})

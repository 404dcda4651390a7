/** What the operations on Kinesis destinations refuse, and with which sentences. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { KinesisStandIn, lendCredentials, streamArn } from '../../../support/kinesis.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('one', 'two')
after(() => kinesis.stop())
const client = await connect({ kinesisEndpoint: kinesis.url })
const [one, two] = [streamArn('one'), streamArn('two')]
const absent = newTableName('absent')

const prefix = 'Table is not in a valid state to enable Kinesis Streaming Destination: '
const notEnableable = `${prefix}EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.`
const notDisableable = `${prefix}KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.`
const micros = { ApproximateCreationDateTimePrecision: 'MICROSECOND' }

const idle = await client.createTable(partitionOnly())
const active = await client.createTable(partitionOnly())
await client.ask('EnableKinesisStreamingDestination', { TableName: active, StreamArn: one })
const disabled = await client.createTable(partitionOnly())
await client.ask('EnableKinesisStreamingDestination', { TableName: disabled, StreamArn: one })
await client.ask('DisableKinesisStreamingDestination', { TableName: disabled, StreamArn: one })
const failed = await client.createTable(partitionOnly())
const nowhere = streamArn('nowhere')
await client.ask('EnableKinesisStreamingDestination', { TableName: failed, StreamArn: nowhere })

const missing = [
  'a table that does not exist',
  { TableName: absent },
  say.tableNotFound(absent),
  'ResourceNotFoundException',
] as const

describe('EnableKinesisStreamingDestination refuses', () => {
  checkRefusals(
    client,
    'EnableKinesisStreamingDestination',
    { TableName: active, StreamArn: one },
    [
      missing,
      ['a stream that is enabled', {}, notEnableable],
      ['a second stream', { StreamArn: two }, notEnableable],
      ['a second stream that does not exist', { StreamArn: nowhere }, notEnableable],
      [
        'an unknown precision',
        { EnableKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'DAY' } },
        /Value 'DAY' at 'enableKinesisStreamingConfiguration.approximateCreationDateTimePrecision' failed to satisfy constraint: Member must satisfy enum value set: \[MILLISECOND, MICROSECOND\]/,
      ],
      ['an ARN that is too short', { StreamArn: 'arn:aws:kinesis' }, /at 'streamArn' failed/],
    ],
  )
})

describe('DisableKinesisStreamingDestination refuses', () => {
  checkRefusals(
    client,
    'DisableKinesisStreamingDestination',
    { TableName: active, StreamArn: one },
    [
      missing,
      ['a stream that was never enabled', { StreamArn: two }, notDisableable],
      ['a stream of a table without any', { TableName: idle }, notDisableable],
      ['a stream that is disabled', { TableName: disabled }, notDisableable],
      ['a stream that failed', { TableName: failed, StreamArn: nowhere }, notDisableable],
      [
        'a configuration',
        { EnableKinesisStreamingConfiguration: micros },
        'Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters',
      ],
    ],
  )
})

describe('UpdateKinesisStreamingDestination refuses', () => {
  const notActive = (table: string, stream: string): string =>
    `${prefix}Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: ${table}, kdsArn: ${stream}`
  const nothing =
    'Streaming destination cannot be updated with given parameters: UpdateKinesisStreamingConfiguration cannot be null or contain only null values'
  checkRefusals(
    client,
    'UpdateKinesisStreamingDestination',
    { TableName: active, StreamArn: one, UpdateKinesisStreamingConfiguration: micros },
    [
      missing,
      [
        'a stream that was never enabled',
        { StreamArn: two },
        `${prefix}No streaming destination with streamArn: ${two} found for table with tableName: ${active}`,
      ],
      ['a stream that is disabled', { TableName: disabled }, notActive(disabled, one)],
      [
        'a stream that failed',
        { TableName: failed, StreamArn: nowhere },
        notActive(failed, nowhere),
      ],
      ['no configuration', { UpdateKinesisStreamingConfiguration: undefined }, nothing],
      ['an empty configuration', { UpdateKinesisStreamingConfiguration: {} }, nothing],
      [
        'the default precision',
        {
          UpdateKinesisStreamingConfiguration: {
            ApproximateCreationDateTimePrecision: 'MILLISECOND',
          },
        },
        new RegExp(
          `^Invalid Request: Precision is already set to the desired value of MILLISECOND for tableId: [0-9a-f-]{36}, kdsArn: ${one}$`,
        ),
      ],
    ],
  )
})

describe('DescribeKinesisStreamingDestination refuses', () => {
  checkRefusals(client, 'DescribeKinesisStreamingDestination', {}, [missing])
})

describe('on a server whose Kinesis endpoint cannot be reached', async () => {
  const other = await connect({ kinesisEndpoint: 'http://127.0.0.1:1' })
  const TableName = await other.createTable(partitionOnly())

  it('a destination fails to be enabled, and says why', async () => {
    await other.ask('EnableKinesisStreamingDestination', { TableName, StreamArn: one })
    const answer = await other.ask('DescribeKinesisStreamingDestination', { TableName })
    const [{ DestinationStatus, DestinationStatusDescription }] = answer[
      'KinesisDataStreamDestinations'
    ] as [{ DestinationStatus: string; DestinationStatusDescription: string }]
    assert.equal(DestinationStatus, 'ENABLE_FAILED')
    assert.match(
      DestinationStatusDescription,
      /^The Kinesis endpoint of this server did not describe/,
    )
  })
})

describe('on a server without a Kinesis endpoint', async () => {
  const other = await connect()
  const table = await other.createTable(partitionOnly())
  const names = { TableName: table, StreamArn: one }

  it('a destination is not enabled, and nothing is stored', async () => {
    await expectError(
      other.call('EnableKinesisStreamingDestination', names),
      'ValidationException',
      'This server has no Kinesis endpoint to deliver to: start it with --kinesis-endpoint or GRAMME_KINESIS_ENDPOINT',
    )
    const answer = await other.ask('DescribeKinesisStreamingDestination', { TableName: table })
    assert.deepEqual(answer['KinesisDataStreamDestinations'], [])
  })
})

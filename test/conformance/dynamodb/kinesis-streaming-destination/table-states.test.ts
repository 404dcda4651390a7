/** Kinesis destinations of a table that is CREATING or DELETING. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { KinesisStandIn, lendCredentials, streamArn } from '../../../support/kinesis.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'
import { until } from '../../../support/until.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('one')
after(() => kinesis.stop())
const client = await connect({ kinesisEndpoint: kinesis.url, tableTransitionMs: 2000 })
const StreamArn = streamArn('one')
const UpdateKinesisStreamingConfiguration = { ApproximateCreationDateTimePrecision: 'MICROSECOND' }
const prefix = 'Table is not in a valid state to enable Kinesis Streaming Destination: '

const statusIn = async (TableName: string): Promise<unknown> => {
  const answer = await client.ask('DescribeKinesisStreamingDestination', { TableName })
  const [destination] = answer['KinesisDataStreamDestinations'] as { DestinationStatus: string }[]
  return destination?.DestinationStatus
}

describe('while a table is CREATING', () => {
  it('it is not found by what changes its destinations', async () => {
    const TableName = newTableName('kinesis')
    await client.ask('CreateTable', { TableName, ...partitionOnly() })
    const request = { TableName, StreamArn }
    const refused = [
      client.call('EnableKinesisStreamingDestination', request),
      client.call('DisableKinesisStreamingDestination', request),
      client.call('UpdateKinesisStreamingDestination', {
        ...request,
        UpdateKinesisStreamingConfiguration,
      }),
    ]
    for (const answer of refused) {
      await expectError(answer, 'ResourceNotFoundException', say.tableNotFound(TableName))
    }
    assert.equal(await statusIn(TableName), undefined)
  })
})

describe('while a table is DELETING', () => {
  it('its destination is UPDATING and cannot be changed', async () => {
    const TableName = await client.createTable(partitionOnly())
    await client.ask('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await until(
      async () => (await statusIn(TableName)) === 'ACTIVE',
      () => 'the destination did not become ACTIVE',
    )
    await client.ask('DeleteTable', { TableName })
    assert.equal(await statusIn(TableName), 'UPDATING')
    await expectError(
      client.call('DisableKinesisStreamingDestination', { TableName, StreamArn }),
      'ValidationException',
      `${prefix}KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.`,
    )
    await expectError(
      client.call('EnableKinesisStreamingDestination', { TableName, StreamArn }),
      'ValidationException',
      `${prefix}EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.`,
    )
  })
})

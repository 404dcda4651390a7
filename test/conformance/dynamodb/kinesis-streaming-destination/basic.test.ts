/**
 * Enable-, Disable-, Update- and DescribeKinesisStreamingDestination: the life cycle of a
 * destination.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  DescribeKinesisStreamingDestinationCommand,
  DisableKinesisStreamingDestinationCommand,
  EnableKinesisStreamingDestinationCommand,
  UpdateKinesisStreamingDestinationCommand,
} from '@aws-sdk/client-dynamodb'
import { connect, type Json } from '../../../support/client.js'
import { KinesisStandIn, lendCredentials, streamArn } from '../../../support/kinesis.js'
import { partitionOnly } from '../../../support/tables.js'

lendCredentials()
const kinesis = await KinesisStandIn.start('first', 'second')
after(() => kinesis.stop())
const client = await connect({ kinesisEndpoint: kinesis.url })
const [first, second] = [streamArn('first'), streamArn('second')]

const described = async (TableName: string) => {
  const command = new DescribeKinesisStreamingDestinationCommand({ TableName })
  const { KinesisDataStreamDestinations } = await client.sdk.send(command)
  return KinesisDataStreamDestinations
}
const enable = (TableName: string, StreamArn: string, more: Json = {}) =>
  client.ask('EnableKinesisStreamingDestination', { TableName, StreamArn, ...more })
const disable = (TableName: string, StreamArn: string) =>
  client.ask('DisableKinesisStreamingDestination', { TableName, StreamArn })

describe('a Kinesis destination', () => {
  it('does not exist at first', async () => {
    const TableName = await client.createTable(partitionOnly())
    const answer = await client.ask('DescribeKinesisStreamingDestination', { TableName })
    assert.deepEqual(answer, { TableName, KinesisDataStreamDestinations: [] })
  })

  it('is enabled, described, updated and disabled through the SDK', async () => {
    const TableName = await client.createTable(partitionOnly())
    const names = { TableName, StreamArn: first }
    const enabled = await client.sdk.send(new EnableKinesisStreamingDestinationCommand(names))
    assert.equal(enabled.DestinationStatus, 'ENABLING')
    assert.deepEqual(enabled.EnableKinesisStreamingConfiguration, {})
    assert.deepEqual(await described(TableName), [
      { StreamArn: first, DestinationStatus: 'ACTIVE' },
    ])
    const precision = { ApproximateCreationDateTimePrecision: 'MICROSECOND' } as const
    const updated = await client.sdk.send(
      new UpdateKinesisStreamingDestinationCommand({
        ...names,
        UpdateKinesisStreamingConfiguration: precision,
      }),
    )
    assert.equal(updated.DestinationStatus, 'UPDATING')
    assert.deepEqual(updated.UpdateKinesisStreamingConfiguration, precision)
    assert.deepEqual(await described(TableName), [
      { StreamArn: first, DestinationStatus: 'ACTIVE', ...precision },
    ])
    const disabled = await client.sdk.send(new DisableKinesisStreamingDestinationCommand(names))
    assert.equal(disabled.DestinationStatus, 'DISABLING')
    assert.deepEqual(await described(TableName), [
      { StreamArn: first, DestinationStatus: 'DISABLED' },
    ])
  })

  it('is described with the precision it was enabled with', async () => {
    const TableName = await client.createTable(partitionOnly())
    const EnableKinesisStreamingConfiguration = {
      ApproximateCreationDateTimePrecision: 'MILLISECOND',
    }
    const answer = await enable(TableName, first, { EnableKinesisStreamingConfiguration })
    assert.deepEqual(answer, {
      TableName,
      StreamArn: first,
      DestinationStatus: 'ENABLING',
      EnableKinesisStreamingConfiguration,
    })
    assert.deepEqual(await described(TableName), [
      { StreamArn: first, DestinationStatus: 'ACTIVE', ...EnableKinesisStreamingConfiguration },
    ])
  })

  it('is replaced if it is enabled again, and stays listed beside another', async () => {
    const TableName = await client.createTable(partitionOnly())
    await enable(TableName, first)
    await disable(TableName, first)
    await enable(TableName, first)
    assert.deepEqual(await described(TableName), [
      { StreamArn: first, DestinationStatus: 'ACTIVE' },
    ])
    await disable(TableName, first)
    await enable(TableName, second)
    assert.deepEqual(await described(TableName), [
      { StreamArn: second, DestinationStatus: 'ACTIVE' },
      { StreamArn: first, DestinationStatus: 'DISABLED' },
    ])
  })

  it('cannot be enabled without such a stream, and can be tried again', async () => {
    const TableName = await client.createTable(partitionOnly())
    const late = streamArn('late')
    const answer = await enable(TableName, late)
    assert.equal(answer['DestinationStatus'], 'ENABLING')
    assert.deepEqual(await described(TableName), [
      {
        StreamArn: late,
        DestinationStatus: 'ENABLE_FAILED',
        DestinationStatusDescription: 'User does not have a permission to use kinesis stream',
      },
    ])
    kinesis.streams.add('late')
    await enable(TableName, late)
    assert.deepEqual(await described(TableName), [{ StreamArn: late, DestinationStatus: 'ACTIVE' }])
  })

  it('leaves the description of the table alone', async () => {
    const TableName = await client.createTable(partitionOnly())
    await enable(TableName, first)
    const { Table } = (await client.ask('DescribeTable', { TableName })) as { Table: Json }
    assert.equal(Table['TableStatus'], 'ACTIVE')
    assert.equal(Table['StreamSpecification'], undefined)
    assert.equal(Table['LatestStreamArn'], undefined)
    assert.deepEqual(await client.ask('ListStreams', { TableName }), { Streams: [] })
  })

  it('stays when a stream of the table is enabled and disabled', async () => {
    const TableName = await client.createTable(partitionOnly())
    await enable(TableName, first)
    for (const StreamEnabled of [true, false]) {
      const view = StreamEnabled && { StreamViewType: 'KEYS_ONLY' }
      await client.ask('UpdateTable', {
        TableName,
        StreamSpecification: { StreamEnabled, ...view },
      })
      assert.deepEqual(await described(TableName), [
        { StreamArn: first, DestinationStatus: 'ACTIVE' },
      ])
    }
  })
})

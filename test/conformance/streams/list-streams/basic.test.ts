/** ListStreams: all streams, in pages. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { latestStream, noStream, notStreaming, streaming } from '../../../support/streams.js'
import { partitionOnly } from '../../../support/tables.js'

// A region that no other test uses, so that only these streams are listed.
const client = (await connect()).as({ region: 'eu-south-2' })
const list = (input: object) => client.streams.send(new ListStreamsCommand(input))

const plain = await client.createTable(partitionOnly())
const one = await client.createTable({ ...partitionOnly(), ...streaming() })
const other = await client.createTable({ ...partitionOnly(), ...streaming('KEYS_ONLY') })

describe('ListStreams', () => {
  it('names the stream of a table', async () => {
    const StreamArn = await latestStream(client, one)
    const StreamLabel = StreamArn.slice(StreamArn.indexOf('/stream/') + '/stream/'.length)
    const { Streams, LastEvaluatedStreamArn } = await list({ TableName: one })
    assert.deepEqual(Streams, [{ StreamArn, TableName: one, StreamLabel }])
    assert.equal(LastEvaluatedStreamArn, undefined)
    assert.match(StreamLabel, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/)
  })

  it('has an empty list for a table without a stream, and for a missing table', async () => {
    assert.deepEqual((await list({ TableName: plain })).Streams, [])
    assert.deepEqual((await list({ TableName: newTableName() })).Streams, [])
  })

  it('pages through the streams of all tables, each once', async () => {
    const arns: string[] = []
    for (let start: string | undefined, more = true; more;) {
      const page: { Streams?: { StreamArn?: string }[]; LastEvaluatedStreamArn?: string } =
        await list({ Limit: 1, ExclusiveStartStreamArn: start })
      assert.equal(page.Streams?.length, 1)
      arns.push(page.Streams[0]!.StreamArn!)
      start = page.LastEvaluatedStreamArn
      more = start !== undefined
    }
    const expected = await Promise.all([one, other].map((name) => latestStream(client, name)))
    assert.deepEqual([...arns].sort(), [...expected].sort())
  })

  it('is empty after the last stream', async () => {
    const ExclusiveStartStreamArn = await latestStream(client, one)
    const { Streams } = await list({ TableName: one, ExclusiveStartStreamArn })
    assert.deepEqual(Streams, [])
  })

  it('still lists a disabled stream, and that of a deleted table', async () => {
    const table = await client.createTable({ ...partitionOnly(), ...streaming() })
    const first = await latestStream(client, table)
    await client.ask('UpdateTable', { TableName: table, ...notStreaming })
    await client.untilActive(table)
    await client.ask('UpdateTable', { TableName: table, ...streaming('OLD_IMAGE') })
    await client.untilActive(table)
    const second = await latestStream(client, table)
    assert.notEqual(first, second)
    await client.ask('DeleteTable', { TableName: table })
    const { Streams } = await list({ TableName: table })
    assert.deepEqual(
      Streams?.map(({ StreamArn }) => StreamArn),
      [first, second],
    )
  })

  it('lists only the streams of the region', async () => {
    const elsewhere = client.as({ region: 'eu-south-1' })
    const answer = await elsewhere.ask('ListStreams', {})
    assert.deepEqual(answer, { Streams: [] })
  })
})

describe('ListStreams refuses', () => {
  checkRefusals(client, 'ListStreams', {}, [
    ['a limit of zero', { Limit: 0 }, /Value '0' at 'limit' .* greater than or equal to 1$/],
    ['a limit over 100', { Limit: 101 }, /Value '101' at 'limit' .* less than or equal to 100$/],
    [
      'a start that is not a stream',
      { ExclusiveStartStreamArn: 'kossaapaaasdafsdaasdasdasdasasdasfadfadfasdasdas' },
      'Invalid StreamArn',
    ],
    [
      'a start that is a table',
      { ExclusiveStartStreamArn: noStream.slice(0, noStream.indexOf('/stream')) },
      'Invalid StreamArn',
    ],
    [
      'a start that is too short',
      { ExclusiveStartStreamArn: 'arn:aws' },
      /'exclusiveStartStreamArn' failed to satisfy constraint: Member must have length greater/,
    ],
  ])
})

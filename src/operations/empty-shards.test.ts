/** Shards that end before anything was written to them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { hourMs, StreamBench } from './streams-suite.js'

const oneShard = {
  BillingMode: 'PROVISIONED',
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
}

describe('shards', () => {
  it('have numbers of their own even if nothing was written to them', async () => {
    const bench = new StreamBench(await openTestEngine())
    const arn = await bench.createTable('things', oneShard)
    for (let round = 0; round < 3; round++) {
      bench.clock.advance(4 * hourMs)
      await bench.keep()
    }
    await bench.put('things', 'a')
    const shards = await bench.shards(arn)
    const ranges = shards.map(({ SequenceNumberRange }) => SequenceNumberRange)
    const starts = ranges.map(({ StartingSequenceNumber }) => BigInt(StartingSequenceNumber))
    const ends = ranges.flatMap(({ EndingSequenceNumber: end }) => end ?? []).map(BigInt)
    assert.equal(ends.length, 3)
    for (const [i, end] of ends.entries()) assert.ok(starts[i]! <= end && end < starts[i + 1]!)
    for (const { ShardId, SequenceNumberRange } of shards) {
      const from = { SequenceNumber: SequenceNumberRange.StartingSequenceNumber }
      const start = { ShardIteratorType: 'AT_SEQUENCE_NUMBER', ...from }
      const { records } = await bench.records(await bench.iterator(arn, ShardId, start))
      assert.equal(records.length, ShardId === shards.at(-1)!.ShardId ? 1 : 0)
      const others = shards.filter((shard) => shard.ShardId !== ShardId)
      for (const other of others) {
        await assert.rejects(bench.iterator(arn, other.ShardId, start), /Invalid SequenceNumber/)
      }
    }
  })
})

/** A page of a lane that has entries which are not delivered. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { decodeLog, getLog, laneHeads, readHeads } from '../changes/change-log.js'
import { MemberTable } from '../items/member-suite.js'
import { silentLog } from '../stdx/log.js'
import { deliverLane } from './deliver-lane.js'
import type { KinesisDelivery } from './kinesis-delivery.js'
import type { Sending } from './send-in-order.js'

describe('a delivery from the log of a global table', () => {
  it('leaves out renewed versions and goes on behind them', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember()
    for (const text of ['one', 'one', 'two', 'two']) await member.put('a', { note: { S: text } })
    const { changes, region, name: tableName, id: tableId } = await member.table()
    const { space } = changes!
    const [record, found] = await member.engine.read([getLog(space), readHeads(space)])
    const heads = laneHeads(found)
    const { lane } = decodeLog(record!).open.find((shard) => heads.get(shard.lane) === 4)!
    const sent: string[] = []
    const streams = {
      put: async (_arn: string, records: readonly { readonly data: Buffer }[]) => {
        sent.push(...records.map(({ data }) => /"eventName":"(\w+)"/.exec(data.toString())![1]!))
        return records.map(() => ({ kind: 'taken' as const }))
      },
    }
    const sending = {
      streams,
      streamArn: 'arn',
      log: silentLog,
      signal: new AbortController().signal,
    }
    const delivery = { region, tableName, tableId, space, settings: { streamArn: 'arn' } }
    const delivering = {
      engine: member.engine,
      sending: sending as unknown as Sending,
      delivery: delivery as unknown as KinesisDelivery,
    }
    let position: { lane: number; next: number } = { lane, next: 1 }
    while (position.next <= 4) {
      position = (await deliverLane(delivering, { position, last: 4 }, new Set())).position
    }
    assert.deepEqual(sent, ['INSERT', 'MODIFY'])
    assert.equal(position.next, 5)
  })
})

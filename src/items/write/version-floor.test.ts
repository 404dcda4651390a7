/** The bound of a member's versions, while clients write. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestEngine } from '../../../test/support/engines.js'
import { laneHeads, readHeads } from '../../changes/change-log.js'
import { readLane } from '../../changes/read-lane.js'
import { isLater, type Version } from '../../model/version.js'
import { unfenced } from '../../storage/fence.js'
import { MemberTable } from '../member-suite.js'
import { raiseVersionFloor } from './version-floor.js'

const writers = 4
const writesOfEach = 25
/** Writers get their turn: it is raised for a fifth of the time, where members do it every few seconds. */
const restPerRaise = 4

describe('the bound of versions', () => {
  it('is below every write that commits after it was raised', async () => {
    const member = await new MemberTable(await openTestEngine()).createMember({ indexes: [] })
    const table = await member.table()
    const { space } = table.changes!
    const raised: { readonly floor: Version; readonly heads: ReadonlyMap<number, number> }[] = []
    let writing = writers
    const write = async (writer: number) => {
      for (let i = 0; i < writesOfEach; i++) await member.put(`${writer}-${i % 3}`)
      writing--
    }
    const raise = async () => {
      for (let counter = 1; writing > 0; counter++) {
        const startedAtMs = performance.now()
        const floor = { ms: member.clock.now(), counter: counter * 100, region: member.region }
        await raiseVersionFloor(member.engine, table, floor, unfenced)
        const [found] = await member.engine.read([readHeads(space)])
        raised.push({ floor, heads: laneHeads(found) })
        await sleep(restPerRaise * (performance.now() - startedAtMs))
      }
    }
    await Promise.all([raise(), ...Array.from({ length: writers }, (_, i) => write(i))])
    assert.ok(raised.length > 0)
    for (const { number: lane } of table.changes!.lanes) {
      const bounds = { entriesMax: 1000, bytesMax: 1e7 }
      for (const { entry, change } of await readLane(
        member.engine,
        space,
        { lane, next: 1 },
        bounds,
      )) {
        const version = { ...change.version!, region: member.region }
        for (const { floor, heads } of raised) {
          if (entry > (heads.get(lane) ?? 0)) assert.ok(isLater(version, floor))
        }
      }
    }
  })
})

/** The net changes of a window: what turns the table at its start into the table at its end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed } from '../../test/support/chance.js'
import type { Item } from '../model/item.js'
import { unfenced, writeFenced } from '../storage/fence.js'
import { itemKey } from '../storage/keyspace.js'
import { pastSource } from './items-place.js'
import { endNetChanges, NetChanges, type NetChange, type NetState } from './net-changes.js'
import { History, type Contents } from './past-suite.js'

/** Begins, folds and reads all pages, on another server each time and while others write. */
async function netOf(history: History, fromMs: number, toMs: number) {
  const { engine } = history
  const to = { ...(await history.point(toMs)), beforeMs: toMs }
  const source = pastSource(await history.table())
  let state = await new NetChanges(engine).begin(source, { fromMs, to }, unfenced, () => [])
  for (let complete = false; !complete;) {
    await history.act()
    const kept = JSON.parse(JSON.stringify(state)) as NetState
    const step = await new NetChanges(engine).collect(kept, unfenced)
    complete = step.complete
    // An older state folds the same changes again.
    if (complete || history.chance() < 0.7) state = step.state
  }
  const changes: NetChange[] = []
  let next: string | undefined
  do {
    const limits = { entriesMax: 3, bytesMax: 10_000 }
    const page = await new NetChanges(engine).page(state, next, limits)
    changes.push(...page.changes)
    next = page.next
    await history.act()
  } while (next !== undefined)
  await writeFenced(engine, unfenced, endNetChanges(state))
  return changes
}

describe('net changes', () => {
  for (const [round, member] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const where = member ? ', in a global table' : ''
    it(`turn the start of a window into its end${where} (seed ${seed + round})`, async () => {
      const chance = chanceOf(seed + round)
      const history = await (member ? History.openMember(chance) : History.open(chance))
      await history.actOften(120)
      const { keySchema } = await history.table()
      for (let i = 0; i < 6; i++) {
        const moments = [history.someMoment(), history.someMoment()].sort((a, b) => a - b)
        const [fromMs, toMs] = moments as [number, number]
        const [start, end] = [history.at(fromMs), history.at(toMs)]
        const result = new Map(start)
        for (const { key, before, after, lastAtMs } of await netOf(history, fromMs, toMs)) {
          const item = JSON.parse(Buffer.from(key.json).toString()) as Item
          const stored = itemKey(keySchema, item).toString('latin1')
          assert.equal(textOf(before), start.get(stored))
          assert.ok(lastAtMs >= fromMs && lastAtMs < toMs)
          if (after === undefined) result.delete(stored)
          else result.set(stored, textOf(after)!)
        }
        assert.deepEqual(sorted(result), sorted(end), `from ${fromMs} to ${toMs}`)
      }
    })
  }
})

function textOf(image: NetChange['before']): string | undefined {
  return image && Buffer.from(image.json).toString()
}

function sorted(contents: Contents): readonly (readonly [string, string])[] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1))
}

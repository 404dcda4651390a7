import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemSpace, type Entry } from './engine.js'
import { unfenced, writeFenced } from './fence.js'
import { MemoryEngine } from './memory/memory-engine.js'
import { walk, walkPages, walkPagesAhead, type WalkedRange } from './walk.js'

const range: WalkedRange = {
  space: systemSpace,
  from: Buffer.of(0x10),
  to: Buffer.of(0x20),
  entriesMax: 3,
}

async function engineWith(keys: readonly number[]): Promise<MemoryEngine> {
  const engine = new MemoryEngine()
  const put = (key: number) =>
    ({ kind: 'put', space: systemSpace, key: Buffer.of(key), value: Buffer.of(key) }) as const
  await writeFenced(engine, unfenced, keys.map(put))
  return engine
}

function keysOf(entries: readonly Entry[]): number[] {
  return entries.map(({ key }) => key[0]!)
}

describe('a walk over a range', () => {
  const inside = [0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x1f]
  const rows = [
    ['nothing', [0x01, 0x20], []],
    ['less than a page', [0x10, 0x11], [[0x10, 0x11]]],
    ['exactly a page', [0x10, 0x11, 0x12], [[0x10, 0x11, 0x12]]],
    ['several pages', [0x0f, ...inside, 0x20], [inside.slice(0, 3), inside.slice(3, 6), [0x1f]]],
  ] as const

  for (const [name, keys, pages] of rows) {
    it(`of ${name}`, async () => {
      const engine = await engineWith(keys)
      for (const walker of [walkPages, walkPagesAhead]) {
        const found: number[][] = []
        for await (const page of walker(engine, range)) found.push(keysOf(page))
        assert.deepEqual(found, pages)
      }
      const entries: Entry[] = []
      for await (const entry of walk(engine, range)) entries.push(entry)
      assert.deepEqual(keysOf(entries), pages.flat())
    })
  }
})

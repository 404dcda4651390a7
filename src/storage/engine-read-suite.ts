/** Ranges, pages and snapshots. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Range } from './engine.js'
import { GuardBroken } from './errors.js'
import type { NewStore, Supports } from './engine-suite.js'
import { ReadMemory } from './read-memory.js'
import {
  bytes,
  get,
  increment,
  otherSpace,
  pageText,
  put,
  range,
  remove,
  space,
  valueOf,
  withEngine,
  write,
} from './engine-testing-suite.js'

export function readSuite(newStore: NewStore, supports: Supports): void {
  it('finds what was put, and only in its space', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('a', 'one'), put('empty', ''), put('b', 'two', otherSpace)])
      assert.equal(await valueOf(engine, 'a'), 'one')
      assert.equal(await valueOf(engine, 'empty'), '')
      assert.equal(await valueOf(engine, 'b'), undefined)
      assert.equal(await valueOf(engine, 'b', otherSpace), 'two')
      await write(engine, [remove('a'), remove('never there')])
      assert.equal(await valueOf(engine, 'a'), undefined)
    }))

  it('cuts ranges by their bounds, in both directions', () =>
    withEngine(newStore, async (engine) => {
      const neighbours = [put('a', 'no', space + 1), put('\xff', 'no', space + 1)]
      const letters = ['a', 'b', 'bb', 'c', 'd'].map((key) => put(key, key))
      await write(engine, [...letters, ...neighbours])
      const rows: [string, string, string][] = [
        ['a', 'd', 'a b bb c'],
        ['b', 'c', 'b bb'],
        ['b\x00', 'bb\x00', 'bb'],
        ['bc', 'c', ''],
        ['c', 'b', ''],
        ['c', 'c', ''],
        ['', '\xff', 'a b bb c d'],
        ['d', '\xff\xff', 'd'],
        ['e', '\xff', ''],
      ]
      for (const [from, to, expected] of rows) {
        const asked = { from: bytes(from), to: bytes(to) }
        const backwards = expected.split(' ').reverse().join(' ')
        assert.equal(await pageText(engine, range(asked)), expected, `${from}…${to}`)
        assert.equal(await pageText(engine, range({ ...asked, reverse: true })), backwards)
      }
    }))

  it('sorts keys as unsigned bytes', () =>
    withEngine(newStore, async (engine) => {
      const sorted = ['\x00', '\x00\x00', '\x00\xff', '\x01', '\x7f', '\x80', '\xfe', '\xff']
      await write(
        engine,
        sorted.toReversed().map((key) => put(key, 'x')),
      )
      assert.equal(await pageText(engine, range()), sorted.join(' '))
      const keys = range({ reverse: true })
      assert.equal(await pageText(engine, keys), sorted.toReversed().join(' '))
    }))

  it('ends a page by entries or by bytes, and says whether there is more', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('a', 'xxxx'), put('b', 'xxxx'), put('c', 'xxxx'), put('d', '')])
      const rows: [Partial<Range>, string][] = [
        [{ entriesMax: 1 }, 'a …'],
        [{ entriesMax: 3 }, 'a b c …'],
        [{ entriesMax: 4 }, 'a b c d'],
        [{ entriesMax: 5 }, 'a b c d'],
        [{ bytesMax: 1 }, 'a …'],
        [{ bytesMax: 4 }, 'a …'],
        [{ bytesMax: 5 }, 'a b …'],
        [{ bytesMax: 12 }, 'a b c …'],
        [{ bytesMax: 13 }, 'a b c d'],
        [{ bytesMax: 0 }, 'a …'],
        [{ entriesMax: 2, bytesMax: 100, reverse: true }, 'd c …'],
        [{ entriesMax: 2, to: bytes('c') }, 'a b'],
        [{ bytesMax: 1, reverse: true, from: bytes('c') }, 'd c'],
      ]
      for (const [options, expected] of rows) {
        assert.equal(await pageText(engine, range(options)), expected, JSON.stringify(options))
      }
    }))

  it('may copy values into memory that is given', () =>
    withEngine(newStore, async (engine) => {
      const lengths = [0, 1, 1000, 40_000, 30_000, 100_000, 5, 130_000, 400_000, 6]
      await write(
        engine,
        lengths.map((length, n) => put(`key ${n}`, 'x'.repeat(length))),
      )
      for (const reverse of [false, true]) {
        const memory = new ReadMemory()
        const [copied, usual] = await engine.read([range({ reverse, memory }), range({ reverse })])
        assert.deepEqual(copied, usual)
        memory.release()
      }
      const memory = new ReadMemory()
      const gets = lengths.map((_, n) => get(`key ${n}`))
      const copied = await engine.read([...gets, get('none')].map((each) => ({ ...each, memory })))
      assert.deepEqual(copied, await engine.read([...gets, get('none')]))
      memory.release()
      const again = await engine.read(gets)
      assert.deepEqual(
        again.map((value) => value?.length),
        lengths,
      )
    }))

  it('leaves what it returned alone, whatever is written later', () =>
    withEngine(newStore, async (engine) => {
      const names = ['a', 'b', 'c']
      const puts = (letter: string) => names.map((name) => put(name, letter.repeat(1000)))
      await write(engine, puts('x'))
      await write(engine, puts('y'))
      const [value, page] = await engine.read([get('a'), range()])
      for (let turn = 0; turn < 20; turn++) await write(engine, puts('z'))
      for (const found of [value!, ...page.entries.map((entry) => entry.value)])
        assert.equal(found.toString(), 'y'.repeat(1000))
    }))

  it('shows one snapshot to all reads of a call', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('left', '0'), put('right', '0')])
      const writing = (async () => {
        for (let turn = 1; turn <= 40; turn++) {
          await write(engine, [put('left', String(turn)), put('right', String(turn))])
        }
      })()
      for (let turn = 0; turn < 200; turn++) {
        const [left, page, right] = await engine.read([get('left'), range(), get('right')])
        assert.deepEqual([left, page.entries[1]?.value], [right, left])
        await new Promise(setImmediate)
      }
      await writing
    }))

  it('sees a commit as soon as it is acknowledged', () =>
    withEngine(newStore, async (engine) => {
      for (let turn = 1; turn <= 50; turn++) {
        await engine.read([get('n')])
        await increment(engine, 'n')
        assert.equal(await valueOf(engine, 'n'), String(turn))
      }
    }))

  it('answers a read at once if nothing has to be waited for', () =>
    withEngine(newStore, async (engine) => {
      for (const value of ['1', '2']) {
        await write(engine, [put('a', value)])
        const reads = [get('a'), get('never there'), range()] as const
        const found = engine.readNow?.(reads)
        assert.deepEqual(found, supports.readsNow ? await engine.read(reads) : undefined)
      }
    }))

  it('reads only while its guards hold', () =>
    withEngine(newStore, async (engine) => {
      await write(engine, [put('stamp', '1'), put('a', 'x')])
      const guard = (key: string, value?: string) => ({
        space,
        key: bytes(key),
        value: value === undefined ? undefined : bytes(value),
      })
      await engine.read([get('a')], [guard('stamp', '1'), guard('absent')])
      const broken = [guard('stamp', '2'), guard('stamp', ''), guard('stamp'), guard('absent', '')]
      for (const each of broken) {
        const guards = [guard('stamp', '1'), each]
        await assert.rejects(engine.read([get('a')], guards), GuardBroken)
        if (supports.readsNow) assert.throws(() => engine.readNow!([get('a')], guards), GuardBroken)
      }
    }))

  it('hands out values that later writes do not change', () =>
    withEngine(newStore, async (engine) => {
      const value = bytes('before')
      await write(engine, [put('a', value)])
      value.fill(0)
      const [first] = await engine.read([get('a')])
      await write(engine, [put('a', 'after!'), put('b', 'filler')])
      await engine.read([get('a'), get('b'), range()])
      assert.equal(first?.toString(), 'before')
    }))
}

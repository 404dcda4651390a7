import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { open } from 'lmdb'
import { AssertionError } from '../../stdx/assert.js'
import {
  create,
  drop,
  increment,
  put,
  space,
  tally,
  valueOf,
  write,
} from '../engine-testing-suite.js'
import {
  programOutcome,
  printed,
  runProgram,
  startProgram,
  withFolder,
} from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { storedSpace } from './stored-keys.js'

/** Opens the folder, says so, and begins once all have opened it: nobody may write before that. */
const incrementing = (times: number) => `
  const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', shared: true })
  console.log('open')
  const go = { kind: 'get', space: ${space}, key: Buffer.from('go') }
  while ((await engine.read([go]))[0] === undefined) await new Promise(setImmediate)
  const key = Buffer.from('n')
  const increment = () => engine.transact({
    reads: [{ kind: 'get', space: ${space}, key }],
    decide: ([found]) => {
      const value = Buffer.from(String(Number(found) + 1))
      return { result: Number(value), mutations: [
        { kind: 'put', space: ${space}, key, value },
        { kind: 'put', space: ${space}, key: Buffer.from('pad' + value), value: Buffer.alloc(5000) },
        { kind: 'tally', space: ${space}, entries: 1, bytes: 10 } ] }
    } })
  const results = []
  for (let turn = 0; turn < ${times / 10}; turn++)
    results.push(...await Promise.all(Array.from({ length: 10 }, increment)))
  console.log(results.join(' '))
  await engine.close()`

const openShared = (dataDir: string) =>
  openLmdbEngine({ dataDir, durability: 'relaxed', shared: true })

describe('a data folder that processes share knowingly', () => {
  it('loses no increment, no tally and no commit while the file grows under all of them', () =>
    withFolder(async (dataDir) => {
      const engine = await openShared(dataDir)
      await write(engine, [create(space), put('n', '0')])
      const children = [1, 2, 3].map(() => startProgram(dataDir, incrementing(200)))
      const ended = children.map(programOutcome)
      await Promise.all(children.map((child) => printed(child, 'open')))
      await write(engine, [put('go', '')])
      const own = Array.from({ length: 100 }, () => increment(engine, 'n'))
      const theirs = (await Promise.all(ended)).flatMap(({ output, errors }) => {
        assert.match(output, /^open\n\d/, errors)
        return output.slice('open\n'.length).trim().split(' ').map(Number)
      })
      const all = [...theirs, ...(await Promise.all(own))].sort((a, b) => a - b)
      assert.deepEqual(
        all,
        Array.from({ length: 700 }, (_, n) => n + 1),
      )
      assert.equal(await valueOf(engine, 'n'), '700')
      const [total] = await engine.read([{ kind: 'tally', space }])
      assert.deepEqual(total, { entries: 600, bytes: 6000 })
      await engine.close()
    }))

  it('shows a commit of another process as soon as it is acknowledged there', () =>
    withFolder(async (dataDir) => {
      const engine = await openShared(dataDir)
      await write(engine, [create(space), put('n', '0'), put('go', '')])
      const child = startProgram(
        dataDir,
        `${incrementing(10)}
         console.log('done')`,
      )
      const [ended, done] = [programOutcome(child), printed(child, 'done')]
      let finished = false
      void done.then(() => (finished = true))
      // Constant reading keeps a snapshot in use that must not be returned afterwards.
      while (!finished) {
        await valueOf(engine, 'n')
        await new Promise(setImmediate)
      }
      assert.equal(await valueOf(engine, 'n'), '10')
      await ended
      await engine.close()
    }))

  it('knows the spaces that another process made and dropped', () =>
    withFolder(async (dataDir) => {
      const engine = await openShared(dataDir)
      await write(engine, [create(space), put('a', '1')])
      const change = (mutation: string) => `
        const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', shared: true })
        await engine.transact({ reads: [], decide: () => ({ result: 0, mutations: [${mutation}] }) })
        await engine.close()`
      await runProgram(dataDir, change(`{ kind: 'create-space', space: 50, label: '' }`))
      await write(engine, [put('a', '1', 50)])
      await runProgram(dataDir, change(`{ kind: 'drop-space', space: ${space} }`))
      await assert.rejects(valueOf(engine, 'a'), AssertionError)
      await assert.rejects(write(engine, [put('a', '2')]), AssertionError)
      await engine.close()
    }))
})

describe('a dropped space', () => {
  it('is reclaimed in the background, also after a restart', () =>
    withFolder(async (dataDir) => {
      const before = await openShared(dataDir)
      await write(before, [create(space), create(60), tally(1, 1)])
      for (const into of [space, 60]) {
        await write(
          before,
          Array.from({ length: 2000 }, (_, n) => put(`k${n}`, 'x', into)),
        )
      }
      await write(before, [drop(space)])
      await before.close()
      assert.ok(entriesOf(dataDir) > 0)
      const after = await openShared(dataDir)
      while (entriesOf(dataDir) > 0) await sleep(10)
      assert.equal(await valueOf(after, 'k1999', 60), 'x')
      await assert.rejects(write(after, [create(61), drop(61), create(61)]), AssertionError)
      await after.close()
    }))
})

function entriesOf(dataDir: string): number {
  const database = open<Buffer, Buffer>({
    path: dataDir,
    noSubdir: false,
    readOnly: true,
    keyEncoding: 'binary',
    encoding: 'binary',
  })
  const { from, to } = storedSpace(space)
  const count = database.getKeysCount({ start: from, end: to })
  void database.close()
  return count
}

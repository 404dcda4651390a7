import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { StoreUnusable } from '../../errors.js'
import { withFolder } from '../child-process-suite.js'
import { type LmdbDatabase, openLmdbDatabase, transactOnce } from '../database.js'
import { TreeCommits } from '../tree-commits.js'
import { Layer } from './layer.js'
import { logBlockBytes } from './limits.js'
import { logPaths } from './log-names.js'
import { type LogPosition, newPosition, readPosition, writePosition } from './log-position.js'
import { recordOf } from './log-record.js'
import { replayLog, unapplied } from './replay.js'

const open = newPosition(0)

/** A record that puts or, with an empty value, removes. */
function record(
  number: number,
  writes: Readonly<Record<string, string>>,
  isFlushed = true,
): Buffer {
  const group = new Layer()
  for (const [name, text] of Object.entries(writes)) {
    group.set(name, text === '' ? undefined : Buffer.from(text))
  }
  return recordOf({ id: open.id, number, isFlushed }, group, (bytes) => Buffer.alloc(bytes))
}

const large = 'x'.repeat(3 * logBlockBytes)
const first = record(1, { a: '1', b: '1' })
const second = record(2, { a: '2', c: large })
const third = record(3, { b: '', d: '3' })

function torn(whole: Buffer, at: number): Buffer {
  const changed = Buffer.from(whole)
  changed[at]! ^= 1
  return changed
}

function writeFiles(dataDir: string, files: readonly (readonly Buffer[])[], id = open.id): void {
  for (const [at, path] of logPaths(dataDir, id).entries()) {
    writeFileSync(path, Buffer.concat(files[at]!))
  }
}

const stale = record(1, { z: 'stale' })
const damaged = /is damaged: a part of its log is missing or unreadable\.$/

describe('the records that a log has for the tree', () => {
  const files = {
    'of one file': { files: [[first, second, third], []], numbers: [1, 2, 3] },
    'of both': { files: [[third], [first, second]], numbers: [1, 2, 3] },
    'after those that it has': { files: [[third], [first, second]], applied: 1, numbers: [2, 3] },
    'none, if it has all': { files: [[first], []], applied: 1, numbers: [] },
    'without a torn last one': { files: [[first, torn(second, 5000)], []], numbers: [1] },
    'without one whose head is torn': { files: [[first, torn(second, 30)], []], numbers: [1] },
    'without one whose end is missing': {
      files: [[first, second.subarray(0, logBlockBytes)], []],
      numbers: [1],
    },
    'without what an earlier use of the file left': {
      files: [[record(3, { b: '3' }), stale], [second]],
      applied: 1,
      numbers: [2, 3],
    },
    'with the second try of one that failed': {
      files: [
        [first, record(2, { a: 'failed' })],
        [second, third],
      ],
      numbers: [1, 2, 3],
    },
    'unless one is torn before a sound one': {
      files: [[first, torn(second, 5000), third], []],
      refused: true,
    },
    'unless one is missing between the files': { files: [[first], [third]], refused: true },
    'unless the first is missing': { files: [[second, third], []], refused: true },
    'unless the tree has parts of one that is missing': {
      files: [[first], []],
      reached: 2,
      refused: true,
    },
    'up to what was lost before it was flushed': {
      files: [[record(1, { a: '1' }, false), record(3, { a: '3' }, false)], []],
      numbers: [1],
    },
  } as const

  for (const [name, example] of Object.entries(files)) {
    it(`are found ${name}`, () =>
      withFolder(async (dataDir) => {
        writeFiles(dataDir, example.files)
        const applied = 'applied' in example ? example.applied : 0
        const reached = 'reached' in example ? example.reached : applied
        const find = () => unapplied(dataDir, { ...open, applied, reached })
        if ('refused' in example) assert.throws(find, damaged)
        else
          assert.deepEqual(
            find().map(({ number }) => number),
            example.numbers,
          )
      }))
  }

  it('are refused if any bit of one before the last is wrong', () =>
    withFolder(async (dataDir) => {
      for (const at of [0, 4, 5, 9, 24, 31, 33, 37, 41, 44, 47, 50, 51]) {
        writeFiles(dataDir, [[torn(first, at), second], []])
        assert.throws(() => unapplied(dataDir, open), damaged, `byte ${at}`)
      }
    }))

  it('are refused if a file is missing', () =>
    withFolder(async (dataDir) => {
      writeFiles(dataDir, [[first], []])
      rmSync(logPaths(dataDir, open.id)[1])
      assert.throws(() => unapplied(dataDir, open), /-1 is missing: it holds the last writes\.$/)
    }))

  it('are not those of another log', () =>
    withFolder(async (dataDir) => {
      const other = newPosition(0)
      writeFiles(dataDir, [[first, second], []], other.id)
      assert.deepEqual(unapplied(dataDir, other), [])
    }))
})

describe('a log that was left', () => {
  it('is written into the tree and removed, and once more if that was interrupted', () =>
    withFolder(async (dataDir) => {
      const database = openLmdbDatabase(dataDir, 'durable')
      await note(database, open)
      writeFiles(dataDir, [[first, second], [third]])
      const kept = logPaths(dataDir, open.id).map((path) => [path, `${path}.kept`] as const)
      for (const [path, copy] of kept) copyFileSync(path, copy)
      const copies = kept.map(([, copy]) => [copy, readFileSync(copy)] as const)
      for (let round = 0; round < 3; round++) {
        await replayLog(new TreeCommits(database, undefined), dataDir, () => {})
        assert.deepEqual(contents(database), { a: '2', c: large, d: '3' })
        const position = readPosition(database)
        assert.deepEqual([position?.isOpen, position?.applied], [false, 3])
        assert.deepEqual(logsIn(dataDir), [])
        // As if the server had ended before it noted that the tree has everything.
        await note(database, { ...open, reached: 3, applied: round === 0 ? 0 : 2 })
        for (const [copy, bytes] of copies) writeFileSync(copy.replace('.kept', ''), bytes)
      }
      await database.close()
    }))

  it('is removed only when the tree that has it was flushed', () =>
    withFolder(async (dataDir) => {
      const database = openLmdbDatabase(dataDir, 'relaxed')
      await note(database, open)
      writeFiles(dataDir, [[first, second], [third]])
      const seen: unknown[] = []
      const datasync = async () => {
        seen.push(logsIn(dataDir).length, readPosition(database)?.isOpen)
        database.resetReadTxn()
        throw new Error('EIO')
      }
      const commits = new TreeCommits(database, { datasync, close: async () => {} })
      await assert.rejects(
        replayLog(commits, dataDir, () => {}),
        /cannot be flushed/,
      )
      assert.deepEqual(seen, [2, false])
      assert.equal(logsIn(dataDir).length, 2)
      await database.close()
    }))

  it('stays as it is if another server has taken over', () =>
    withFolder(async (dataDir) => {
      const database = openLmdbDatabase(dataDir, 'durable')
      await note(database, open)
      writeFiles(dataDir, [[first], []])
      const lost = new StoreUnusable('taken over')
      const replaying = replayLog(new TreeCommits(database, undefined), dataDir, () => {
        throw lost
      })
      await assert.rejects(replaying, lost)
      assert.deepEqual(contents(database), {})
      assert.ok(existsSync(logPaths(dataDir, open.id)[0]))
      await database.close()
    }))
})

function note(database: LmdbDatabase, position: LogPosition): Promise<void> {
  return transactOnce(database, () => writePosition(database, position))
}

function contents(database: LmdbDatabase): Record<string, string> {
  const entries = [...database.getRange({ start: Buffer.from('a'), end: Buffer.from('zz') })]
  database.resetReadTxn()
  return Object.fromEntries(entries.map(({ key, value }) => [key.toString(), value.toString()]))
}

function logsIn(dataDir: string): readonly string[] {
  return readdirSync(join(dataDir)).filter((name) => name.startsWith('log-'))
}

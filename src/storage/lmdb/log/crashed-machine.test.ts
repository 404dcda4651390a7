/**
 * What a crash of the machine may leave: the folder as it is at that moment, without the last commit of the
 * tree unless it was flushed. Its pages are there, and those of a commit under way; the meta page is not.
 */
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { write } from '../../engine-testing-suite.js'
import { withFolder } from '../child-process-suite.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import type { TreeFile } from '../tree-commits.js'
import { expected, found, mutationsOf } from './seeded-writes-suite.js'

/** Both files are full all the time, and the tree gets every layer in several commits. */
const logLimits = {
  fileBytesMax: 16_384,
  fileChangesMax: 9,
  applyDelayMs: 1,
  applyChangesMax: 3,
  hurriedChangesMax: 3,
}
const [rounds, writesPerRound, writesPerCrash] = [3, 40, 4]

interface Crash {
  readonly dataDir: string
  /** How many transactions were acknowledged before it. */
  readonly acked: number
}

/** Copies what each crash would leave, while a folder is in use. */
class Crashes {
  readonly seen: Crash[] = []
  acked = 0
  readonly #folder: string
  /** The last commit that is on disk for certain. */
  #flushed = 0n

  constructor(folder: string) {
    this.#folder = folder
  }

  get dataDir(): string {
    return join(this.#folder, 'data')
  }

  /** Crashes before each flush: then it may still have been needed. */
  async openTreeFile(path: string): Promise<TreeFile> {
    const file = await open(path, 'r+')
    const datasync = async () => {
      this.crash()
      const committed = lastCommitOf(readFileSync(path))
      await file.datasync()
      this.#flushed = committed
    }
    return { datasync, close: () => file.close() }
  }

  crash(): void {
    if (this.acked === 0) return
    const dataDir = join(this.#folder, `crash-${this.seen.length}`)
    mkdirSync(dataDir)
    const names = readdirSync(this.dataDir).filter((name) => /^data\.mdb$|^log-/.test(name))
    for (const name of names) copyFileSync(join(this.dataDir, name), join(dataDir, name))
    const path = join(dataDir, 'data.mdb')
    const tree = readFileSync(path)
    if (lastCommitOf(tree) > this.#flushed) writeFileSync(path, withoutLastCommit(tree))
    this.seen.push({ dataDir, acked: this.acked })
  }
}

/** Where the two meta pages have the numbers of their commits. */
const commitsAt = [152, 8192 + 152] as const

function lastCommitOf(tree: Buffer): bigint {
  const [first, second] = commitsAt.map((at) => tree.readBigUInt64LE(at))
  return first! > second! ? first! : second!
}

/** The meta pages are written in turn, so the last one has replaced that of two commits before. */
function withoutLastCommit(tree: Buffer): Buffer {
  const last = lastCommitOf(tree)
  const at = commitsAt.find((each) => tree.readBigUInt64LE(each) === last)!
  const undone = Buffer.from(tree)
  undone.writeBigUInt64LE(last - 2n, at)
  assert.equal(lastCommitOf(undone), last - 1n)
  return undone
}

describe('a machine that crashes', () => {
  for (const seed of [1, 2]) {
    it(`leaves what was acknowledged, whole and in order (seed ${seed})`, () =>
      withFolder(async (folder) => {
        const crashes = new Crashes(folder)
        for (let round = 0; round < rounds; round++) await writeSome(crashes, seed)
        assert.ok(crashes.seen.length > rounds * writesPerRound * 0.4, `${crashes.seen.length}`)
        for (const { dataDir, acked } of crashes.seen) {
          const engine = await openLmdbEngine({ dataDir, durability: 'durable', checkWhole: true })
          const state = await found(engine)
          await engine.close()
          // The transaction under way may be there or not.
          if (state !== expected(seed, acked)) assert.equal(state, expected(seed, acked + 1))
        }
      }))
  }
})

/** From opening a folder to closing it: the first group goes into the tree directly, the rest into a log. */
async function writeSome(crashes: Crashes, seed: number): Promise<void> {
  const engine = await openLmdbEngine({
    dataDir: crashes.dataDir,
    durability: 'durable',
    logLimits,
    openTreeFile: (path) => crashes.openTreeFile(path),
  })
  for (let n = 0; n < writesPerRound; n++) {
    await write(engine, mutationsOf(seed, crashes.acked))
    crashes.acked++
    if (n % writesPerCrash === 0) crashes.crash()
  }
  await engine.close()
}

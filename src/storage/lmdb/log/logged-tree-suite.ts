/** A tree behind a log on a database of its own, for tests that change what is around it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { until } from '../../../../test/support/until.js'
import { formatRecord } from '../../format.js'
import { formatKey } from '../../keyspace.js'
import { withFolder } from '../child-process-suite.js'
import { type LmdbDatabase, openLmdbDatabase, transactOnce } from '../database.js'
import { storedKey } from '../stored-keys.js'
import { TreeCommits } from '../tree-commits.js'
import { logPaths } from './log-names.js'
import { readPosition } from './log-position.js'
import { LoggedTree } from './logged-tree.js'
import { replayLog } from './replay.js'

export const failure = new Error('failed')
export const key = (name: string) => Buffer.from(name)

/** LMDB's file, whose flushes a test can hold back or make fail. */
class HeldFile {
  fails = false
  #held: Promise<void> | undefined
  #isAsked = false
  #release = () => {}

  async datasync(): Promise<void> {
    this.#isAsked = true
    await this.#held
    if (this.fails) throw failure
  }

  async close(): Promise<void> {}

  /** From now on a flush lasts until `release`. */
  hold(): void {
    this.#isAsked = false
    this.#held = new Promise((resolve) => (this.#release = resolve))
  }

  release(): void {
    this.#held = undefined
    this.#release()
  }

  /** Resolves once somebody waits for one. */
  asked(): Promise<unknown> {
    return until(
      () => Promise.resolve(this.#isAsked),
      () => 'nobody flushes',
    )
  }
}

/** A tree whose log is in use, and what may be changed about its surroundings. */
export class Bench {
  isHeld = true
  mayLog = true
  hasRoom = true
  isLost = false
  readonly file = new HeldFile()
  readonly commits: TreeCommits
  readonly tree: LoggedTree

  constructor(
    readonly database: LmdbDatabase,
    readonly dataDir: string,
    fileChangesMax = 1000,
  ) {
    this.commits = new TreeCommits(database, this.file)
    this.tree = new LoggedTree(this.commits, {
      dataDir,
      isFlushed: true,
      limits: {
        fileBytesMax: 1e6,
        fileChangesMax,
        applyDelayMs: 1e6,
        applyChangesMax: 2,
        hurriedChangesMax: 2,
      },
      requireHeld: () => this.#require(this.isHeld),
      requireRoom: () => this.#require(this.hasRoom),
      mayLog: () => this.mayLog,
      onLost: () => (this.isLost = true),
    })
  }

  /** Resolves with the error that the group was refused with. */
  async put(values: Readonly<Record<string, string>>, then = () => {}): Promise<Error | undefined> {
    let refusal: Error | undefined
    const run = () => {
      try {
        this.tree.requireReady()
        for (const [name, value] of Object.entries(values)) {
          this.tree.put(key(name), Buffer.from(value))
        }
        then()
      } catch (error) {
        refusal = error as Error
      }
      return undefined
    }
    return this.tree.transaction(run).then(
      () => refusal,
      (error: unknown) => error as Error,
    )
  }

  get(name: string): string | undefined {
    const found = this.tree.getBinaryFast(key(name))?.toString()
    this.tree.resetReadTxn()
    return found
  }

  inTree(name: string): string | undefined {
    const found = this.database.getBinary(key(name))?.toString()
    this.database.resetReadTxn()
    return found
  }

  get logs(): number {
    return readdirSync(this.dataDir).filter((name) => name.startsWith('log-')).length
  }

  /** Whether a file of the log has this text. */
  isLogged(text: string): boolean {
    const { id } = readPosition(this.database)!
    this.database.resetReadTxn()
    return logPaths(this.dataDir, id).some((path) => readFileSync(path).includes(text))
  }

  /** What another process that opens the folder finds. */
  async reopened(...names: readonly string[]) {
    await replayLog(new TreeCommits(this.database, undefined), this.dataDir, () => {})
    assert.equal(this.logs, 0)
    return names.map((name) => this.inTree(name))
  }

  #require(holds: boolean): void {
    if (!holds) throw failure
  }
}

export function withBench(
  test: (bench: Bench) => Promise<void>,
  { fileChangesMax }: { readonly fileChangesMax?: number } = {},
) {
  return withFolder(async (dataDir) => {
    const database = openLmdbDatabase(dataDir, 'relaxed')
    await transactOnce(database, () => void database.put(storedKey(0, formatKey()), formatRecord()))
    const bench = new Bench(database, dataDir, fileChangesMax)
    // The first group goes into the tree; the log begins with the second.
    assert.equal(await bench.put({ a: '0' }), undefined)
    assert.equal(bench.logs, 0)
    assert.equal(await bench.put({ a: '1' }), undefined)
    assert.deepEqual([bench.logs, bench.inTree('a'), bench.get('a')], [2, '0', '1'])
    await test(bench)
    await database.close()
  })
}

/**
 * Copies of a data folder in use, made by the process that uses it.
 *
 * No other process may open LMDB's file meanwhile (`folder-claim.ts` says why), and copying it byte
 * by byte gives parts from different moments. So whoever wants a copy leaves a request in the folder;
 * its process copies what is committed at that moment, in a read transaction beside its other work,
 * and leaves an answer. Until the copy is complete, pages that it needs are not reused, so the file
 * grows with what is written meanwhile.
 */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnusable } from '../errors.js'
import type { LmdbDatabase } from './database.js'
import { snapshotLookMs, snapshotTakenMsMax } from './limits.js'

interface Request {
  /** The folder to create. */
  readonly to: string
}

interface Answer {
  /** Why there is no copy. */
  readonly fault?: string
}

const prefix = 'snapshot-'
const requestSuffix = '.request'
const answerSuffix = '.answer'

/** Does some work while every commit of the tree is whole, and nothing is in a log alone. */
export type WithWholeTree = (work: () => Promise<void>) => Promise<void>

export class SnapshotDesk {
  readonly #database: LmdbDatabase
  readonly #dataDir: string
  readonly #withWholeTree: WithWholeTree
  readonly #timer: NodeJS.Timeout
  #working: Promise<void> | undefined

  constructor(database: LmdbDatabase, dataDir: string, withWholeTree: WithWholeTree) {
    this.#database = database
    this.#dataDir = dataDir
    this.#withWholeTree = withWholeTree
    this.#timer = setInterval(() => this.#look(), snapshotLookMs).unref()
  }

  /** Takes no more requests. */
  stop(): void {
    clearInterval(this.#timer)
  }

  /** Resolves when no copy is being made. */
  async idle(): Promise<void> {
    await this.#working
  }

  #look(): void {
    this.#working ??= this.#serve().finally(() => (this.#working = undefined))
  }

  async #serve(): Promise<void> {
    for (const name of namesIn(this.#dataDir).filter((each) => each.endsWith(requestSuffix))) {
      const path = join(this.#dataDir, name)
      const answer = await this.#answerTo(path)
      writeWhole(path.slice(0, -requestSuffix.length) + answerSuffix, answer)
    }
  }

  async #answerTo(path: string): Promise<Answer> {
    try {
      const { to } = JSON.parse(readFileSync(path, 'utf8')) as Request
      rmSync(path)
      await this.#withWholeTree(() => copyInto(to, this.#database))
      return {}
    } catch (error) {
      rmSync(path, { force: true })
      return { fault: (error as Error).message }
    }
  }
}

async function copyInto(folder: string, database: LmdbDatabase): Promise<void> {
  mkdirSync(folder, { mode: 0o700 })
  await database.backup(folder, false)
  chmodSync(join(folder, 'data.mdb'), 0o600)
  for (const path of [join(folder, 'data.mdb'), folder]) flush(path)
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A folder that cannot be listed has no requests. */
function namesIn(dataDir: string): readonly string[] {
  try {
    return readdirSync(dataDir).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** Asks the process that uses a folder for a copy, and waits for it. */
export async function requestSnapshot(
  dataDir: string,
  to: string,
  takenMsMax = snapshotTakenMsMax,
): Promise<void> {
  const path = join(dataDir, prefix + randomUUID())
  const [request, answer] = [path + requestSuffix, path + answerSuffix]
  try {
    writeWhole(request, { to })
    await waitUntil(() => !existsSync(request), takenMsMax)
    if (existsSync(request)) throw notTaken(dataDir)
    await waitUntil(() => existsSync(answer), Infinity)
    const { fault } = JSON.parse(readFileSync(answer, 'utf8')) as Answer
    if (fault !== undefined) {
      throw new StoreUnusable(`The data folder ${dataDir} was not copied: ${fault}.`)
    }
  } finally {
    for (const left of [request, answer]) rmSync(left, { force: true })
  }
}

function notTaken(dataDir: string): StoreUnusable {
  return new StoreUnusable(
    `The server that uses the data folder ${dataDir} does not copy it: it hangs or is of another version.`,
  )
}

async function waitUntil(holds: () => boolean, msMax: number): Promise<void> {
  const startMs = performance.now()
  while (!holds() && performance.now() - startMs < msMax) await sleep(snapshotLookMs / 5)
}

/** Nobody sees half of the file. */
function writeWhole(path: string, content: Request | Answer): void {
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Which process may use a data folder: one at a time, and a second one is refused.
 *
 * This is settled with files, before LMDB sees the folder, because a second process must not even
 * open LMDB's file while the first one commits. LMDB keeps the number of the last commit in memory
 * that processes share, and whoever opens the file sets it to what the meta pages said a moment
 * before. A commit in that moment is forgotten: the next one takes its number and its pages.
 *
 * Each process writes a claim in a file of its own, and then looks for the claims of others. If it
 * finds one, it withdraws and tries again later, so of two processes at least one sees the other.
 * A claim ends with its process: that is looked up if it is visible; if not (another container or
 * machine), it is judged by the time of the file, which its process keeps renewing.
 */
import { randomInt, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnusable } from '../errors.js'
import { claimBeatMs, claimLookMs, claimStaleMs } from './limits.js'
import { livenessOf, ownIdentity, type ProcessIdentity } from './process-identity.js'

const prefix = 'claim-'

interface Claim extends ProcessIdentity {
  /** The file that this was written to. A copy of the folder has copies of claims, which mean nothing. */
  readonly file: string
  /** 1 once the process has the folder, 0 while it is looking for others. */
  readonly held: 0 | 1
}

/** Another process's claim, as found in the folder. */
interface Found {
  readonly name: string
  /** Undefined while it is being written. */
  readonly claim: Claim | undefined
  readonly beatMs: number
}

export class FolderClaim {
  readonly #path: string
  #beat: NodeJS.Timeout | undefined

  constructor(dataDir: string, name: string) {
    this.#path = join(dataDir, name)
  }

  announce(): void {
    this.#write('wx', 0)
  }

  hold(): this {
    this.#write('r+', 1)
    this.#beat = setInterval(() => touch(this.#path), claimBeatMs).unref()
    return this
  }

  /** Leaves the claim in the folder, where it ends with the process. */
  abandon(): void {
    clearInterval(this.#beat)
  }

  release(): void {
    this.abandon()
    rmSync(this.#path, { force: true })
  }

  /** Both texts have the same length, so that nobody reads a mixture of them. */
  #write(flags: 'wx' | 'r+', held: 0 | 1): void {
    const descriptor = openSync(this.#path, flags, 0o600)
    try {
      const claim: Claim = { ...ownIdentity(), file: fileOf(fstatSync(descriptor)), held }
      writeSync(descriptor, JSON.stringify(claim), 0)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Throws `FolderInUse` if another process has the folder. */
export async function claimFolder(dataDir: string): Promise<FolderClaim> {
  const name = prefix + randomUUID()
  const own = new FolderClaim(dataDir, name)
  const watched = new Map<string, { readonly beatMs: number; readonly sinceMs: number }>()
  for (;;) {
    try {
      own.announce()
      const others = claimsIn(dataDir).filter((found) => found.name !== name && !hasEnded(found))
      if (others.length === 0) return own.hold()
      own.release()
      for (const other of others) judge(other)
    } catch (error) {
      own.release()
      throw error
    }
    await sleep(claimLookMs + randomInt(claimLookMs))
  }

  /** An owner that is not visible and may have died gets time to renew its claim. */
  function judge({ name: other, claim, beatMs }: Found): void {
    const before = watched.get(other)
    const renewed = before !== undefined && before.beatMs !== beatMs
    if (claim?.held === 1 && (renewed || livenessOf(claim) === 'running')) {
      throw inUse(dataDir, claim)
    }
    if (before === undefined || renewed) watched.set(other, { beatMs, sinceMs: performance.now() })
    else if (performance.now() - before.sinceMs > claimStaleMs) rmSync(join(dataDir, other))
  }

  function hasEnded({ name: other, claim, beatMs }: Found): boolean {
    if (!isOver(claim, beatMs, join(dataDir, other))) return false
    rmSync(join(dataDir, other), { force: true })
    return true
  }
}

function isOver(claim: Claim | undefined, beatMs: number, path: string): boolean {
  const stale = Date.now() - beatMs > claimStaleMs
  if (claim === undefined) return stale
  const liveness = livenessOf(claim)
  if (liveness === 'unseen') return stale
  return liveness === 'gone' || claim.file !== fileAt(path)
}

function claimsIn(dataDir: string): readonly Found[] {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(prefix))
  return names.flatMap((name) => {
    const path = join(dataDir, name)
    const beatMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    return beatMs === undefined ? [] : [{ name, claim: claimAt(path), beatMs }]
  })
}

function claimAt(path: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

/** Which file is at a path; a copy of it is another one. */
export function fileAt(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? undefined : fileOf(stat)
}

function fileOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`
}

/** Another process has the folder. */
export class FolderInUse extends StoreUnusable {}

function inUse(dataDir: string, { pid, host }: Claim): FolderInUse {
  return new FolderInUse(
    `The data folder ${dataDir} is in use by another Gramme server (process ${pid} on host ${host}).`,
  )
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // A claim that cannot be renewed may be taken for ended; the record in the store decides.
  }
}

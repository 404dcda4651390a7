/**
 * Sorts a decision by space: which entries are written in which way, and which only have to be
 * unchanged since they were read.
 */
import { type Guard, type SpaceId, systemSpace } from '../../engine.js'
import { type Changes, type EntryChange, entryName } from './folded-mutations.js'
import type { Seen } from '../read/read-answer.js'
import type { StatementTarget } from '../read/statement-target.js'

export interface WorkInput {
  readonly changes: Changes
  /** What was read and may have changed since. */
  readonly seen: readonly Seen[]
  readonly guards: readonly Guard[]
  readonly target: StatementTarget
}

/** What happens to the entries of one space. */
export interface SpaceWork {
  readonly relation: string
  /** Read, written, and present when read. */
  readonly compared: Seen[]
  /** Read, not written, and present when read. */
  readonly shared: Seen[]
  /** Read, not written, and known to change only under a lock on the written space. */
  readonly steady: Seen[]
  /** Read, not written, and absent when read. */
  readonly absent: Seen[]
  /** Written, and present when read. */
  readonly updates: EntryChange[]
  /** Written, and absent when read. */
  readonly inserts: EntryChange[]
  /** Written, absent when read, and held by a placeholder row until then. */
  readonly coming: readonly EntryChange[]
  /** Written without having been read, or held by a placeholder row. */
  readonly upserts: EntryChange[]
  readonly deletes: EntryChange[]
}

/** Spaces in order, and the entries of each in the order of their keys, to avoid deadlocks. */
export function sortWork({ changes, seen, guards, target }: WorkInput): readonly SpaceWork[] {
  const bySpace = new Map<SpaceId, SpaceWork>()
  const workOf = (space: SpaceId) => {
    const work = bySpace.get(space) ?? newWork(target.relationOf(space))
    bySpace.set(space, work)
    return work
  }
  const versions = new Map(seen.map((each) => [each.name, each]))
  for (const [name, change] of [...changes.entries].sort(([, a], [, b]) => byKey(a, b))) {
    addChange(workOf(change.space), change, versions.get(name))
  }
  const guarded = new Set(guards.map(({ space, key }) => entryName(space, key)))
  for (const [name, each] of [...versions].sort(([, a], [, b]) => byKey(a, b))) {
    if (!changes.entries.has(name) && !guarded.has(name)) addCheck(workOf(each.space), each)
  }
  const work = [...bySpace].sort(([a], [b]) => a - b).map(([, each]) => each)
  return work.some(({ absent }) => absent.length > 0) ? work.map(holdInserts) : work
}

/**
 * If some keys are held to stay absent, the keys to insert are held along with them, all in one
 * order: two transactions that each insert what the other requires to be absent must not deadlock.
 */
function holdInserts(work: SpaceWork): SpaceWork {
  const { inserts, upserts } = work
  if (inserts.length === 0) return work
  return { ...work, inserts: [], coming: inserts, upserts: [...upserts, ...inserts].sort(byKey) }
}

function newWork(relation: string): SpaceWork {
  return {
    relation,
    compared: [],
    shared: [],
    steady: [],
    absent: [],
    updates: [],
    inserts: [],
    coming: [],
    upserts: [],
    deletes: [],
  }
}

function addChange(work: SpaceWork, change: EntryChange, before: Seen | undefined): void {
  if (before === undefined) {
    if (change.value === undefined) work.deletes.push(change)
    else work.upserts.push(change)
  } else if (before.version === undefined) {
    if (change.value === undefined) addCheck(work, before)
    else work.inserts.push(change)
  } else {
    work.compared.push(before)
    if (change.value === undefined) work.deletes.push(change)
    else work.updates.push(change)
  }
}

/**
 * Records of the system space that are read along with a write (the cursor of an index) change only
 * under an exclusive lock on the written space, like guards. So a comparison is enough, and the row
 * that every writer reads is not locked by every writer.
 */
function addCheck(work: SpaceWork, seen: Seen): void {
  if (seen.space === systemSpace) work.steady.push(seen)
  else if (seen.version === undefined) work.absent.push(seen)
  else work.shared.push(seen)
}

/** The space with the only entry to compare, if there is exactly one and it is written. */
export function singleCompared(work: readonly SpaceWork[]): SpaceWork | undefined {
  const written = work.filter(({ compared, inserts }) => compared.length + inserts.length > 0)
  const [only] = written
  if (only === undefined || written.length > 1) return undefined
  if (only.compared.length + only.inserts.length > 1) return undefined
  return work.some(({ shared }) => shared.length > 0) ? undefined : only
}

function byKey(
  a: { space: SpaceId; key: Uint8Array },
  b: { space: SpaceId; key: Uint8Array },
): number {
  return a.space - b.space || Buffer.compare(a.key, b.key)
}

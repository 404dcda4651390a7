/**
 * Merges the writes of several transactions into one. They can be merged if their order does not
 * matter: none writes what another has written or read, and all saw the same version of what they
 * all read. Then the one statement that writes for all of them proves what each of them saw.
 */
import { type Guard, type SpaceId, systemSpace, type Tally } from '../../engine.js'
import { type Changes, type EntryChange, entryName, type FoldedLog } from './folded-mutations.js'
import type { Seen } from '../read/read-answer.js'

/** What a transaction has decided to write, and what the decision depends on. */
export interface DecidedWrite {
  readonly changes: Changes
  readonly seen: readonly Seen[]
  readonly guards: readonly Guard[]
}

/** Whether a single statement can do it, and several of its kind at once. */
export function isMergeable({ changes, seen, guards }: DecidedWrite): boolean {
  if (changes.starts.length > 0 || changes.created.size > 0 || changes.dropped.size > 0)
    return false
  // A key that must stay absent needs a placeholder row until the commit.
  return seen.every(
    ({ name, space, version }) =>
      version !== undefined ||
      space === systemSpace ||
      changes.entries.has(name) ||
      guards.some((guard) => entryName(guard.space, guard.key) === name),
  )
}

export function changedBytes({ entries, logs }: Changes): number {
  let bytes = 0
  for (const { key, value } of entries.values()) bytes += key.length + (value?.length ?? 0)
  for (const { values } of logs) for (const value of values) bytes += value.length
  return bytes
}

/** Writes under the same guards, merged one by one. */
export class MergedWrite {
  readonly #entries = new Map<string, EntryChange>()
  readonly #seen = new Map<string, Seen>()
  readonly #logs = new Map<string, FoldedLog>()
  readonly #tallies = new Map<SpaceId, Tally>()
  readonly #guards: readonly Guard[]

  constructor(guards: readonly Guard[]) {
    this.#guards = guards
  }

  /** Whether this one can be merged with those added so far. */
  accepts({ changes, seen }: DecidedWrite): boolean {
    for (const name of changes.entries.keys()) {
      if (this.#entries.has(name) || this.#seen.has(name)) return false
    }
    return seen.every(({ name, version }) => {
      const known = this.#seen.get(name)
      return !this.#entries.has(name) && (known === undefined || known.version === version)
    })
  }

  add({ changes, seen }: DecidedWrite): void {
    for (const [name, change] of changes.entries) this.#entries.set(name, change)
    for (const each of seen) this.#seen.set(each.name, each)
    for (const log of changes.logs) this.#addToLog(log)
    for (const [space, { entries, bytes }] of changes.tallies) {
      const { entries: others = 0, bytes: otherBytes = 0 } = this.#tallies.get(space) ?? {}
      this.#tallies.set(space, { entries: entries + others, bytes: bytes + otherBytes })
    }
  }

  get whole(): DecidedWrite {
    const changes = {
      entries: this.#entries,
      logs: [...this.#logs.values()],
      tallies: this.#tallies,
      starts: [],
      created: new Map<SpaceId, string>(),
      dropped: new Set<SpaceId>(),
    }
    return { changes, seen: [...this.#seen.values()], guards: this.#guards }
  }

  #addToLog({ space, log, values }: FoldedLog): void {
    const name = entryName(space, log)
    const others = this.#logs.get(name)?.values ?? []
    this.#logs.set(name, { space, log, values: [...others, ...values] })
  }
}

/**
 * The combined effect of a list of mutations. The parts of one SQL statement do not see each
 * other's effects, so successive mutations of the same key become one change: the last one wins.
 */
import { assert, unreachable } from '../../../stdx/assert.js'
import type { Mutation, SpaceId, Tally } from '../../engine.js'
import { logEntryKey } from '../../keyspace.js'

export interface EntryChange {
  readonly space: SpaceId
  readonly key: Uint8Array
  /** Undefined means that the entry is deleted. */
  readonly value: Uint8Array | undefined
  readonly weight: number
}

export interface FoldedLog {
  readonly space: SpaceId
  readonly log: Uint8Array
  readonly values: Uint8Array[]
}

/** A log that starts here, with the last number it assigns here. */
export interface LogStart {
  readonly space: SpaceId
  readonly log: Uint8Array
  head: number
}

export interface Changes {
  readonly entries: ReadonlyMap<string, EntryChange>
  readonly logs: readonly FoldedLog[]
  readonly starts: readonly LogStart[]
  readonly tallies: ReadonlyMap<SpaceId, Tally>
  /** With the label of each space. */
  readonly created: ReadonlyMap<SpaceId, string>
  readonly dropped: ReadonlySet<SpaceId>
}

/** A name for an entry, to look it up by. */
export function entryName(space: SpaceId, key: Uint8Array): string {
  const text = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1')
  return `${space}:${text}`
}

export function foldMutations(mutations: readonly Mutation[]): Changes {
  const dropped = new Set<SpaceId>()
  for (const { kind, space } of mutations) if (kind === 'drop-space') dropped.add(space)
  const draft = new Draft()
  for (const mutation of mutations) {
    // Mutations of a space that is dropped leave nothing behind except its id.
    if (mutation.kind === 'create-space' || !dropped.has(mutation.space)) draft.add(mutation)
  }
  return draft.changes(dropped)
}

class Draft {
  readonly #entries = new Map<string, EntryChange>()
  readonly #logs = new Map<string, FoldedLog>()
  readonly #starts = new Map<string, LogStart>()
  readonly #tallies = new Map<SpaceId, Tally>()
  readonly #created = new Map<SpaceId, string>()

  add(mutation: Mutation): void {
    const { space } = mutation
    switch (mutation.kind) {
      case 'put':
        return this.#set(space, mutation.key, mutation.value, mutation.weight)
      case 'delete':
        return this.#set(space, mutation.key, undefined)
      case 'tally':
        this.#tallies.set(space, sum(this.#tallies.get(space), mutation))
        return
      case 'append':
        return this.#append(space, mutation.log, mutation.value)
      case 'start-log':
        return this.#start(space, mutation.log, mutation.number)
      case 'create-space':
        this.#created.set(space, mutation.label)
        return
      case 'drop-space':
        return
      default:
        unreachable(mutation)
    }
  }

  changes(dropped: ReadonlySet<SpaceId>): Changes {
    return {
      entries: this.#entries,
      logs: [...this.#logs.values()],
      starts: [...this.#starts.values()],
      tallies: withoutZeros(this.#tallies),
      created: this.#created,
      dropped,
    }
  }

  #set(space: SpaceId, key: Uint8Array, value: Uint8Array | undefined, weight = 0): void {
    this.#entries.set(entryName(space, key), { space, key, value, weight })
  }

  #append(space: SpaceId, log: Uint8Array, value: Uint8Array): void {
    const name = entryName(space, log)
    const started = this.#starts.get(name)
    const known = this.#logs.get(name)
    if (started !== undefined) this.#set(space, logEntryKey(log, ++started.head), value)
    else if (known !== undefined) known.values.push(value)
    else this.#logs.set(name, { space, log, values: [value] })
  }

  #start(space: SpaceId, log: Uint8Array, number: number): void {
    const name = entryName(space, log)
    const isNew = !this.#logs.has(name) && !this.#starts.has(name)
    assert(isNew, 'a log is started before its first entry')
    this.#starts.set(name, { space, log, head: number })
  }
}

function sum(before: Tally | undefined, { entries, bytes }: Tally): Tally {
  return { entries: (before?.entries ?? 0) + entries, bytes: (before?.bytes ?? 0) + bytes }
}

function withoutZeros(tallies: ReadonlyMap<SpaceId, Tally>): ReadonlyMap<SpaceId, Tally> {
  return new Map([...tallies].filter(([, { entries, bytes }]) => entries !== 0 || bytes !== 0))
}

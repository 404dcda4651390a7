/**
 * The engine without persistence: spaces are trees in memory, and closing discards them.
 *
 * JavaScript runs a read or a transaction from beginning to end without a pause, so they are serial
 * without further work. Values are copied when they come in and never changed afterwards, so
 * results stay as they were; the same bytes may be returned to several readers, which must not
 * write into them.
 */
import btree from 'sorted-btree'
import { assert, unreachable } from '../../stdx/assert.js'
import {
  type Engine,
  type Entry,
  type Get,
  type Guard,
  type LabelledSpace,
  type LogHead,
  type Mutation,
  type Range,
  type RangePage,
  type Read,
  type Replacement,
  type ResultsOf,
  type SpaceId,
  systemSpace,
  type Tally,
  type Transaction,
} from '../engine.js'
import { EngineClosed, GuardBroken } from '../errors.js'
import { logEntryKey } from '../keyspace.js'
import { keysPerLocalRead } from '../limits.js'
import { allReplaced, replaceByTransaction } from '../replace.js'
import {
  requireKey,
  requireMutations,
  requireRange,
  requireSpace,
  type Spaces,
} from '../requirements.js'

const { default: BTree } = btree
type Tree = InstanceType<typeof BTree<string, Buffer>>

interface Space {
  readonly label: string
  /** Keys are latin1 text, which compares fast and in byte order. */
  readonly tree: Tree
  /** The last number that each log assigned. */
  readonly heads: Map<string, number>
  tally: Tally
}

export class MemoryEngine implements Engine, Spaces {
  readonly name = 'memory'
  readonly shared = false
  readonly keysPerRead = keysPerLocalRead
  readonly #spaces = new Map<SpaceId, Space>([[systemSpace, emptySpace('system')]])
  readonly #dropped = new Set<SpaceId>()
  #closed = false

  async read<const R extends readonly Read[]>(
    reads: R,
    guards?: readonly Guard[],
  ): Promise<ResultsOf<R>> {
    return this.readNow(reads, guards)
  }

  readNow<const R extends readonly Read[]>(reads: R, guards: readonly Guard[] = []): ResultsOf<R> {
    this.#requireOpen()
    this.#requireGuards(guards)
    return this.#readAll(reads)
  }

  async transact<const R extends readonly Read[], T>(transaction: Transaction<R, T>): Promise<T> {
    this.#requireOpen()
    this.#requireGuards(transaction.guards ?? [])
    const { mutations, result } = transaction.decide(this.#readAll(transaction.reads))
    this.#applyAll(mutations)
    return result
  }

  async replace(replacement: Replacement): Promise<number | undefined> {
    return replaceByTransaction(this, replacement)
  }

  async replaceAll(
    replacements: readonly Replacement[],
    guards: readonly Guard[],
  ): Promise<readonly (number | undefined)[]> {
    this.#requireOpen()
    this.#requireGuards(guards)
    const befores = replacements.map((each) => {
      const found = this.#get({ kind: 'get', space: each.space, key: each.key })
      return found && each.weigh(found)
    })
    this.#applyAll(allReplaced(replacements, befores))
    return befores
  }

  async spaces(): Promise<readonly LabelledSpace[]> {
    this.#requireOpen()
    return [...this.#spaces]
      .filter(([space]) => space !== systemSpace)
      .map(([space, { label }]) => ({ space, label }))
      .sort((a, b) => a.space - b.space)
  }

  async ping(): Promise<void> {
    this.#requireOpen()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#spaces.clear()
  }

  has(space: SpaceId): boolean {
    return this.#spaces.has(space)
  }

  wasDropped(space: SpaceId): boolean {
    return this.#dropped.has(space)
  }

  #applyAll(mutations: readonly Mutation[]): void {
    requireMutations(this, mutations)
    for (const mutation of mutations) this.#apply(mutation)
  }

  #requireOpen(): void {
    if (this.#closed) throw new EngineClosed()
  }

  #requireGuards(guards: readonly Guard[]): void {
    for (const { space, key, value } of guards) {
      const found = this.#get({ kind: 'get', space, key })
      const holds = value === undefined ? found === undefined : found?.equals(value)
      if (holds !== true) throw new GuardBroken('a guarded key has changed')
    }
  }

  #readAll<R extends readonly Read[]>(reads: R): ResultsOf<R> {
    return reads.map((read) => this.#readOne(read)) as unknown as ResultsOf<R>
  }

  #readOne(read: Read): Buffer | undefined | RangePage | Tally | readonly LogHead[] {
    switch (read.kind) {
      case 'get':
        return this.#get(read)
      case 'range':
        requireRange(read)
        return pageOf(this.#requireSpace(read.space).tree, read)
      case 'tally':
        return this.#requireSpace(read.space).tally
      case 'heads':
        return headsOf(this.#requireSpace(read.space))
      default:
        return unreachable(read)
    }
  }

  #get({ space, key }: Get): Buffer | undefined {
    requireKey(key)
    return this.#requireSpace(space).tree.get(textOf(key))
  }

  #apply(mutation: Mutation): void {
    switch (mutation.kind) {
      case 'put':
        keep(this.#requireSpace(mutation.space), mutation.key, mutation.value)
        return
      case 'delete':
        this.#requireSpace(mutation.space).tree.delete(textOf(mutation.key))
        return
      case 'tally':
        addTally(this.#requireSpace(mutation.space), mutation)
        return
      case 'append':
        append(this.#requireSpace(mutation.space), mutation)
        return
      case 'start-log':
        startLog(this.#requireSpace(mutation.space), mutation)
        return
      case 'create-space':
        this.#spaces.set(mutation.space, emptySpace(mutation.label))
        return
      case 'drop-space':
        this.#spaces.delete(mutation.space)
        this.#dropped.add(mutation.space)
        return
      default:
        unreachable(mutation)
    }
  }

  #requireSpace(id: SpaceId): Space {
    requireSpace(this, id)
    return this.#spaces.get(id)!
  }
}

function emptySpace(label: string): Space {
  return {
    label,
    tree: new BTree<string, Buffer>(undefined, compareText),
    heads: new Map(),
    tally: { entries: 0, bytes: 0 },
  }
}

function keep({ tree }: Space, key: Uint8Array, value: Uint8Array): void {
  tree.set(textOf(key), Buffer.from(value))
}

function append(space: Space, { log, value }: Append): void {
  const number = (space.heads.get(textOf(log)) ?? 0) + 1
  space.heads.set(textOf(log), number)
  keep(space, logEntryKey(log, number), value)
}

type Append = Extract<Mutation, { readonly kind: 'append' }>

function startLog({ heads }: Space, { log, number }: StartLog): void {
  assert(!heads.has(textOf(log)), 'a log is started before its first entry')
  heads.set(textOf(log), number)
}

type StartLog = Extract<Mutation, { readonly kind: 'start-log' }>

function headsOf({ heads }: Space): readonly LogHead[] {
  return [...heads]
    .sort(([a], [b]) => compareText(a, b))
    .map(([log, number]) => ({ log: Buffer.from(log, 'latin1'), number }))
}

function addTally(space: Space, { entries, bytes }: Tally): void {
  space.tally = { entries: space.tally.entries + entries, bytes: space.tally.bytes + bytes }
}

function pageOf(tree: Tree, range: Range): RangePage {
  const [from, to] = [textOf(range.from), textOf(range.to)]
  const inRange = range.reverse ? (key: string) => key >= from : (key: string) => key < to
  const entries: Entry[] = []
  let bytes = 0
  for (const [key, value] of walk(tree, from, to, range.reverse)) {
    if (!inRange(key)) break
    const full = entries.length >= range.entriesMax || bytes >= (range.bytesMax ?? Infinity)
    if (full && entries.length > 0) return { entries, more: true }
    entries.push({ key: Buffer.from(key, 'latin1'), value })
    bytes += value.length
  }
  return { entries, more: false }
}

function walk(tree: Tree, from: string, to: string, reverse = false): Iterable<[string, Buffer]> {
  if (from >= to) return []
  return reverse ? tree.entriesReversed(to, undefined, true) : tree.entries(from)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

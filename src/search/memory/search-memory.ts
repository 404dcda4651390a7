/**
 * The memory in which vector indexes are searched: threads, what they hold of which tables, and how much that may be.
 *
 * What is searched for the first time is loaded; what was not searched for longest makes room, and what has no room
 * alone is not held. Nothing is started before the first search.
 */
import type { Table } from '../../catalog/table.js'
import type { VectorIndexDefinition } from '../../model/table.js'
import type { Clock } from '../../stdx/clock.js'
import type { Engine } from '../../storage/engine.js'
import { areComplete } from '../../vectors/candidates.js'
import type { ShareSettings } from '../../vectors/index-share.js'
import { requireWanted } from '../unwanted-search.js'
import { scopeId, type HeldScope } from './held-scope.js'
import { HeldTable, type ScopeSearch } from './held-table.js'
import {
  idleCheckMs,
  idleMsMax,
  keptMsMin,
  searchAttemptsMax,
  searchesAskedMax,
  tooLargeForMs,
} from './limits.js'
import { SearchThreads, ThreadsLost } from './search-threads.js'
import { Turnstile } from './turnstile.js'

export interface SearchMemoryOptions {
  readonly engine: Engine
  readonly clock: Clock
  readonly threads: number
  readonly bytesMax: number
  /** Which form rows have in memory; tests make small sets look large. */
  readonly shares?: ShareSettings
  /** Threads have failed; the next search starts others. */
  readonly onThreadsLost?: (error: Error) => void
}

export class SearchMemory {
  readonly #options: SearchMemoryOptions
  /** By the spaces of their change logs: another log is another history. */
  readonly #tables = new Map<number, Promise<HeldTable>>()
  /** Those of them that have begun. */
  readonly #held = new Set<HeldTable>()
  /** Scopes that had no room, and when they did not. */
  readonly #tooLarge = new Map<string, number>()
  readonly #turnstile = new Turnstile(searchesAskedMax)
  #threads: SearchThreads | undefined
  #idleCheck: NodeJS.Timeout | undefined
  #scopes = 0

  constructor(options: SearchMemoryOptions) {
    this.#options = options
  }

  /** What the threads use for rows and keys. */
  get bytes(): number {
    return this.#threads?.bytes ?? 0
  }

  /** The keys of the items that may belong to the answer; undefined if the scope is not held. */
  async candidates(
    table: Table,
    index: VectorIndexDefinition,
    prefix: Buffer | undefined,
    search: ScopeSearch,
  ): Promise<readonly Uint8Array[] | undefined> {
    if (table.changes === undefined) return undefined
    for (let attempt = 0; attempt < searchAttemptsMax; attempt++) {
      if (this.#isTooLarge(index, prefix)) return undefined
      try {
        const found = await this.#try(table, index, prefix, search)
        if (found !== 'lost') return found
      } catch (error) {
        if (!(error instanceof ThreadsLost)) throw error
        this.#options.onThreadsLost?.(error)
        this.#forgetAll()
      }
    }
    return undefined
  }

  async close(): Promise<void> {
    clearInterval(this.#idleCheck)
    const threads = this.#threads
    this.#forgetAll()
    await threads?.close()
  }

  async #try(
    table: Table,
    index: VectorIndexDefinition,
    prefix: Buffer | undefined,
    search: ScopeSearch,
  ): Promise<readonly Uint8Array[] | undefined | 'lost'> {
    const held = await this.#tableOf(table)
    const scope = held.findScope(index, prefix) ?? held.openScope(table, index, prefix, false)
    scope.usedAtMs = this.#options.clock.now()
    if ((await scope.loaded) === 'too-large') return this.#refuse(scope)
    requireWanted(search)
    await held.catchUp(table)
    if (held.isLost) {
      await this.#forget(table, held)
      return 'lost'
    }
    if (!(await this.#makeRoom(scope))) {
      await held.dropScope(scope)
      return this.#refuse(scope)
    }
    const found = await this.#turnstile.pass(() => ask(held, scope, search))
    if (found === 'lost') return 'lost'
    if (areComplete(found, search.count) || scope.onlyFloats) {
      return found.rows.map(({ itemKey }) => itemKey)
    }
    // Bytes do not tell its vectors apart.
    if (held.isHeld(scope)) {
      await held.dropScope(scope)
      if (held.findScope(index, prefix) === undefined) held.openScope(table, index, prefix, true)
    }
    return 'lost'
  }

  #refuse({ index, prefix }: HeldScope): undefined {
    this.#tooLarge.set(scopeId(index, prefix), this.#options.clock.now())
  }

  #isTooLarge(index: VectorIndexDefinition, prefix: Buffer | undefined): boolean {
    const id = scopeId(index, prefix)
    const sinceMs = this.#tooLarge.get(id)
    if (sinceMs === undefined) return false
    if (this.#options.clock.now() - sinceMs < tooLargeForMs) return true
    this.#tooLarge.delete(id)
    return false
  }

  #tableOf(table: Table): Promise<HeldTable> {
    const log = table.changes!.space
    const known = this.#tables.get(log)
    if (known !== undefined) return known
    const threads = (this.#threads ??= this.#startThreads())
    const { engine, bytesMax } = this.#options
    const nextScope = () => this.#scopes++
    const makeRoom = (scope: HeldScope) => this.#makeRoom(scope)
    const begun = HeldTable.begin({ engine, threads, bytesMax, nextScope, makeRoom }, table)
    this.#tables.set(log, begun)
    begun.then(
      (held) => this.#held.add(held),
      () => this.#tables.delete(log),
    )
    return begun
  }

  #startThreads(): SearchThreads {
    this.#idleCheck ??= setInterval(() => void this.#dropIdle(), idleCheckMs).unref()
    return new SearchThreads(this.#options.threads, this.#options.shares)
  }

  async #forget(table: Table, held: HeldTable): Promise<void> {
    const log = table.changes!.space
    if (!this.#held.delete(held)) return
    this.#tables.delete(log)
    for (const scope of held.scopes) await held.dropScope(scope)
  }

  #forgetAll(): void {
    this.#tables.clear()
    this.#held.clear()
    const threads = this.#threads
    this.#threads = undefined
    void threads?.close()
  }

  /** Drops what was not used for longest, until the rest has room. False if there is not enough to drop. */
  async #makeRoom(wanted: HeldScope): Promise<boolean> {
    while (this.bytes > this.#options.bytesMax) {
      const unused = this.#unusedSince(keptMsMin).filter(({ scope }) => scope !== wanted)
      const [oldest] = unused.sort((a, b) => a.scope.usedAtMs - b.scope.usedAtMs)
      if (oldest === undefined) return false
      await oldest.held.dropScope(oldest.scope)
    }
    return true
  }

  async #dropIdle(): Promise<void> {
    const idle = this.#unusedSince(idleMsMax)
    // Memory that a thread has once had is free for others only when the thread has ended.
    if (idle.length === this.#placed().length) return this.#forgetAll()
    for (const { held, scope } of idle) await held.dropScope(scope).catch(() => undefined)
  }

  #unusedSince(ms: number): Placed[] {
    const beforeMs = this.#options.clock.now() - ms
    return this.#placed().filter(({ scope }) => scope.isLoaded && scope.usedAtMs <= beforeMs)
  }

  #placed(): readonly Placed[] {
    return [...this.#held].flatMap((held) => [...held.scopes].map((scope) => ({ held, scope })))
  }
}

/** What was held before others had their turn may be gone, and so may the client. */
async function ask(held: HeldTable, scope: HeldScope, search: ScopeSearch) {
  requireWanted(search)
  return held.isHeld(scope) ? await held.search(scope, search) : 'lost'
}

interface Placed {
  readonly held: HeldTable
  readonly scope: HeldScope
}

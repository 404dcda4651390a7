/**
 * The caches of all tables of a server: which tables have one, and who tells them what was changed.
 *
 * What this process writes is told by its engine before the write is acknowledged (`storage/observed-engine.ts`),
 * whatever door or job writes it. If other servers write to the same store, a table's change log is followed
 * as well: the first read that could be remembered makes the table keep one (`accelerated`), and a loop asks
 * for changes. Until a table is followed, nothing of it is remembered.
 *
 * A table's cache is closed when its definition changes, and when its changes can no longer be followed.
 */
import type { Catalog } from '../catalog/catalog.js'
import type { Table } from '../catalog/table.js'
import { Follower } from '../changes/follower.js'
import type { Scope } from '../model/arn.js'
import type { TableDefinition } from '../model/table.js'
import type { Log } from '../stdx/log.js'
import { systemSpace, type Engine, type SpaceId } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { CacheTimes } from './cache-parameters.js'
import type { ScopedCounters } from './dax-counters.js'
import { CachedTable, type CacheParts } from './cached-table.js'
import {
  cachedTablesMax,
  followIntervalMs,
  followIntervalPerTableMs,
  followRetryMs,
  idleLookMs,
  idleTableMsMax,
  useNotesIntervalMs,
} from './limits.js'

export interface CachesDependencies extends Omit<CacheParts, 'times' | 'counters'> {
  readonly counters: ScopedCounters
  /** How long the caches of an account and region keep what they have. */
  readonly timesOf: (scope: Scope) => CacheTimes | undefined
  readonly engine: Engine
  readonly catalog: Pick<Catalog, 'changeSetting' | 'forget' | 'findTable'>
  readonly log: Log
  /** Stores that a table is used, for a store that servers share. */
  readonly noteUse: (space: SpaceId) => Promise<void>
}

interface Kept {
  readonly space: SpaceId
  readonly guardKey: string
  /** Undefined until changes are followed. */
  cached: CachedTable | undefined
  /** Undefined if nobody else writes. */
  follower: Follower | undefined
  usedAtMs: number
  /** When that was last stored. */
  notedAtMs: number
  /** Of one that could not be followed: when to try again. */
  retryAtMs: number | undefined
}

export class TableCaches {
  readonly #parts: CachesDependencies
  readonly #tables = new Map<SpaceId, Kept>()
  readonly #byGuard = new Map<string, Kept>()
  #opening = new Set<Promise<void>>()

  constructor(parts: CachesDependencies) {
    this.#parts = parts
  }

  /** What is remembered of a table. Undefined if nothing may be, or not yet. */
  of(table: Table): CachedTable | undefined {
    const nowMs = this.#parts.clock.now()
    const kept = this.#tables.get(table.space)
    if (kept === undefined) return this.#begin(table, nowMs)
    kept.usedAtMs = nowMs
    if (kept.retryAtMs === undefined || nowMs < kept.retryAtMs) return kept.cached
    this.#drop(kept)
    return this.#begin(table, nowMs)
  }

  /** The same, if it is remembered already. */
  existing(table: Pick<Table, 'space'>): CachedTable | undefined {
    return this.#tables.get(table.space)?.cached
  }

  /** An entry of the store was written by this process. */
  told(space: SpaceId, key: Uint8Array): void {
    if (space !== systemSpace) {
      const cached = this.#tables.get(space)?.cached
      if (cached !== undefined) cached.changed(latin1Of(key))
      return
    }
    if (this.#byGuard.size === 0) return
    const kept = this.#byGuard.get(latin1Of(key))
    if (kept !== undefined) this.#drop(kept)
  }

  /** Looks once at what others have changed; resolves with the milliseconds to rest. */
  async look(): Promise<number> {
    const followed = [...this.#tables.values()].filter(({ follower }) => follower !== undefined)
    await Promise.all(followed.map((kept) => this.#catchUp(kept)))
    this.#dropIdle()
    if (!this.#parts.engine.shared) return idleLookMs
    return Math.max(followIntervalMs, followed.length * followIntervalPerTableMs)
  }

  async close(): Promise<void> {
    for (const kept of this.#tables.values()) this.#drop(kept)
    await Promise.all(this.#opening)
  }

  #begin(table: Table, nowMs: number): CachedTable | undefined {
    if (this.#tables.size >= cachedTablesMax) return undefined
    const { engine } = this.#parts
    const kept: Kept = {
      space: table.space,
      guardKey: latin1Of(table.guard.key),
      cached: engine.shared ? undefined : this.#cacheOf(table),
      follower: undefined,
      usedAtMs: nowMs,
      notedAtMs: -Infinity,
      retryAtMs: undefined,
    }
    this.#tables.set(kept.space, kept)
    if (!engine.shared) {
      this.#byGuard.set(kept.guardKey, kept)
      // The definition may have been changed since it was read, by this process.
      this.#track(this.#verify(kept, table))
      return kept.cached
    }
    this.#track(this.#follow(kept, table))
    return undefined
  }

  #cacheOf({ account, region }: Table): CachedTable {
    const { timesOf, counters, clock, room } = this.#parts
    const scope = { account, region }
    const times = () => timesOf(scope)
    return new CachedTable({ clock, room, counters: counters.of(scope), times })
  }

  async #verify(kept: Kept, { guard }: Table): Promise<void> {
    try {
      await this.#parts.engine.read([], [guard])
    } catch {
      this.#drop(kept)
    }
  }

  async #follow(kept: Kept, table: Table): Promise<void> {
    const { engine, catalog, log, clock } = this.#parts
    try {
      const { changes, ...followed } = await this.#accelerated(table)
      if (changes === undefined || followed.space !== kept.space) throw new GuardBroken('replaced')
      const follower = await Follower.begin(engine, { ...followed, changes })
      if (this.#tables.get(kept.space) !== kept) return
      kept.follower = follower
      this.#byGuard.set(kept.guardKey, kept)
      kept.cached = this.#cacheOf(table)
    } catch (error) {
      if (error instanceof GuardBroken) catalog.forget(table)
      else log.debug('a table cannot be accelerated yet', { table: table.name, error })
      kept.retryAtMs = clock.now() + followRetryMs
    }
  }

  /** The table with a log that is kept for what follows it. */
  async #accelerated(table: Table): Promise<Table> {
    if (table.accelerated !== undefined && table.changes !== undefined) return table
    const accelerate = (definition: TableDefinition, nowMs: number): TableDefinition => ({
      ...definition,
      accelerated: definition.accelerated ?? { sinceMs: nowMs },
    })
    return this.#parts.catalog.changeSetting(table, table.name, accelerate)
  }

  async #catchUp(kept: Kept): Promise<void> {
    try {
      if (isToBeNoted(kept)) {
        kept.notedAtMs = kept.usedAtMs
        await this.#parts.noteUse(kept.space)
      }
      const keys = await kept.follower!.catchUp()
      if (keys === 'lost') return this.#drop(kept)
      for (const key of keys) kept.cached?.changed(latin1Of(key))
    } catch (error) {
      // The store is away. Nothing older than its time to live is answered meanwhile.
      this.#parts.log.debug('changes of a table cannot be followed', { error })
    }
  }

  /** What is answered from memory alone is asked for again when its time is over. */
  #dropIdle(): void {
    const idleSinceMs = this.#parts.clock.now() - idleTableMsMax
    for (const kept of this.#tables.values()) if (kept.usedAtMs < idleSinceMs) this.#drop(kept)
  }

  #drop(kept: Kept): void {
    kept.cached?.close()
    kept.cached = undefined
    kept.follower = undefined
    if (this.#tables.get(kept.space) === kept) this.#tables.delete(kept.space)
    if (this.#byGuard.get(kept.guardKey) === kept) this.#byGuard.delete(kept.guardKey)
  }

  #track(work: Promise<void>): void {
    this.#opening.add(work)
    void work.finally(() => this.#opening.delete(work))
  }
}

/** Whether it was used long after that was last stored. */
function isToBeNoted({ usedAtMs, notedAtMs }: Kept): boolean {
  return usedAtMs >= notedAtMs + useNotesIntervalMs
}

/** Bytes as the key of a map. */
export function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

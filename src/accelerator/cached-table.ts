/**
 * What a server remembers of one table: items by their keys, and pages of Query and Scan by the requests
 * they answer. Whoever notices a change of an item says so here; from then on nothing of what was there
 * before is found, and nothing that was read before is remembered.
 *
 * Knows neither how answers are encoded nor who notices changes.
 */
import type { Clock } from '../stdx/clock.js'
import { partitionHashBytes } from '../storage/partition-hash.js'
import type { CacheTimes } from './cache-parameters.js'
import { CacheEntry, type CacheRoom, type EntryHome } from './cache-room.js'
import type { DaxCounters } from './dax-counters.js'
import { aliasesPerItemMax } from './limits.js'
import { Tickets, type Ticket } from './tickets.js'

export interface CacheParts {
  readonly room: CacheRoom
  readonly counters: DaxCounters
  /** By a clock that is never set. */
  readonly clock: Clock
  /** Undefined while it is not known for how long anything may be kept. */
  readonly times: () => CacheTimes | undefined
}

/** Answers to whole requests, as they came over the wire: the shortest way to an item. */
export type AnswersByRequest = Map<string, CacheEntry>

/** Where an answer to a whole request is to be found. */
export interface RequestAlias {
  readonly answers: AnswersByRequest
  readonly request: string
}

export type PageKind = 'query' | 'scan'

/** Pages that any change of the table concerns: of scans and of indexes. */
const everyPartition = ''

export class CachedTable {
  readonly #parts: CacheParts
  readonly #items = new Map<string, CacheEntry>()
  readonly #aliases = new Map<CacheEntry, RequestAlias[]>()
  readonly #pages = new Map<string, CacheEntry>()
  /** By the partition whose changes concern them. */
  readonly #pagesOf = new Map<string, Set<CacheEntry>>()
  readonly #partitions = new Map<CacheEntry, string>()
  readonly #itemTickets = new Tickets()
  readonly #pageTickets = new Tickets()
  readonly #itemHome: EntryHome
  readonly #pageHome: EntryHome
  #isClosed = false

  constructor(parts: CacheParts) {
    this.#parts = parts
    const { counters } = parts
    this.#itemHome = { counters, forget: (entry) => this.#forgetItem(entry) }
    this.#pageHome = { counters, forget: (entry) => this.#forgetPage(entry) }
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#pages.size === 0
  }

  /** `key` is the item's key in the table's space, as latin1, here and below. */
  findItem(key: string): string | undefined {
    const found = this.#fresh(this.#items.get(key))
    this.#parts.counters.item(found !== undefined)
    return found?.answer
  }

  /** Makes an answer that is known to be found by a request as well. */
  alias(key: string, alias: RequestAlias): void {
    const entry = this.#items.get(key)
    if (entry === undefined) return
    const aliases = this.#aliases.get(entry) ?? []
    if (aliases.length >= aliasesPerItemMax || alias.answers.has(alias.request)) return
    this.#aliases.set(entry, [...aliases, alias])
    alias.answers.set(alias.request, entry)
    this.#parts.room.grow(entry, alias.request.length)
  }

  /** Before an item is read or written. */
  begin(key: string): Ticket {
    return this.#itemTickets.take(key)
  }

  /** The item as it was read; undefined if that failed. */
  wasRead(ticket: Ticket, answer: string | undefined): void {
    const changes = this.#itemTickets.giveBack(ticket)
    if (answer !== undefined && changes === 0) this.#rememberItem(ticket.key, answer)
  }

  /**
   * The item as it was put; undefined if it is not known what there is now. The write itself was noticed once:
   * if there was another change, nobody knows which came last.
   */
  wasWritten(ticket: Ticket, answer: string | undefined): void {
    const changes = this.#itemTickets.giveBack(ticket)
    this.changed(ticket.key)
    if (answer !== undefined && changes === 1) this.#rememberItem(ticket.key, answer)
  }

  findPage(kind: PageKind, request: string): string | undefined {
    const found = this.#fresh(this.#pages.get(request))
    this.#parts.counters[kind](found !== undefined)
    return found?.answer
  }

  /** Before a page is read. `partition` has the only items that it can have, if there is just one. */
  beginPage(partition: string | undefined): Ticket {
    return this.#pageTickets.take(partition ?? everyPartition)
  }

  pageWasRead(ticket: Ticket, request: string, answer: string | undefined): void {
    const changes = this.#pageTickets.giveBack(ticket)
    if (answer === undefined || changes > 0 || this.#isClosed) return
    const ttlMs = this.#parts.times()?.queryTtlMs ?? 0
    const page = this.#remember(this.#pageHome, this.#pages, { key: request, answer, ttlMs })
    if (page === undefined) return
    const pages = this.#pagesOf.get(ticket.key) ?? new Set()
    this.#pagesOf.set(ticket.key, pages.add(page))
    this.#partitions.set(page, ticket.key)
    this.#parts.room.add(page)
  }

  /** An item was changed, by whomever. */
  changed(key: string): void {
    this.#itemTickets.changed(key)
    const item = this.#items.get(key)
    if (item !== undefined) this.#forgetItem(item)
    this.#pagesChanged(key.slice(0, partitionHashBytes))
    this.#pagesChanged(everyPartition)
  }

  /** Nothing of it can be trusted any longer, and what is under way is not remembered. */
  close(): void {
    this.#isClosed = true
    for (const item of this.#items.values()) this.#forgetItem(item)
    for (const page of this.#pages.values()) this.#forgetPage(page)
  }

  #pagesChanged(partition: string): void {
    this.#pageTickets.changed(partition)
    const pages = this.#pagesOf.get(partition)
    if (pages !== undefined) for (const page of pages) this.#forgetPage(page)
  }

  #rememberItem(key: string, answer: string): void {
    if (this.#isClosed) return
    const { recordTtlMs } = this.#parts.times() ?? { recordTtlMs: undefined }
    const ttlMs = recordTtlMs === 0 ? Infinity : (recordTtlMs ?? 0)
    const item = this.#remember(this.#itemHome, this.#items, { key, answer, ttlMs })
    if (item !== undefined) this.#parts.room.add(item)
  }

  /** The new entry, which the room does not know yet. Undefined if it is not worth its room. */
  #remember(
    home: EntryHome,
    entries: Map<string, CacheEntry>,
    {
      key,
      answer,
      ttlMs,
    }: { readonly key: string; readonly answer: string; readonly ttlMs: number },
  ): CacheEntry | undefined {
    const { clock, room } = this.#parts
    const before = entries.get(key)
    if (before !== undefined) home.forget(before)
    const entry = new CacheEntry({ home, key, answer, expiresAtMs: clock.now() + ttlMs })
    if (ttlMs <= 0 || !room.takes(entry)) return undefined
    entries.set(key, entry)
    return entry
  }

  #fresh(entry: CacheEntry | undefined): CacheEntry | undefined {
    if (entry === undefined) return undefined
    const { clock, room } = this.#parts
    if (clock.now() >= entry.expiresAtMs) {
      entry.home.forget(entry)
      return undefined
    }
    room.use(entry)
    return entry
  }

  #forgetItem(item: CacheEntry): void {
    this.#items.delete(item.key)
    for (const { answers, request } of this.#aliases.get(item) ?? []) answers.delete(request)
    this.#aliases.delete(item)
    this.#parts.room.remove(item)
  }

  #forgetPage(page: CacheEntry): void {
    this.#pages.delete(page.key)
    const partition = this.#partitions.get(page)!
    const pages = this.#pagesOf.get(partition)
    pages?.delete(page)
    if (pages?.size === 0) this.#pagesOf.delete(partition)
    this.#partitions.delete(page)
    this.#parts.room.remove(page)
  }
}

/**
 * What a query has read so far, and the reading itself: pages as they are wanted, the rest on demand,
 * dropped pages once more when they are scrolled to. One request to the server at a time.
 */
import type { CodeRequest } from '../../code/request.js'
import { ColumnTracker } from '../../grid/column-tracker.js'
import { PagedItems, type KeptPage } from '../../grid/paged-items.js'
import type { Item } from '../../values/attribute-value.js'
import { pageRowsDefault } from './limits.js'
import { readPage, type ReadPageResult, type SendRead } from './read-page.js'

export interface ReaderState {
  readonly request: CodeRequest | undefined
  readonly phase: 'idle' | 'reading' | 'failed'
  readonly items: PagedItems
  readonly columns: ColumnTracker
  readonly read: number
  readonly units: number
  readonly requests: number
  readonly ms: number
  /** Of the last page. */
  readonly ended: ReadPageResult['ended'] | undefined
  readonly next: Item | undefined
  /** Of the page that is being read. */
  readonly progress: ReadPageResult | undefined
  readonly isReadingAll: boolean
  readonly error: unknown
}

const emptyState = (request: CodeRequest | undefined): ReaderState => ({
  request,
  phase: 'idle',
  items: new PagedItems(),
  columns: new ColumnTracker(),
  read: 0,
  units: 0,
  requests: 0,
  ms: 0,
  ended: undefined,
  next: undefined,
  progress: undefined,
  isReadingAll: false,
  error: undefined,
})

export interface ReaderOptions {
  readonly send: SendRead
  readonly now: () => number
  /** Rows that the grid can show. */
  readonly rowsMax: number
}

export class ItemsReader {
  readonly #options: ReaderOptions
  readonly #listeners = new Set<() => void>()
  #state = emptyState(undefined)
  #abort = new AbortController()
  #seenRow = 0
  #filling = false

  constructor(options: ReaderOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): ReaderState => this.#state

  /** Begins anew. */
  async start(request: CodeRequest): Promise<void> {
    this.#abort.abort()
    this.#seenRow = 0
    this.#state = emptyState(request)
    await this.#read(false)
  }

  async more(): Promise<void> {
    if (this.#state.phase !== 'reading' && this.canRead) await this.#read(false)
  }

  async all(): Promise<void> {
    if (this.#state.phase !== 'reading' && this.canRead) await this.#read(true)
  }

  stop(): void {
    this.#abort.abort()
  }

  /** An item that was written from here. */
  replace(row: number, item: Item): void {
    this.#state.items.replace(row, item)
    this.#state.columns.add([item])
    this.#set({})
  }

  get canRead(): boolean {
    const { request, ended, items } = this.#state
    return request !== undefined && ended !== 'end' && items.count < this.#options.rowsMax
  }

  /** Tells which rows are in sight; reads again what was dropped of them. */
  async see(first: number, last: number): Promise<void> {
    this.#seenRow = first
    if (this.#filling) return
    this.#filling = true
    try {
      for (;;) {
        const [page] = this.#state.items.missing(this.#seenRow, this.#seenRow + (last - first))
        if (page === undefined) return
        await this.#fill(page)
      }
    } catch (error) {
      this.#set({ error })
    } finally {
      this.#filling = false
    }
  }

  async #fill(page: KeptPage): Promise<void> {
    const { request, items } = this.#state
    const result = await readPage(this.#options.send, {
      request: request!,
      start: page.start,
      rows: page.count,
      signal: new AbortController().signal,
      now: this.#options.now,
    })
    items.fill(page, result.items)
    items.dropFarFrom(this.#seenRow)
    this.#set({})
  }

  async #read(all: boolean): Promise<void> {
    this.#abort = new AbortController()
    const { signal } = this.#abort
    this.#set({ phase: 'reading', isReadingAll: all, error: undefined })
    try {
      do await this.#readOne(all, signal)
      while (all && this.canRead && !signal.aborted)
      if (this.#abort.signal === signal) this.#set({ phase: 'idle', progress: undefined })
    } catch (error) {
      if (this.#abort.signal === signal) this.#set({ phase: 'failed', progress: undefined, error })
    }
  }

  async #readOne(all: boolean, signal: AbortSignal): Promise<void> {
    const { request, next } = this.#state
    const begun = this.#options.now()
    const page = await readPage(this.#options.send, {
      request: pageRequest(request!, all),
      start: next,
      rows: all ? 1 : pageRowsOf(request!),
      signal,
      now: this.#options.now,
      onProgress: (progress) => {
        if (this.#abort.signal === signal) this.#set({ progress })
      },
    })
    if (this.#abort.signal !== signal) return
    this.#take(page, next, this.#options.now() - begun)
  }

  #take(page: ReadPageResult, start: Item | undefined, ms: number): void {
    const { items, columns, read, units, requests } = this.#state
    items.append(page.items, start, page.bytes)
    columns.add(page.items)
    items.dropFarFrom(this.#seenRow)
    this.#set({
      read: read + page.read,
      units: units + page.units,
      requests: requests + page.requests,
      ms: this.#state.ms + ms,
      ended: page.ended,
      next: page.next,
      progress: undefined,
    })
  }

  #set(change: Partial<ReaderState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function pageRowsOf({ input }: CodeRequest): number {
  return typeof input['Limit'] === 'number' ? input['Limit'] : pageRowsDefault
}

/**
 * A request without a filter reads no more than the page shows. With one it reads what a request may,
 * since most of it will not be shown; so it does on the way to the end.
 */
function pageRequest(request: CodeRequest, all: boolean): CodeRequest {
  const { input } = request
  if (all || input['Limit'] !== undefined || input['FilterExpression'] !== undefined) return request
  return { ...request, input: { ...input, Limit: pageRowsDefault } }
}

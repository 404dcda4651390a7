/**
 * One page over several stretches of a table or index, read one after another as if they were one:
 * the limit of items and the megabyte count across all of them. A page that ends at the end of a
 * stretch goes on with the next one.
 */
import { pageBytesMax } from '../model/limits.js'
import type { Engine } from '../storage/engine.js'
import { readPage, type Page } from './read-page.js'
import type { ReadTarget } from './read-target.js'
import type { StoredItem } from './stored-item.js'
import type { Stretch } from './stretch.js'
import type { ReadWork } from './work.js'

export interface StretchesRequest {
  readonly target: ReadTarget
  /** At least one. */
  readonly stretches: readonly Stretch[]
  readonly reverse: boolean
  /** Items to read at the most. */
  readonly limit: number | undefined
  /** Where to go on; undefined: at the beginning. */
  readonly start: StretchPosition | undefined
  /** Whether what the index lacks is to be fetched from the table. */
  readonly fetch: boolean
}

export interface StretchPosition {
  /** Which of the stretches, from zero. */
  readonly stretch: number
  /** Within it, after this key; undefined: from where it begins. */
  readonly after: Buffer | undefined
}

export interface StretchesPage {
  /** What passed the filters, in order. */
  readonly items: readonly StoredItem[]
  /** Of each stretch that was read. */
  readonly work: readonly ReadWork[]
  /** Where there may be more. */
  readonly next: StretchPosition | undefined
}

export async function readStretches(
  engine: Engine,
  request: StretchesRequest,
): Promise<StretchesPage> {
  const { stretches, start } = request
  const items: StoredItem[] = []
  const work: ReadWork[] = []
  const left = { items: request.limit ?? Infinity, bytes: pageBytesMax }
  let at: StretchPosition | undefined = start ?? { stretch: 0, after: undefined }
  while (at !== undefined && left.items > 0 && left.bytes > 0) {
    const stretch = stretches[at.stretch]!
    const page = await readStretch(engine, request, stretch, at.after, left)
    for (const item of page.items) items.push(item)
    work.push(page.work)
    left.items -= page.scannedCount
    left.bytes -= bytesOf(page.work)
    at = following(request, at.stretch, page)
  }
  return { items, work, next: at }
}

function readStretch(
  engine: Engine,
  { target, reverse, fetch }: StretchesRequest,
  { range, filter }: Stretch,
  after: Buffer | undefined,
  left: { readonly items: number; readonly bytes: number },
): Promise<Page> {
  const limit = left.items
  return readPage(engine, {
    target,
    range,
    reverse,
    limit,
    bytesMax: left.bytes,
    after,
    filter,
    fetch,
  })
}

function following(
  { target, stretches }: StretchesRequest,
  stretch: number,
  { lastKey }: Page,
): StretchPosition | undefined {
  if (lastKey !== undefined && !stretches[stretch]!.single) {
    return { stretch, after: target.positionOf(lastKey) }
  }
  return stretch + 1 < stretches.length ? { stretch: stretch + 1, after: undefined } : undefined
}

/** As a page counts them, where what was fetched weighs as much as what was read. */
function bytesOf({ readBytes, fetchedBytes }: ReadWork): number {
  const fetched = fetchedBytes.reduce((sum, bytes) => sum + bytes, 0)
  return Math.max(readBytes, fetched)
}

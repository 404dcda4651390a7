/**
 * One page over several stretches of a table or index, read one after another as if they were one:
 * the limit of items and the megabyte count across all of them. A page that ends at the end of a
 * stretch continues with the next one.
 */
import { pageBytesMax } from '../../model/limits.js'
import type { Engine } from '../../storage/engine.js'
import { readPage, readSingles, type Page } from './read-page.js'
import type { ReadTarget } from './read-target.js'
import type { StoredItem } from '../stored-item.js'
import { isEmpty, type Stretch } from './stretch.js'
import type { Touch, Work } from '../work.js'

export interface StretchesRequest {
  readonly target: ReadTarget
  /** At least one. */
  readonly stretches: readonly Stretch[]
  readonly reverse: boolean
  readonly consistent: boolean
  /** How many items to read at most. */
  readonly limit: number | undefined
  /** Where to continue. Undefined means at the beginning. */
  readonly start: StretchPosition | undefined
  /** Whether attributes that the index lacks are fetched from the table. */
  readonly fetch: boolean
}

export interface StretchPosition {
  /** The index of the stretch, from zero. */
  readonly stretch: number
  /** Continues after this key. Undefined means at the start of the stretch. */
  readonly after: Buffer | undefined
}

export interface StretchesPage {
  /** The items that passed the filters, in order. */
  readonly items: readonly StoredItem[]
  /** One touch for each stretch that was read, followed by those for the items fetched for it. */
  readonly work: Work
  /** Where there may be more. Undefined at the end. */
  readonly next: StretchPosition | undefined
}

export async function readStretches(
  engine: Engine,
  request: StretchesRequest,
): Promise<StretchesPage> {
  const items: StoredItem[] = []
  const work: Touch[] = []
  const left = { items: request.limit ?? Infinity, bytes: pageBytesMax }
  let at: StretchPosition | undefined = request.start ?? { stretch: 0, after: undefined }
  while (at !== undefined && left.items > 0 && left.bytes > 0) {
    for (const page of await readFrom(engine, request, at, left)) {
      for (const item of page.items) items.push(item)
      work.push(...page.work)
      left.items -= page.scannedCount
      left.bytes -= page.weightBytes
      at = following(request, at.stretch, page)
      // What was read beyond the megabyte is read again by the next page, so this page is not
      // charged.
      if (at === undefined || left.bytes <= 0) break
    }
  }
  return { items, work, next: at }
}

interface Left {
  readonly items: number
  readonly bytes: number
}

/** Reads a page of the next stretch, or of all consecutive single ones at once. */
async function readFrom(
  engine: Engine,
  request: StretchesRequest,
  { stretch, after }: StretchPosition,
  left: Left,
): Promise<readonly Page[]> {
  const { stretches } = request
  const singles = singlesFrom(stretches, stretch, left.items)
  if (singles.length > 1) return readSingles(engine, request, singles)
  const { range, filter } = stretches[stretch]!
  const bounds = { limit: left.items, bytesMax: left.bytes }
  const { target, reverse, consistent, fetch } = request
  const page = { target, range, reverse, consistent, ...bounds, after, filter, fetch }
  return [await readPage(engine, page)]
}

/** Leaves out empty ranges, which engines are never asked for. */
function singlesFrom(stretches: readonly Stretch[], first: number, max: number) {
  const others = stretches.findIndex(
    ({ single, range }, i) => i >= first && (!single || isEmpty(range)),
  )
  const end = others < 0 ? stretches.length : others
  return stretches.slice(first, Math.min(end, first + max))
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

/**
 * Walking a range page by page. Each page is its own snapshot: what is written while the walk is under
 * way is seen if it is ahead. Requests are served between two pages, also by an engine that answers at
 * once, so that a long walk is no pause for others.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Engine, Entry, Range, RangePage } from './engine.js'
import { keyAfter } from './keyspace.js'

/** A range in ascending order; its limits are those of a page. */
export type WalkedRange = Omit<Range, 'kind' | 'reverse'>

export async function* walk(engine: Engine, range: WalkedRange): AsyncGenerator<Entry> {
  for await (const entries of walkPages(engine, range)) yield* entries
}

/** Pages that have entries. */
export async function* walkPages(
  engine: Engine,
  range: WalkedRange,
): AsyncGenerator<readonly Entry[]> {
  for (let from = range.from; ;) {
    const page = await readPageFrom(engine, range, from)
    if (page.entries.length > 0) yield page.entries
    if (!page.more) return
    from = keyAfter(page.entries.at(-1)!.key)
    await nextTurn()
  }
}

/** As `walkPages`, and each page is asked for while the one before it is being used. */
export async function* walkPagesAhead(
  engine: Engine,
  range: WalkedRange,
): AsyncGenerator<readonly Entry[]> {
  let next: Promise<RangePage> | undefined = readPageFrom(engine, range, range.from)
  while (next !== undefined) {
    const { entries, more }: RangePage = await next
    next = more ? readPageFrom(engine, range, keyAfter(entries.at(-1)!.key)) : undefined
    // A caller that stops half way does not wait for it.
    next?.catch(() => undefined)
    if (entries.length > 0) yield entries
  }
}

async function readPageFrom(
  engine: Engine,
  range: WalkedRange,
  from: Uint8Array,
): Promise<RangePage> {
  const [page] = await engine.read([{ kind: 'range', ...range, from }])
  return page
}

/** Reads the rows of a scope page by page and hands them to the threads. */
import type { Table } from '../../catalog/table.js'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import type { Entry } from '../../storage/engine.js'
import { itemKeyOfRow, keyAfter, vectorRows } from '../../storage/keyspace.js'
import { byteDimensionsMin } from '../../vectors/limits.js'
import { bytesPerRow, rowLayout } from '../../vectors/row-layout.js'
import { shapeOf, type HeldScope } from './held-scope.js'
import { batchesUnderWayMax, loadedPageBytesMax, loadedPageEntriesMax } from './limits.js'
import type { Line } from './line.js'
import { itemHash, RowBatch } from './row-batch.js'
import type { SearchThreads } from './search-threads.js'
import type { TableParts } from './table-parts.js'

interface Load {
  readonly table: Table
  readonly scope: HeldScope
  readonly line: Line
}

/** Returns false if there is no room for them. */
export async function loadRows(parts: TableParts, load: Load): Promise<boolean> {
  const { scope, line } = load
  if (await isHopeless(parts, scope)) return false
  const underWay: Promise<unknown>[] = []
  let from: Uint8Array | undefined = vectorRows(scope.prefix).from
  while (from !== undefined) {
    const start: Uint8Array = from
    const page = await line.step(() => loadPage(parts, load, start))
    underWay.push(page.stored)
    from = page.next
    if (underWay.length > batchesUnderWayMax) await underWay.shift()
    if (!(await parts.makeRoom(scope))) return false
    if (turnIsOver()) await nextTurn()
  }
  await Promise.all(underWay)
  return parts.makeRoom(scope)
}

/** An index without scopes knows how many rows it has. */
async function isHopeless(
  { engine, bytesMax }: TableParts,
  { index, prefix, onlyFloats }: HeldScope,
): Promise<boolean> {
  if (prefix !== undefined) return false
  const [{ entries }] = await engine.read([{ kind: 'tally', space: index.space }])
  const { dimensions, filterCount } = shapeOf(index)
  const form = onlyFloats || dimensions < byteDimensionsMin ? 'floats' : 'bytes'
  return entries * bytesPerRow(rowLayout(form, dimensions, filterCount)) > bytesMax
}

interface LoadedPage {
  readonly next: Uint8Array | undefined
  readonly stored: Promise<unknown>
}

async function loadPage(
  { engine, threads }: TableParts,
  { table, scope }: Load,
  from: Uint8Array,
): Promise<LoadedPage> {
  const { to } = vectorRows(scope.prefix)
  const { space } = scope.index
  const [page] = await engine.read(
    [
      {
        kind: 'range',
        space,
        from,
        to,
        entriesMax: loadedPageEntriesMax,
        bytesMax: loadedPageBytesMax,
      },
    ],
    [table.guard],
  )
  const last = page.entries.at(-1)
  const stored = sendRows(threads, scope, page.entries)
  // Whoever waits for it sees why it failed.
  stored.catch(() => undefined)
  return { next: page.more && last !== undefined ? keyAfter(last.key) : undefined, stored }
}

function sendRows(
  threads: SearchThreads,
  { index, number }: HeldScope,
  entries: readonly Entry[],
): Promise<unknown> {
  const batches = Array.from({ length: threads.count }, () => new RowBatch(shapeOf(index)))
  for (const { key, value } of entries) {
    const itemKey = itemKeyOfRow(key, index.hash !== undefined)
    const hash = itemHash(itemKey)
    batches[hash % threads.count]!.add(number, itemKey, hash, value)
  }
  return sendBatches(threads, index.space, batches)
}

/** One batch for each thread. */
export function sendBatches(
  threads: SearchThreads,
  index: number,
  batches: readonly RowBatch[],
): Promise<unknown> {
  return Promise.all(
    batches.map(async (rows, thread) => {
      if (rows.isEmpty) return
      const batch = rows.toBuffer()
      await threads.ask(thread, { kind: 'rows', index, batch }, [batch])
    }),
  )
}

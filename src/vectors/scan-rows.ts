/** One pass over the rows of a store: those that a search's filters let through are scored, and the best are kept. */
import { scratch, type Arena } from './arenas.js'
import type { Best } from './best.js'
import { rowFields } from './row-layout.js'
import type { RowStore } from './row-store.js'
import type { KernelQuery } from './rows.js'

/** A filter attribute, by its place in the definition, and the hash of the code that it must have. */
export interface RowFilter {
  readonly attribute: number
  readonly hash: number
}

export interface RowScan {
  readonly query: KernelQuery
  readonly filters: readonly RowFilter[]
  readonly best: Best
}

export function scanRows(store: RowStore, scan: RowScan): void {
  let prepared: Arena | undefined
  for (const [i, { arena, address }] of store.blocks.entries()) {
    if (arena !== prepared) scan.query.write(arena)
    prepared = arena
    const count = listRows(store, i, address, scan.filters)
    if (count === 0) continue
    scoreListed(store, arena, count, scan.query)
    keepBest(arena, count, scan)
  }
}

/** Writes the addresses of a block's rows that have what the filters want, and returns how many they are. */
function listRows(
  store: RowStore,
  block: number,
  address: number,
  filters: readonly RowFilter[],
): number {
  const { words } = store.blocks[block]!.arena
  const { rowBytes } = store.layout
  const end = address + store.rowsOf(block) * rowBytes
  let listed = 0
  for (let row = address; row < end; row += rowBytes) {
    if (filters.length > 0 && !passes(words, row, filters)) continue
    words[scratch.list / 4 + listed++] = row
  }
  return listed
}

function passes(words: Uint32Array, row: number, filters: readonly RowFilter[]): boolean {
  const first = (row + rowFields.filters) / 4
  for (const { attribute, hash } of filters) if (words[first + attribute] !== hash) return false
  return true
}

function scoreListed(store: RowStore, arena: Arena, count: number, query: KernelQuery): void {
  const { form, numbers, numberBytes } = store.layout
  const { list, keys } = scratch
  const { scoreFloats, scoreBytes } = arena.kernel
  const score = form === 'floats' ? scoreFloats : scoreBytes
  score(list, list + count * 4, numbers, numberBytes, scratch.query, query.scale, query.shift, keys)
}

function keepBest(arena: Arena, count: number, { best, query }: RowScan): void {
  const { words, floats, doubles } = arena
  let { threshold } = best
  for (let i = 0; i < count; i++) {
    const key = doubles[scratch.keys / 8 + i]!
    if (key <= threshold) continue
    const row = words[scratch.list / 4 + i]!
    const error = floats[(row + rowFields.error) / 4]! * query.norm
    best.offer(key, error, words[(row + rowFields.entry) / 4]!)
    threshold = best.threshold
  }
}

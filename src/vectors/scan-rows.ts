/**
 * One pass over the rows of a store: those that a search's filters let through are scored, and the best are kept.
 *
 * If rows have signs, only those are scored that may be among the best by the bounds that signs give. Where signs leave
 * too many, because the vectors are hard to tell apart, rows are scored without them.
 */
import { scratch, type Arena, type Block } from './arenas.js'
import type { Best } from './best.js'
import { signGroupRows } from './kernel.js'
import { blocksWithoutSigns, rowsListedMax, signsLeaveMax } from './limits.js'
import { rowFields, signFields, type SignLayout } from './row-layout.js'
import type { RowStore } from './row-store.js'
import type { KernelQuery } from './rows.js'
import type { SignQuery } from './signs.js'

/** A filter attribute, by its place in the definition, and the hash of the code that it must have. */
export interface RowFilter {
  readonly attribute: number
  readonly hash: number
}

export interface RowScan {
  readonly query: KernelQuery
  readonly filters: readonly RowFilter[]
  readonly best: Best
  /** As many as are wanted, by the least that their keys may be: a row has to be able to be better than the last. */
  readonly certain: Best
  /** If signs are to be used. */
  readonly signs: SignQuery | undefined
}

export function scanRows(store: RowStore, scan: RowScan): void {
  const { signs: layout } = store.layout
  const { signs } = scan
  const stretch = layout?.rowsPerBlock ?? rowsListedMax
  const slots = new Uint32Array(stretch)
  let without = 0
  for (let first = 0; first < store.length; first += stretch) {
    const count = Math.min(stretch, store.length - first)
    const usesSigns = signs !== undefined && without-- <= 0 && scan.certain.isFull
    if (layout === undefined || !usesSigns) {
      for (let i = 0; i < count; i++) slots[i] = first + i
      scoreSlots(store, slots.subarray(0, count), scan)
      continue
    }
    const block = store.signBlocks[first / stretch]!
    boundRows(layout, block, count, signs)
    const left = listBetter(block.arena, { first, count }, scan.certain.threshold, slots)
    scoreSlots(store, slots.subarray(0, left), scan)
    if (left > count * signsLeaveMax) without = blocksWithoutSigns
  }
}

function boundRows(
  { groupBytes }: SignLayout,
  { arena, address }: Block,
  count: number,
  query: SignQuery,
): void {
  const end = address + Math.ceil(count / signGroupRows) * groupBytes
  const { step, base, shift, error } = query
  const { tables, keys } = scratch
  query.write(arena)
  const bytes = groupBytes - signFields.signs
  arena.kernel.boundSigns(address, end, bytes, tables, step, base, shift, error, keys)
}

/** Writes down which of the rows may be better than the threshold, and returns how many they are. */
function listBetter(
  { floats }: Arena,
  { first, count }: { readonly first: number; readonly count: number },
  threshold: number,
  slots: Uint32Array,
): number {
  let listed = 0
  for (let i = 0; i < count; i++) {
    if (floats[scratch.keys / 4 + i]! > threshold) slots[listed++] = first + i
  }
  return listed
}

/** Scores rows that have what the filters want. The slots are in order. */
function scoreSlots(store: RowStore, slots: Uint32Array, scan: RowScan): void {
  const { rowsPerBlock, rowBytes } = store.layout
  let [blockEnd, start, listed] = [0, 0, 0]
  let arena: Arena | undefined
  for (const slot of slots) {
    if (slot >= blockEnd) {
      const number = Math.floor(slot / rowsPerBlock)
      const block = store.blocks[number]!
      if (arena !== undefined && (block.arena !== arena || listed > rowsListedMax - rowsPerBlock)) {
        scoreListed(store, arena, listed, scan)
        listed = 0
      }
      arena = block.arena
      blockEnd = (number + 1) * rowsPerBlock
      start = block.address - number * rowsPerBlock * rowBytes
    }
    const row = start + slot * rowBytes
    if (scan.filters.length > 0 && !passes(arena!.words, row, scan.filters)) continue
    arena!.words[scratch.list / 4 + listed++] = row
  }
  if (arena !== undefined) scoreListed(store, arena, listed, scan)
}

function passes(words: Uint32Array, row: number, filters: readonly RowFilter[]): boolean {
  const first = (row + rowFields.filters) / 4
  for (const { attribute, hash } of filters) if (words[first + attribute] !== hash) return false
  return true
}

function scoreListed(store: RowStore, arena: Arena, count: number, scan: RowScan): void {
  if (count === 0) return
  const { form, numbers, numberBytes } = store.layout
  const { list, keys } = scratch
  const { query } = scan
  const { scoreFloats, scoreBytes } = arena.kernel
  const score = form === 'floats' ? scoreFloats : scoreBytes
  query.write(arena)
  score(list, list + count * 4, numbers, numberBytes, scratch.query, query.scale, query.shift, keys)
  keepBest(arena, count, scan)
}

function keepBest(arena: Arena, count: number, { best, certain, query }: RowScan): void {
  const { words, floats, doubles } = arena
  for (let i = 0; i < count; i++) {
    const key = doubles[scratch.keys / 8 + i]!
    if (key <= best.threshold) continue
    const row = words[scratch.list / 4 + i]!
    const error = floats[(row + rowFields.error) / 4]! * query.norm
    const entry = words[(row + rowFields.entry) / 4]!
    best.offer(key, error, entry)
    certain.offer(key - error, 0, entry)
  }
}

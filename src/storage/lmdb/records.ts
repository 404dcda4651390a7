/**
 * Reads keys and values from LMDB: from the write transaction if inside one, otherwise from a
 * snapshot.
 *
 * Which of the two is LMDB's own state, not an argument, so the same code serves both. A snapshot
 * lasts until `endSnapshot`; nothing here pauses, so all reads of one call see the same one. Every
 * returned value is a copy.
 */
import { assert } from '../../stdx/assert.js'
import type { Entry, Get, LogHead, Range, RangePage, SpaceId, Tally } from '../engine.js'
import { keyBytesMax } from '../keyspace.js'
import { copyingInto, copyOf, LazyEntry, valueCopyOf, view, withLazyKeys } from './copies.js'
import { keyOfStored, logHeadKey, logHeads, logOfHead, storedKey, tallyKey } from './stored-keys.js'
import type { Tree } from './tree.js'

export function readValue(tree: Tree, { space, key, memory }: Get): Buffer | undefined {
  const stored = storedKey(space, key)
  if (memory === undefined) return readStored(tree, stored)
  const found = tree.getBinaryFast(stored)
  return found && copyingInto(memory, () => valueCopyOf(view(found, 0, found.length)))
}

export function readStored(tree: Tree, stored: Buffer): Buffer | undefined {
  const found = tree.getBinaryFast(stored)
  return found === undefined ? undefined : copyOf(found, 0, found.length)
}

/**
 * Whether a key has this value; undefined means absent. Most reads check a stamp or two first, so
 * this avoids the copy: the bytes are LMDB's own and valid until the next read.
 */
export function hasStored(tree: Tree, stored: Buffer, expected: Uint8Array | undefined): boolean {
  const found = tree.getBinaryFast(stored)
  if (found === undefined || expected === undefined) return found === expected
  if (found.length !== expected.length) return false
  for (let at = 0; at < expected.length; at++) if (found[at] !== expected[at]) return false
  return true
}

export function pageIn(tree: Tree, range: Range): RangePage {
  const bounds = boundsOf(range)
  const isBare = tree.isBareWithin?.(bounds) ?? true
  const read = () => walk(tree.getRange(bounds), range)
  return copyingInto(range.memory, isBare ? () => withLazyKeys(read) : read)
}

function walk(found: Iterable<FoundEntry>, range: Range): RangePage {
  const entries: Entry[] = []
  const bytesMax = range.bytesMax ?? Infinity
  let bytes = 0
  for (const { key, value } of found) {
    if (entries.length >= range.entriesMax || (bytes >= bytesMax && entries.length > 0)) {
      return { entries, more: true }
    }
    assert(key.length <= keyBytesMax + 4, 'a stored key fits', { length: key.length })
    entries.push(key instanceof LazyEntry ? key.with(value) : { key: keyOfStored(key), value })
    bytes += value.length
  }
  return { entries, more: false }
}

interface FoundEntry {
  readonly key: Buffer | LazyEntry
  readonly value: Buffer
}

/** LMDB walks from `start` to `end`, and excludes the end by default. */
function boundsOf({ space, from, to, reverse }: Range) {
  const [lower, upper] = [storedKey(space, from), storedKey(space, to)]
  if (lower.compare(upper) >= 0) return { start: lower, end: lower }
  return reverse === true
    ? { start: upper, exclusiveStart: true, end: lower, inclusiveEnd: true, reverse }
    : { start: lower, end: upper }
}

export function readTally(tree: Tree, space: SpaceId): Tally {
  const record = readStored(tree, tallyKey(space))
  if (record === undefined) return { entries: 0, bytes: 0 }
  assert(record.length === tallyBytes, 'a tally is two numbers', { length: record.length })
  return { entries: record.readDoubleBE(0), bytes: record.readDoubleBE(8) }
}

const tallyBytes = 16

export function tallyRecord({ entries, bytes }: Tally): Buffer {
  const record = Buffer.allocUnsafe(tallyBytes)
  record.writeDoubleBE(entries, 0)
  record.writeDoubleBE(bytes, 8)
  return record
}

/** The last number that a log assigned; 0 before the first. */
export function headOf(tree: Tree, space: SpaceId, log: Uint8Array): number {
  const record = readStored(tree, logHeadKey(space, log))
  return record === undefined ? 0 : headNumber(record)
}

export function headsIn(tree: Tree, space: SpaceId): readonly LogHead[] {
  const { from: start, to: end } = logHeads(space)
  return Array.from(tree.getRange({ start, end }), ({ key, value }) => ({
    log: logOfHead(key),
    number: headNumber(value),
  }))
}

export function headRecord(number: number): Buffer {
  const record = Buffer.allocUnsafe(headBytes)
  record.writeDoubleBE(number)
  return record
}

export function headNumber(record: Buffer): number {
  assert(record.length === headBytes, 'a head is one number', { length: record.length })
  return record.readDoubleBE(0)
}

const headBytes = 8

/**
 * After this, the next read sees every commit made before it, including those of other processes. LMDB's
 * binding alone would keep a snapshot until its timer fires, for any number of reads.
 */
export function endSnapshot(tree: Tree): void {
  tree.resetReadTxn()
}

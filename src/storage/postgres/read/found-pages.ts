/** The pages of ranges as their rows come in (`range-text.ts`). */
import { lightPageEntriesMax } from '../limits.js'
import type { Entry, Range } from '../../engine.js'
import type { LightRange } from './range-text.js'
import { readBytes, readNumbers, readText, type SqlRow } from '../connection/sql-text.js'

export interface FoundPage {
  /** Whether something is missing and the page must be asked for in rows. */
  readonly isIncomplete: boolean
  readonly entries: readonly Entry[]
  readonly more: boolean
  /** Of each entry, if a decision depends on them. */
  readonly versions: readonly string[]
  answer(row: SqlRow): void
}

/** A page of one row for each entry, and one without a value if more follows. */
export class RowsPage implements FoundPage {
  readonly isIncomplete = false
  readonly #range: Range
  readonly #rows: { readonly entry: Entry; readonly version: string }[] = []
  #goesOn = false

  constructor(range: Range) {
    this.#range = range
  }

  answer([, key, value, version]: SqlRow): void {
    if (value === null) this.#goesOn = true
    else {
      const entry = { key: readBytes(key), value: readBytes(value) }
      this.#rows.push({ entry, version: readText(version) })
    }
  }

  get entries(): readonly Entry[] {
    return this.#page().map(({ entry }) => entry)
  }

  get versions(): readonly string[] {
    return this.#page().map(({ version }) => version)
  }

  get more(): boolean {
    return this.#goesOn || this.#rows.length > this.#range.entriesMax
  }

  /** A union promises no order, though databases keep that of its parts. */
  #page() {
    const sign = signOf(this.#range)
    this.#rows.sort((a, b) => sign * Buffer.compare(a.entry.key, b.entry.key))
    return this.#rows.slice(0, this.#range.entriesMax)
  }
}

/** A short page that comes as one row: the keys, the values and their lengths. */
export class LightPage implements FoundPage {
  readonly entries: Entry[] = []
  readonly versions: readonly string[] = []
  readonly #range: LightRange
  isIncomplete = false
  more = false

  constructor(range: LightRange) {
    this.#range = range
  }

  answer([, keys, values, , sizes]: SqlRow): void {
    const takeKey = pieces(readBytes(keys))
    // Null if every value was too long.
    const takeValue = pieces(values === null ? Buffer.alloc(0) : readBytes(values))
    const lengths = readNumbers(sizes)
    const rows = lengths.length / 2
    const { entriesMax } = this.#range
    this.more = rows > entriesMax
    for (let i = 0; i < Math.min(rows, entriesMax); i++) {
      const key = takeKey(lengths[2 * i]!)
      const valueLength = lengths[2 * i + 1]!
      // Only the row after the page's last may come without its value.
      if (valueLength < 0) this.isIncomplete = true
      else this.entries.push({ key, value: takeValue(valueLength) })
    }
    // Databases keep the order of joined values, though they do not promise it.
    if (!isOrdered(this.entries, this.#range)) this.isIncomplete = true
  }
}

export function isLight(range: Range): range is LightRange {
  return range.bytesMax !== undefined && range.entriesMax <= lightPageEntriesMax
}

/** Ranges that differ only in their bounds share one branch of the statement. */
export function shapeOf({ space, entriesMax, bytesMax, reverse }: Range): string {
  return `${space}/${entriesMax}/${bytesMax}/${reverse === true}`
}

function pieces(bytes: Buffer): (length: number) => Buffer {
  let offset = 0
  return (length) => bytes.subarray(offset, (offset += length))
}

function isOrdered(entries: readonly Entry[], range: Range): boolean {
  const sign = signOf(range)
  for (let i = 1; i < entries.length; i++) {
    if (sign * Buffer.compare(entries[i - 1]!.key, entries[i]!.key) >= 0) return false
  }
  return true
}

function signOf({ reverse }: Range): 1 | -1 {
  return reverse === true ? -1 : 1
}

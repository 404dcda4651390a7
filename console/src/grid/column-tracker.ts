/**
 * The columns of what was loaded: every attribute of every item, not only those of the first. Counts
 * grow with each page and are kept when the items themselves are dropped from memory.
 */
import { typeOfValue, type Item, type ValueType } from '../values/attribute-value.js'
import { printValue } from '../values/print-value.js'
import { columnWidthMax, columnWidthMin, measuredValuesMax } from './limits.js'

export interface ColumnFacts {
  readonly name: string
  /** The type of most values. */
  readonly type: ValueType
  /** How many loaded items have it, by type, the most frequent first. */
  readonly counts: readonly (readonly [ValueType, number])[]
  readonly total: number
  readonly width: number
}

interface Counts {
  readonly types: Map<ValueType, number>
  readonly lengths: number[]
  total: number
}

/** Pixels of a character in the grid's type, of the padding, and of the header beside its name. */
const characterWidth = 8
const cellPadding = 18
const headerRoom = 46

export class ColumnTracker {
  readonly #columns = new Map<string, Counts>()

  add(items: readonly Item[]): void {
    for (const item of items) {
      for (const name in item) this.#count(name, item)
    }
  }

  #count(name: string, item: Item): void {
    const value = item[name]!
    let counts = this.#columns.get(name)
    if (counts === undefined) {
      counts = { types: new Map(), lengths: [], total: 0 }
      this.#columns.set(name, counts)
    }
    const type = typeOfValue(value)
    counts.types.set(type, (counts.types.get(type) ?? 0) + 1)
    counts.total += 1
    if (counts.lengths.length < measuredValuesMax) {
      counts.lengths.push(printValue(value, columnWidthMax / characterWidth).length)
    }
  }

  /** Keys first, in the order given, then by how many items have the attribute, then by name. */
  columns(keys: readonly string[]): readonly ColumnFacts[] {
    const places = new Map(keys.map((name, at) => [name, at]))
    const place = (name: string) => places.get(name) ?? keys.length
    const known = new Set([...keys, ...this.#columns.keys()])
    return [...known]
      .map((name) => factsOf(name, this.#columns.get(name)))
      .sort(
        (a, b) =>
          place(a.name) - place(b.name) ||
          b.total - a.total ||
          (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
      )
  }
}

function factsOf(name: string, counts: Counts | undefined): ColumnFacts {
  const types = [...(counts?.types ?? [])].sort((a, b) => b[1] - a[1])
  const type = types[0]?.[0] ?? 'S'
  return {
    name,
    type,
    counts: types,
    total: counts?.total ?? 0,
    width: widthOf(`${name}${type}`, counts?.lengths ?? []),
  }
}

/** Wide enough for nine of ten values, and for the heading. */
function widthOf(heading: string, lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  const usual = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0
  const width = Math.max(
    usual * characterWidth + cellPadding,
    heading.length * characterWidth + headerRoom,
  )
  return Math.min(columnWidthMax, Math.max(columnWidthMin, Math.ceil(width)))
}

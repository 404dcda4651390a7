/** One minute of one rule: the keys that counted most, and how many there were. */
import { DistinctKeys } from './distinct-keys.js'
import { countedKeysMax, storedKeysMax } from './limits.js'
import { SpaceSaving, type CountedKey } from './space-saving.js'

/** As it is stored. */
export interface KeyMinute {
  readonly atMs: number
  readonly total: number
  /** Largest first. */
  readonly keys: readonly CountedKey[]
  /** Present if there were more keys than are stored. */
  readonly distinct?: DistinctKeys
}

/** A minute under way. */
export class KeyMinuteCounts {
  readonly atMs: number
  readonly #counts = new SpaceSaving(countedKeysMax)
  readonly #distinct = new DistinctKeys()

  constructor(atMs: number) {
    this.atMs = atMs
  }

  add(key: string, weight: number): void {
    this.#counts.add(key, weight)
    this.#distinct.add(key)
  }

  taken(): KeyMinute {
    const { atMs } = this
    const minute = { atMs, total: this.#counts.total, keys: this.#counts.top(storedKeysMax) }
    return this.#counts.size <= storedKeysMax ? minute : { ...minute, distinct: this.#distinct }
  }
}

export function distinctKeysOf(minutes: readonly KeyMinute[]): number {
  if (minutes.every(({ distinct }) => distinct === undefined)) {
    return new Set(minutes.flatMap(({ keys }) => keys.map(({ key }) => key))).size
  }
  const all = new DistinctKeys()
  for (const { keys, distinct } of minutes) {
    if (distinct !== undefined) all.merge(distinct)
    else for (const { key } of keys) all.add(key)
  }
  return Math.round(all.estimate())
}

type StoredMinute = readonly [
  atMs: number,
  total: number,
  keys: readonly (readonly [key: string, count: number, error: number])[],
  distinct?: string,
]

export function encodeKeyMinute({ atMs, total, keys, distinct }: KeyMinute): StoredMinute {
  const rows = keys.map(({ key, count, error }) => [key, count, error] as const)
  if (distinct === undefined) return [atMs, total, rows]
  return [atMs, total, rows, Buffer.from(distinct.registers).toString('base64')]
}

export function decodeKeyMinute([atMs, total, rows, distinct]: StoredMinute): KeyMinute {
  const keys = rows.map(([key, count, error]) => ({ key, count, error }))
  if (distinct === undefined) return { atMs, total, keys }
  return { atMs, total, keys, distinct: new DistinctKeys(Buffer.from(distinct, 'base64')) }
}

/**
 * Everything a request reads as one statement, which sees one snapshot: a UNION ALL of the keys asked
 * for in each space, the guards' keys among them, the ranges and the tallies.
 *
 * A page that ends by bytes is cut by the server, so that what is not in it does not travel; where
 * more follows, the next row comes without its value. Cutting costs the server a running sum. A short
 * page is therefore asked for without, and without the values that are so large that the others might
 * not fit beside them; only when one of those is in it, the page is to be asked for again and cut.
 */
import { lightPageEntriesMax } from '../../model/limits.js'
import { assert } from '../../stdx/assert.js'
import type { Guard, LogHead, Range, Read, SpaceId } from '../engine.js'
import { entryName } from './changes.js'
import { type Findings, type Found, type FoundEntry, isGet } from './read-answer.js'
import type { Schema } from './schema.js'
import {
  Parameters,
  readBytes,
  readNumber,
  readText,
  type Row,
  type Statement,
} from './sql-text.js'

export interface ReadTarget {
  readonly schema: Schema
  relationOf(space: SpaceId): string
}

/** The answer to a branch of the statement, as its rows are read. */
type Branch = (row: Row) => void

export class ReadPlan implements Findings {
  readonly #parameters = new Parameters()
  readonly #texts: string[] = []
  readonly #branches: Branch[] = []
  readonly found = new Map<string, Found>()
  readonly pages = new Map<number, { entries: FoundEntry[]; more: boolean }>()
  readonly tallies = new Map<number, { entries: number; bytes: number }>()
  readonly heads = new Map<number, LogHead[]>()
  readonly #cutting: boolean
  readonly #lightPages: LightPage[] = []

  constructor(
    reads: readonly Read[],
    guards: readonly Guard[],
    target: ReadTarget,
    cutting = false,
  ) {
    this.#cutting = cutting
    for (const [space, keys] of keysBySpace(reads, guards)) {
      this.#addKeys(space, keys, target.relationOf(space))
    }
    for (const [index, read] of reads.entries()) {
      if (read.kind === 'range') this.#addRange(index, read, target.relationOf(read.space))
      else if (read.kind === 'tally') this.#addTally(index, read.space, target.schema)
      else if (read.kind === 'heads') this.#addHeads(index, read.space, target.schema)
    }
  }

  /** Undefined when there is nothing to ask. */
  get statement(): Statement | undefined {
    if (this.#texts.length === 0) return undefined
    return { text: this.#texts.join(' UNION ALL '), parameters: this.#parameters.list }
  }

  /** Takes in the answer to the statement. */
  answer(rows: readonly Row[]): void {
    for (const row of rows) {
      const branch = this.#branches[readNumber(row[0])]
      assert(branch !== undefined, 'a row answers a question')
      branch(row)
    }
  }

  /** Whether a value is missing that a page has room for. */
  get isIncomplete(): boolean {
    return this.#lightPages.some(lacksValue)
  }

  #addKeys(space: SpaceId, keys: readonly Uint8Array[], relation: string): void {
    const [only] = keys
    const one = keys.length === 1
    // A key that is the only one asked for need not come back.
    const shown = one ? 'NULL::bytea' : 'key'
    const condition = one
      ? `key = ${this.#parameters.bytes(only!)}`
      : `key = ANY(${this.#parameters.bytesList(keys)})`
    this.#addBranch(
      (q) => `SELECT ${q} AS q, ${shown} AS key, value, ver FROM ${relation} WHERE ${condition}`,
      ([, key, value, version]) => {
        const name = entryName(space, one ? only! : readBytes(key))
        this.found.set(name, { value: readBytes(value), version: readText(version) })
      },
    )
  }

  #addRange(index: number, range: Range, relation: string): void {
    const page = { entries: [] as FoundEntry[], more: false }
    this.pages.set(index, page)
    if (!this.#cutting && isLight(range)) return this.#addLightRange(page, range, relation)
    this.#addBranch(
      (q) => rangeText(q, range, relation, this.#parameters),
      ([, key, value, version]) => {
        if (value === null) page.more = true
        else page.entries.push(entryOf(key, value, version))
      },
    )
  }

  #addLightRange(
    page: { entries: FoundEntry[]; more: boolean },
    range: Range & { readonly bytesMax: number },
    relation: string,
  ): void {
    const light: LightPage = { page, range, without: [] }
    this.#lightPages.push(light)
    const valueBytesMax = Math.floor(range.bytesMax / range.entriesMax)
    this.#addBranch(
      (q) => {
        const max = this.#parameters.bigint(valueBytesMax)
        const value = `CASE WHEN octet_length(value) <= ${max} THEN value END`
        return rowsText(q, value, range, relation, this.#parameters)
      },
      ([, key, value, version]) => {
        if (value === null) light.without.push(readBytes(key))
        else page.entries.push(entryOf(key, value, version))
        page.more = light.without.length > 0
      },
    )
  }

  /** Two rows, because rows have one number. */
  #addTally(index: number, space: SpaceId, { tallies }: Schema): void {
    const tally = { entries: 0, bytes: 0 }
    this.tallies.set(index, tally)
    for (const column of ['entries', 'bytes'] as const) {
      this.#addBranch(
        (q) =>
          `SELECT ${q} AS q, NULL::bytea AS key, NULL::bytea AS value, ` +
          `COALESCE(sum(${column}), 0)::bigint AS ver ` +
          `FROM ${tallies} WHERE space = ${this.#parameters.bigint(space)}`,
        ([, , , total]) => {
          tally[column] = readNumber(total)
        },
      )
    }
  }

  #addHeads(index: number, space: SpaceId, { logs }: Schema): void {
    const heads: LogHead[] = []
    this.heads.set(index, heads)
    this.#addBranch(
      (q) =>
        `SELECT ${q} AS q, log AS key, NULL::bytea AS value, head AS ver ` +
        `FROM ${logs} WHERE space = ${this.#parameters.bigint(space)}`,
      ([, log, , head]) => {
        heads.push({ log: readBytes(log), number: readNumber(head) })
      },
    )
  }

  #addBranch(textOf: (q: number) => string, branch: Branch): void {
    this.#texts.push(`(${textOf(this.#branches.push(branch) - 1)})`)
  }
}

function entryOf(key: Cell, value: Cell, version: Cell): FoundEntry {
  return { key: readBytes(key), value: readBytes(value), version: readText(version) }
}

type Cell = Row[number] | undefined

/** Spaces and keys in one order, so that equal requests have equal texts. */
function keysBySpace(reads: readonly Read[], guards: readonly Guard[]) {
  const bySpace = new Map<SpaceId, Map<string, Uint8Array>>()
  for (const { space, key } of [...reads.filter(isGet), ...guards]) {
    const keys = bySpace.get(space) ?? new Map<string, Uint8Array>()
    bySpace.set(space, keys.set(entryName(space, key), key))
  }
  return [...bySpace]
    .sort(([a], [b]) => a - b)
    .map(([space, keys]) => [space, [...keys.values()]] as const)
}

/** A page that is asked for without being cut, and the keys that came without their values. */
interface LightPage {
  readonly page: { readonly entries: readonly FoundEntry[] }
  readonly range: Range
  readonly without: Buffer[]
}

function isLight(range: Range): range is Range & { readonly bytesMax: number } {
  return range.bytesMax !== undefined && range.entriesMax <= lightPageEntriesMax
}

/** Only the row after the page's last may do without its value. */
function lacksValue({ page, range, without }: LightPage): boolean {
  const [only] = without
  if (only === undefined) return false
  if (without.length > 1 || page.entries.length < range.entriesMax) return true
  const sign = range.reverse === true ? -1 : 1
  return page.entries.some(({ key }) => sign * Buffer.compare(only, key) < 0)
}

/** One row more than asked for tells whether there is more. */
function rowsText(
  q: number,
  value: string,
  { from, to, entriesMax, reverse }: Range,
  relation: string,
  parameters: Parameters,
): string {
  return (
    `SELECT ${q} AS q, key, ${value} AS value, ver FROM ${relation} ` +
    `WHERE key >= ${parameters.bytes(from)} AND key < ${parameters.bytes(to)} ` +
    `ORDER BY ${orderOf(reverse)} LIMIT ${parameters.bigint(Math.min(entriesMax, rowsMax) + 1)}`
  )
}

function orderOf(reverse: boolean | undefined): string {
  return reverse === true ? 'key DESC' : 'key'
}

function rangeText(q: number, range: Range, relation: string, parameters: Parameters): string {
  const { entriesMax, bytesMax, reverse } = range
  const order = orderOf(reverse)
  const rows = rowsText(q, 'value', range, relation, parameters)
  if (bytesMax === undefined) return rows
  const bytes = parameters.bigint(Math.min(bytesMax, Number.MAX_SAFE_INTEGER))
  const max = parameters.bigint(Math.min(entriesMax, rowsMax))
  return (
    `SELECT q, key, CASE WHEN n <= ${max} AND (n = 1 OR before < ${bytes}) THEN value END, ver ` +
    `FROM (SELECT q, key, value, ver, row_number() OVER w AS n, ` +
    `sum(octet_length(value)) OVER w - octet_length(value) AS before, ` +
    `lag(octet_length(value), 1, 0) OVER w AS last ` +
    `FROM (${rows}) AS r WINDOW w AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)) AS s ` +
    `WHERE n <= 2 OR before - last < ${bytes} ORDER BY ${order}`
  )
}

/** Beyond any page. */
const rowsMax = 2 ** 40

/**
 * Everything a request reads as one statement, which sees one snapshot: a UNION ALL of the keys asked
 * for in each space, the guards' keys among them, the ranges and the tallies.
 *
 * A page that ends by bytes is cut by the server, so that what is not in it does not travel; where
 * more follows, the next row comes without its value.
 */
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

  constructor(reads: readonly Read[], guards: readonly Guard[], target: ReadTarget) {
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
    this.#addBranch(
      (q) => rangeText(q, range, relation, this.#parameters),
      ([, key, value, version]) => {
        if (value === null) page.more = true
        else page.entries.push(entryOf(key, value, version))
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

function rangeText(q: number, range: Range, relation: string, parameters: Parameters): string {
  const { from, to, entriesMax, bytesMax, reverse } = range
  const order = reverse === true ? 'key DESC' : 'key'
  // One more than asked for tells whether there is more.
  const rows =
    `SELECT ${q} AS q, key, value, ver FROM ${relation} ` +
    `WHERE key >= ${parameters.bytes(from)} AND key < ${parameters.bytes(to)} ` +
    `ORDER BY ${order} LIMIT ${parameters.bigint(Math.min(entriesMax, rowsMax) + 1)}`
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

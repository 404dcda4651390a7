/**
 * Everything a request reads as one statement, which sees one snapshot: a UNION ALL of the keys asked
 * for in each space, the guards' keys among them, the ranges and the tallies.
 *
 * A page that ends by bytes is cut by the server, so that what is not in it does not travel; where
 * more follows, the next row comes without its value.
 */
import { assert, unreachable } from '../../stdx/assert.js'
import type {
  Get,
  Guard,
  LogHead,
  Range,
  RangePage,
  Read,
  ResultsOf,
  SpaceId,
  Tally,
} from '../engine.js'
import { GuardBroken } from '../errors.js'
import { entryName } from './changes.js'
import type { Schema } from './schema.js'
import {
  Parameters,
  readBytes,
  readNumber,
  readText,
  type Row,
  type Statement,
} from './sql-text.js'

/** An entry that was looked for; without a version it was not there. */
export interface Seen {
  readonly space: SpaceId
  readonly key: Uint8Array
  readonly version: string | undefined
}

interface Found {
  readonly value: Buffer
  readonly version: string
}

export interface ReadTarget {
  readonly schema: Schema
  relationOf(space: SpaceId): string
}

/** The answer to a branch of the statement, as its rows are read. */
type Branch = (row: Row) => void

export class ReadPlan<R extends readonly Read[]> {
  readonly #reads: R
  readonly #guards: readonly Guard[]
  readonly #parameters = new Parameters()
  readonly #texts: string[] = []
  readonly #branches: Branch[] = []
  readonly #found = new Map<string, Found>()
  readonly #pages = new Map<number, { entries: Entry[]; more: boolean }>()
  readonly #tallies = new Map<number, { entries: number; bytes: number }>()
  readonly #heads = new Map<number, LogHead[]>()

  constructor(reads: R, guards: readonly Guard[], target: ReadTarget) {
    this.#reads = reads
    this.#guards = guards
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

  requireGuards(guards: readonly Guard[] = this.#guards): void {
    for (const { space, key, value } of guards) {
      const found = this.#found.get(entryName(space, key))?.value
      const holds = value === undefined ? found === undefined : found?.equals(value)
      if (holds !== true) throw new GuardBroken('a guarded key has changed')
    }
  }

  results(): ResultsOf<R> {
    return this.#reads.map((read, index) => this.#resultOf(read, index)) as unknown as ResultsOf<R>
  }

  /** What the decision rests on, entry by entry. */
  seen(): readonly Seen[] {
    const seen = new Map<string, Seen>()
    const add = ({ space, key }: Pick<Get, 'space' | 'key'>, version: string | undefined) =>
      seen.set(entryName(space, key), { space, key, version })
    for (const asked of [...this.#guards, ...this.#reads.filter(isGet)]) {
      add(asked, this.#found.get(entryName(asked.space, asked.key))?.version)
    }
    for (const [index, { entries }] of this.#pages) {
      const { space } = this.#reads[index]!
      for (const { key, version } of entries) add({ space, key }, version)
    }
    return [...seen.values()]
  }

  #resultOf(read: Read, index: number): Buffer | undefined | RangePage | Tally | LogHead[] {
    switch (read.kind) {
      case 'get':
        return this.#found.get(entryName(read.space, read.key))?.value
      case 'range':
        return pageOf(this.#pages.get(index)!, read)
      case 'tally':
        return this.#tallies.get(index)!
      case 'heads':
        return this.#heads.get(index)!.sort((a, b) => Buffer.compare(a.log, b.log))
      default:
        return unreachable(read)
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
        this.#found.set(name, { value: readBytes(value), version: readText(version) })
      },
    )
  }

  #addRange(index: number, range: Range, relation: string): void {
    const page = { entries: [] as Entry[], more: false }
    this.#pages.set(index, page)
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
    this.#tallies.set(index, tally)
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
    this.#heads.set(index, heads)
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

interface Entry {
  readonly key: Buffer
  readonly value: Buffer
  readonly version: string
}

function entryOf(key: Cell, value: Cell, version: Cell): Entry {
  return { key: readBytes(key), value: readBytes(value), version: readText(version) }
}

type Cell = Row[number] | undefined

function isGet(read: Read): read is Get {
  return read.kind === 'get'
}

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
    `FROM (${rows}) AS r WINDOW w AS (ORDER BY ${order})) AS s ` +
    `WHERE n <= 2 OR before - last < ${bytes} ORDER BY ${order}`
  )
}

/** Beyond any page. */
const rowsMax = 2 ** 40

/** A union promises no order, though servers keep that of its parts. */
function pageOf({ entries, more }: { entries: Entry[]; more: boolean }, range: Range): RangePage {
  const { reverse, entriesMax } = range
  const sign = reverse === true ? -1 : 1
  const sorted = entries.every(
    ({ key }, i) => i === 0 || sign * Buffer.compare(entries[i - 1]!.key, key) < 0,
  )
  if (!sorted) entries.sort((a, b) => sign * Buffer.compare(a.key, b.key))
  const page = entries.slice(0, entriesMax).map(({ key, value }) => ({ key, value }))
  return { entries: page, more: more || entries.length > entriesMax }
}

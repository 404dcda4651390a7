/**
 * Everything a request reads as one statement, which sees one snapshot: a UNION ALL of the keys in
 * each space, including the guards' keys, the ranges and the tallies.
 *
 * The first attempt asks for what is probably enough: only the version of a guard whose value is
 * known, and short pages without cutting them to size. If that was not enough, everything is asked
 * for again in full.
 */
import { assert } from '../../../stdx/assert.js'
import type { Guard, LogHead, Range, Read, SpaceId, Tally } from '../../engine.js'
import { entryName } from '../write/folded-mutations.js'
import { type FoundPage, isLight, LightPage, RowsPage, shapeOf } from './found-pages.js'
import type { FoundEntry } from './guard-versions.js'
import { columnsText, type LightRange, lightPagesText, rowsText } from './range-text.js'
import { type Findings, isGet } from './read-answer.js'
import type { StatementTarget } from './statement-target.js'
import {
  SqlParameters,
  readBytes,
  readNumber,
  readText,
  type SqlRow,
  type SqlStatement,
} from '../connection/sql-text.js'

export interface Question {
  readonly reads: readonly Read[]
  readonly guards: readonly Guard[]
  /** Whether a decision depends on what is read. */
  readonly versions: boolean
}

/** Takes the rows that answer one branch of the statement. */
type Branch = (row: SqlRow) => void

export class ReadPlan implements Findings {
  readonly found = new Map<string, FoundEntry>()
  readonly pages = new Map<Read, FoundPage>()
  readonly tallies = new Map<Read, Tally>()
  readonly heads = new Map<Read, LogHead[]>()
  readonly #question: Question
  readonly #target: StatementTarget
  readonly #whole: boolean
  readonly #parameters = new SqlParameters()
  readonly #texts: string[] = []
  readonly #branches: Branch[] = []

  constructor(question: Question, target: StatementTarget, whole = false) {
    this.#question = question
    this.#target = target
    this.#whole = whole
    this.#addEntries(question.reads.filter(isGet), { value: true, version: question.versions })
    const guards = [...new Set(question.guards)]
    const known = guards.filter((guard) => this.#isKnown(guard))
    this.#addEntries(known, { value: false, version: true })
    const unknown = guards.filter((guard) => !this.#isKnown(guard))
    this.#addEntries(unknown, { value: true, version: true })
    this.#addRanges(question.reads.filter((read) => read.kind === 'range'))
    for (const read of question.reads) {
      if (read.kind === 'tally') this.#addTally(read)
      else if (read.kind === 'heads') this.#addHeads(read)
    }
  }

  /** Undefined if there is nothing to ask. */
  get statement(): SqlStatement | undefined {
    if (this.#texts.length === 0) return undefined
    return { text: this.#texts.join(' UNION ALL '), parameters: this.#parameters.list }
  }

  /** Takes in the answer to the statement. */
  answer(rows: readonly SqlRow[]): void {
    for (const row of rows) {
      const branch = this.#branches[readNumber(row[0])]
      assert(branch !== undefined, 'a row answers a question')
      branch(row)
    }
  }

  /** Whether this was not enough for the question, or for one of those it combines. */
  isIncomplete({ reads, guards }: Question): boolean {
    const { guardVersions } = this.#target
    return (
      reads.some((read) => this.pages.get(read)?.isIncomplete === true) ||
      guards.some((guard) => {
        const found = this.found.get(entryName(guard.space, guard.key))
        return !guardVersions.canTell(guard, found)
      })
    )
  }

  #isKnown(guard: Guard): boolean {
    return !this.#whole && this.#target.guardVersions.of(guard) !== undefined
  }

  #addEntries(
    entries: readonly { readonly space: SpaceId; readonly key: Uint8Array }[],
    wanted: { readonly value: boolean; readonly version: boolean },
  ): void {
    for (const [space, keys] of keysBySpace(entries)) {
      const [only] = keys
      const one = keys.length === 1
      const condition = one
        ? `key = ${this.#parameters.bytes(only!)}`
        : `key = ANY(${this.#parameters.bytesList(keys)})`
      const columns = {
        // The key need not come back if it is the only one asked for.
        ...(one ? {} : { key: 'key' }),
        ...(wanted.value ? { value: 'value' } : {}),
        ...(wanted.version ? { ver: 'ver' } : {}),
      }
      this.#addBranch(
        `SELECT ${this.#columns(columns)} FROM ${this.#target.relationOf(space)} WHERE ${condition}`,
        (row) => this.#note(entryName(space, one ? only! : readBytes(row[1])), row),
      )
    }
  }

  /** A guard's entry may also be read as an entry: what either found is kept. */
  #note(name: string, [, , value = null, version = null]: SqlRow): void {
    const known = this.found.get(name)
    this.found.set(name, {
      value: value === null ? known?.value : readBytes(value),
      version: version === null ? known?.version : readText(version),
    })
  }

  #addRanges(ranges: readonly Range[]): void {
    const light = new Map<string, LightRange[]>()
    for (const range of ranges) {
      if (this.#whole || this.#question.versions || !isLight(range)) this.#addRows(range)
      else {
        const shape = shapeOf(range)
        const alike = light.get(shape)
        if (alike === undefined) light.set(shape, [range])
        else alike.push(range)
      }
    }
    for (const alike of light.values()) this.#addLightPages(alike)
  }

  #addRows(range: Range): void {
    const page = new RowsPage(range)
    this.pages.set(range, page)
    const relation = this.#target.relationOf(range.space)
    const text = rowsText(this.#branches.length, range, relation, this.#parameters)
    this.#addBranch(text, (row) => page.answer(row))
  }

  #addLightPages(alike: readonly LightRange[]): void {
    const relation = this.#target.relationOf(alike[0]!.space)
    const text = lightPagesText(this.#branches.length, alike, relation, this.#parameters)
    this.#texts.push(`(${text})`)
    for (const range of alike) {
      const page = new LightPage(range)
      this.pages.set(range, page)
      this.#branches.push((row) => page.answer(row))
    }
  }

  /** Two rows, because a row has one number. */
  #addTally(read: Read): void {
    const tally = { entries: 0, bytes: 0 }
    this.tallies.set(read, tally)
    for (const column of ['entries', 'bytes'] as const) {
      const total = `COALESCE(sum(${column}), 0)::bigint`
      this.#addBranch(
        `SELECT ${this.#columns({ ver: total })} FROM ${this.#target.schema.tallies} ` +
          `WHERE space = ${this.#parameters.bigint(read.space)}`,
        ([, , , sum]) => {
          tally[column] = readNumber(sum)
        },
      )
    }
  }

  #addHeads(read: Read): void {
    const heads: LogHead[] = []
    this.heads.set(read, heads)
    this.#addBranch(
      `SELECT ${this.#columns({ key: 'log', ver: 'head' })} FROM ${this.#target.schema.logs} ` +
        `WHERE space = ${this.#parameters.bigint(read.space)}`,
      ([, log, , head]) => {
        heads.push({ log: readBytes(log), number: readNumber(head) })
      },
    )
  }

  #columns(columns: { readonly key?: string; readonly value?: string; readonly ver?: string }) {
    return columnsText({ q: `${this.#branches.length}`, ...columns })
  }

  #addBranch(text: string, branch: Branch): void {
    this.#texts.push(`(${text})`)
    this.#branches.push(branch)
  }
}

/** Spaces and keys in a fixed order, so that equal requests have equal texts. */
function keysBySpace(entries: readonly { readonly space: SpaceId; readonly key: Uint8Array }[]) {
  const bySpace = new Map<SpaceId, Map<string, Uint8Array>>()
  for (const { space, key } of entries) {
    const keys = bySpace.get(space) ?? new Map<string, Uint8Array>()
    bySpace.set(space, keys.set(entryName(space, key), key))
  }
  return [...bySpace]
    .sort(([a], [b]) => a - b)
    .map(([space, keys]) => [space, [...keys.values()]] as const)
}

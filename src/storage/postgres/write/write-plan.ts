/**
 * What a decision changes as one statement, which happens whole or not at all.
 *
 * The statement proves what the decision rests on. An entry that was read and is written must still
 * have the version that was read; one that was only read is locked and compared; guards must hold.
 * If not, nothing is done: a single written entry that was read gates all the rest by itself; several
 * are first locked in the order of their keys and compared, which gates the rest. Only entries that
 * were not there when they were read cannot be locked: if one of several is there by now, the
 * statement fails on purpose, by a division by zero, which undoes it.
 *
 * Parts of a statement run when another part first needs them, and the last SELECT names them in the
 * order they are meant to run in: entries in the order of spaces and keys, then totals, which nobody
 * waits for, then the heads of logs, which everybody who appends waits for.
 */
import { assert } from '../../../stdx/assert.js'
import { type EntryChange, entryName } from './folded-mutations.js'
import { conflict } from '../connection/failures.js'
import { guardHolds } from '../read/statement-target.js'
import type { Seen } from '../read/read-answer.js'
import { SqlParameters, readFlag, type SqlRow, type SqlStatement } from '../connection/sql-text.js'
import { singleCompared, sortWork, type SpaceWork, type WorkInput } from './write-work.js'

export interface WriteInput extends WorkInput {
  /** New with each attempt. */
  readonly version: string
  /** Which of the rows of a tally this writer adds to. */
  readonly slot: number
}

export interface AbsentKeys {
  readonly relation: string
  readonly held: readonly Uint8Array[]
  /** Those of them that are not written. */
  readonly released: readonly Uint8Array[]
}

export interface WritePlan {
  readonly statement: SqlStatement | undefined
  /** Keys that were read, not there, and are to stay away: to be held by a row meanwhile. */
  readonly absent: readonly AbsentKeys[]
  /** Throws when the answer says that nothing was done. */
  check(rows: readonly SqlRow[]): void
}

export function planWrite(input: WriteInput): WritePlan {
  return new WritePlanner(input).plan()
}

class WritePlanner {
  readonly #input: WriteInput
  readonly #parameters = new SqlParameters()
  readonly #parts: string[] = []
  /** The parts that count toward a conflict, and how many rows they must have. */
  readonly #inserted: string[] = []
  #insertsExpected = 0
  readonly #counted: string[] = []

  constructor(input: WriteInput) {
    this.#input = input
  }

  plan(): WritePlan {
    const work = sortWork(this.#input)
    const absent = work
      .filter((each) => each.absent.length + each.coming.length > 0)
      .map(keysToHold)
    const single = singleCompared(work)
    const gate = single === undefined ? this.#gateAll(work) : this.#gateBySingle(single, work)
    for (const each of work) this.#writeEntries(each, gate)
    this.#writeTallies(gate)
    this.#startLogs(gate)
    this.#writeLogs(gate)
    const { list } = this.#parameters
    if (this.#parts.length === 0) return { statement: undefined, absent, check: () => undefined }
    const check = (rows: readonly SqlRow[]) => this.#check(rows)
    return { statement: { text: this.#text(single), parameters: list }, absent, check }
  }

  #gateBySingle(single: SpaceWork, work: readonly SpaceWork[]): string {
    const { relation, compared, updates, inserts, deletes } = single
    const gate = this.#gateByGuards(work.flatMap((each, i) => this.#steadyChecks(each, i)))
    const and = gate === undefined ? '' : ` AND ${gate}`
    const [before] = compared
    const [update] = updates
    const [insert] = inserts
    if (update !== undefined) {
      this.#part(
        'c',
        `UPDATE ${relation} AS r SET ${this.#set(update)} ` +
          `WHERE ${this.#same(before!)}${and} RETURNING 1`,
      )
    } else if (insert !== undefined) {
      this.#part(
        'c',
        `${this.#insertOne(relation, insert, gate)} ` + `ON CONFLICT (key) DO NOTHING RETURNING 1`,
      )
    } else {
      assert(deletes.length > 0, 'a compared entry is written')
      this.#part('c', `DELETE FROM ${relation} AS r WHERE ${this.#same(before!)}${and} RETURNING 1`)
    }
    return 'EXISTS (SELECT 1 FROM c)'
  }

  #gateAll(work: readonly SpaceWork[]): string | undefined {
    return this.#gateByGuards(work.flatMap((each, i) => this.#checks(each, i)))
  }

  #gateByGuards(checks: readonly string[]): string | undefined {
    const held = this.#guardsHold()
    if (held.length === 0 && checks.length === 0) return undefined
    const allHeld = held.length === 0 ? 'TRUE' : held.join(' AND ')
    this.#parts.push(
      `g AS (SELECT ${allHeld} AS held, ${['TRUE', ...checks].join(' AND ')} AS same)`,
    )
    return '(SELECT held AND same FROM g)'
  }

  /** A guard whose key is written was read, and is compared like anything else that was. */
  #guardsHold(): readonly string[] {
    const { guards, changes, target } = this.#input
    const names = new Set<string>()
    return guards.flatMap((guard) => {
      const name = entryName(guard.space, guard.key)
      if (changes.entries.has(name) || names.has(name)) return []
      names.add(name)
      return [guardHolds(guard, target, this.#parameters)]
    })
  }

  #checks(work: SpaceWork, i: number): readonly string[] {
    return [
      ...this.#sameVersions(work.relation, work.compared, `l${i}`, ' FOR UPDATE OF r'),
      ...this.#sameVersions(work.relation, work.shared, `s${i}`, ' FOR SHARE OF r'),
      ...this.#steadyChecks(work, i),
    ]
  }

  #steadyChecks({ relation, steady }: SpaceWork, i: number): readonly string[] {
    const there = steady.filter(({ version }) => version !== undefined)
    const away = steady.filter(({ version }) => version === undefined).map(({ key }) => key)
    const checks = this.#sameVersions(relation, there, `k${i}`, '')
    if (away.length === 0) return checks
    const keys = this.#parameters.bytesList(away)
    return [...checks, `NOT EXISTS (SELECT 1 FROM ${relation} WHERE key = ANY(${keys}))`]
  }

  #sameVersions(relation: string, seen: readonly Seen[], part: string, lock: string) {
    if (seen.length === 0) return []
    this.#parts.push(
      `${part} AS (SELECT 1 FROM ${relation} AS r JOIN ${this.#versions(seen)} ` +
        `ON r.key = d.key AND r.ver = d.old ORDER BY r.key${lock})`,
    )
    return [`(SELECT count(*) FROM ${part}) = ${this.#parameters.bigint(seen.length)}`]
  }

  #writeEntries(work: SpaceWork, gate: string | undefined): void {
    const { relation, updates, inserts, upserts, deletes } = work
    const n = this.#parts.length
    // The one that gates the rest is written already.
    if (!this.#isSingle(work)) {
      if (updates.length > 0) this.#part(`u${n}`, this.#updateMany(relation, updates, gate))
      if (deletes.length > 0) this.#part(`d${n}`, this.#deleteMany(relation, deletes, gate))
      if (inserts.length > 0) {
        const text = `${this.#insertMany(relation, inserts, gate)} ON CONFLICT (key) DO NOTHING`
        this.#part(`i${n}`, `${text} RETURNING 1`)
        this.#inserted.push(`i${n}`)
        this.#insertsExpected += inserts.length
      }
    } else {
      const blind = deletes.filter((change) => !isCompared(work, change))
      if (blind.length > 0) this.#part(`d${n}`, this.#deleteMany(relation, blind, gate))
    }
    if (upserts.length > 0) {
      const text = this.#insertMany(relation, upserts, gate)
      this.#part(
        `p${n}`,
        `${text} ON CONFLICT (key) DO UPDATE SET value = excluded.value, ` +
          `ver = excluded.ver, weight = excluded.weight RETURNING 1`,
      )
    }
  }

  #isSingle({ compared, inserts }: SpaceWork): boolean {
    return this.#counted.includes('c') && compared.length + inserts.length > 0
  }

  #writeTallies(gate: string | undefined): void {
    const { changes, slot, target } = this.#input
    if (changes.tallies.size === 0) return
    const tallies = [...changes.tallies].sort(([a], [b]) => a - b)
    const p = this.#parameters
    const spaces = p.bigintList(tallies.map(([space]) => space))
    const entries = p.bigintList(tallies.map(([, tally]) => tally.entries))
    const bytes = p.bigintList(tallies.map(([, tally]) => tally.bytes))
    this.#part(
      't',
      `INSERT INTO ${target.schema.tallies} AS t (space, slot, entries, bytes) ` +
        `SELECT d.space, ${p.bigint(slot)}, d.entries, d.bytes ` +
        `FROM unnest(${spaces}, ${entries}, ${bytes}) AS d (space, entries, bytes)` +
        `${where(gate)} ${addTally}`,
    )
  }

  /** A log that is there already is a bug, and an error of the database. */
  #startLogs(gate: string | undefined): void {
    const { starts } = this.#input.changes
    if (starts.length === 0) return
    const p = this.#parameters
    const spaces = p.bigintList(starts.map(({ space }) => space))
    const names = p.bytesList(starts.map(({ log }) => log))
    const heads = p.bigintList(starts.map(({ head }) => head))
    this.#part(
      'b',
      `INSERT INTO ${this.#input.target.schema.logs} (space, log, head) ` +
        `SELECT d.space, d.log, d.head FROM unnest(${spaces}, ${names}, ${heads}) ` +
        `AS d (space, log, head)${where(gate)} RETURNING 1`,
    )
  }

  /** The head's row stays locked until the commit, so numbers are given in the order of commits. */
  #writeLogs(gate: string | undefined): void {
    const { target, version } = this.#input
    const logs = [...this.#input.changes.logs].sort(
      (a, b) => a.space - b.space || Buffer.compare(a.log, b.log),
    )
    if (logs.length === 0) return
    const p = this.#parameters
    const spaces = p.bigintList(logs.map(({ space }) => space))
    const names = p.bytesList(logs.map(({ log }) => log))
    const counts = p.bigintList(logs.map(({ values }) => values.length))
    this.#part(
      'h',
      `INSERT INTO ${target.schema.logs} AS h (space, log, head) ` +
        `SELECT d.space, d.log, d.added FROM unnest(${spaces}, ${names}, ${counts}) ` +
        `AS d (space, log, added)${where(gate)} ORDER BY d.space, d.log ` +
        `ON CONFLICT (space, log) DO UPDATE SET head = h.head + excluded.head ` +
        `RETURNING space, log, head`,
    )
    for (const space of new Set(logs.map((each) => each.space))) {
      const own = logs.filter((each) => each.space === space)
      const added = own.flatMap(({ log, values }) =>
        values.map((value, i) => ({ log, value, back: values.length - 1 - i })),
      )
      this.#part(
        `a${space}`,
        `INSERT INTO ${target.relationOf(space)} (key, value, ver, weight) ` +
          `SELECT h.log || decode(lpad(to_hex(h.head - d.back), 16, '0'), 'hex'), d.value, ` +
          `${p.bigint(version)}, 0 FROM h JOIN unnest(${p.bytesList(added.map(({ log }) => log))}, ` +
          `${p.bytesList(added.map(({ value }) => value))}, ${p.bigintList(added.map(({ back }) => back))}) ` +
          `AS d (log, value, back) ON h.log = d.log WHERE h.space = ${p.bigint(space)} RETURNING 1`,
      )
    }
  }

  #text(single: SpaceWork | undefined): string {
    const count = (part: string) => `(SELECT count(*) FROM ${part})`
    const hasGate = this.#parts.some((part) => part.startsWith('g AS'))
    const held = hasGate ? '(SELECT held FROM g)' : 'TRUE'
    const same = hasGate ? '(SELECT same FROM g)' : 'TRUE'
    const applied = single === undefined ? same : `${count('c')} = 1`
    const columns = [held, applied, ...this.#counted.map(count)]
    if (this.#inserted.length > 0) {
      const inserted = this.#inserted.map(count).join(' + ')
      const expected = this.#parameters.bigint(this.#insertsExpected)
      columns.push(
        `1 / CASE WHEN NOT ${held} OR NOT ${same} OR ${inserted} = ${expected} THEN 1 ELSE 0 END`,
      )
    }
    return `WITH ${this.#parts.join(', ')} SELECT ${columns.join(', ')}`
  }

  #check([row]: readonly SqlRow[]): void {
    assert(row !== undefined, 'a write has an answer')
    const { guards, target } = this.#input
    if (!readFlag(row[0])) throw target.guardVersions.broken(guards)
    if (!readFlag(row[1])) throw conflict()
  }

  #part(name: string, text: string): void {
    this.#parts.push(`${name} AS (${text})`)
    this.#counted.push(name)
  }

  #set({ value, weight }: EntryChange): string {
    const p = this.#parameters
    const version = p.bigint(this.#input.version)
    return `value = ${p.bytes(value!)}, ver = ${version}, weight = ${p.bigint(weight)}`
  }

  #same({ key, version }: Seen): string {
    return `r.key = ${this.#parameters.bytes(key)} AND r.ver = ${this.#parameters.bigint(version!)}`
  }

  #versions(seen: readonly Seen[]): string {
    const keys = this.#parameters.bytesList(seen.map(({ key }) => key))
    const versions = this.#parameters.bigintList(seen.map(({ version }) => version!))
    return `unnest(${keys}, ${versions}) AS d (key, old)`
  }

  #insertOne(
    relation: string,
    { key, value, weight }: EntryChange,
    gate: string | undefined,
  ): string {
    const p = this.#parameters
    return (
      `INSERT INTO ${relation} AS r (key, value, ver, weight) SELECT ${p.bytes(key)}, ` +
      `${p.bytes(value!)}, ${p.bigint(this.#input.version)}, ${p.bigint(weight)}${where(gate)}`
    )
  }

  #insertMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    if (changes.length === 1) return this.#insertOne(relation, changes[0]!, gate)
    const source = this.#changeRows(changes)
    return (
      `INSERT INTO ${relation} AS r (key, value, ver, weight) SELECT d.key, d.value, ` +
      `${this.#parameters.bigint(this.#input.version)}, d.weight FROM ${source}${where(gate)} ORDER BY d.key`
    )
  }

  #updateMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    const source = this.#changeRows(changes)
    const version = this.#parameters.bigint(this.#input.version)
    return (
      `UPDATE ${relation} AS r SET value = d.value, ver = ${version}, weight = d.weight ` +
      `FROM ${source} WHERE r.key = d.key${gate === undefined ? '' : ` AND ${gate}`} RETURNING 1`
    )
  }

  #deleteMany(relation: string, changes: readonly EntryChange[], gate: string | undefined): string {
    const [only] = changes
    const keys = changes.map(({ key }) => key)
    const condition =
      changes.length === 1
        ? `r.key = ${this.#parameters.bytes(only!.key)}`
        : `r.key = ANY(${this.#parameters.bytesList(keys)})`
    return `DELETE FROM ${relation} AS r WHERE ${condition}${gate === undefined ? '' : ` AND ${gate}`} RETURNING 1`
  }

  #changeRows(changes: readonly EntryChange[]): string {
    const p = this.#parameters
    const keys = p.bytesList(changes.map(({ key }) => key))
    const values = p.bytesList(changes.map(({ value }) => value!))
    const weights = p.bigintList(changes.map(({ weight }) => weight))
    return `unnest(${keys}, ${values}, ${weights}) AS d (key, value, weight)`
  }
}

/** What adding to a tally ends with. */
export const addTally =
  'ON CONFLICT (space, slot) DO UPDATE SET entries = t.entries + excluded.entries, ' +
  'bytes = t.bytes + excluded.bytes RETURNING 1'

function where(gate: string | undefined): string {
  return gate === undefined ? '' : ` WHERE ${gate}`
}

function keysToHold({ relation, absent, coming }: SpaceWork): AbsentKeys {
  const released = absent.map(({ key }) => key)
  return { relation, held: [...released, ...coming.map(({ key }) => key)], released }
}

function isCompared({ compared }: SpaceWork, { key }: EntryChange): boolean {
  return compared.some((seen) => Buffer.compare(seen.key, key) === 0)
}

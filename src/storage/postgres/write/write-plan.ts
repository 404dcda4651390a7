/**
 * What a decision changes as one statement, which happens whole or not at all.
 *
 * The statement proves what the decision depends on. An entry that was read and is written must
 * still have the version that was read; one that was only read is locked and compared; guards must
 * hold. If not, nothing is done: if exactly one entry was read and is written, its write gates all
 * the rest; several are first locked in key order and compared, which gates the rest. Entries that
 * were absent when read cannot be locked: if one of several exists now, the statement fails on
 * purpose, by a division by zero, which undoes it.
 *
 * Parts of a statement run when another part first needs them, and the last SELECT names them in
 * the order in which they should run: entries in the order of spaces and keys, then totals, which
 * writers rarely wait for, then the heads of logs, which every appending writer waits for.
 */
import { assert } from '../../../stdx/assert.js'
import { type EntryChange, entryName } from './folded-mutations.js'
import { conflict } from '../connection/failures.js'
import { guardHolds } from '../read/statement-target.js'
import type { Seen } from '../read/read-answer.js'
import { SqlParameters, readFlag, type SqlRow, type SqlStatement } from '../connection/sql-text.js'
import { EntryText, where } from './entry-text.js'
import { singleCompared, sortWork, type SpaceWork, type WorkInput } from './write-work.js'

export interface WriteInput extends WorkInput {
  /** New with each attempt. */
  readonly version: string
  /** The row of a tally that this writer adds to. */
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
  /** Keys read as absent that must stay absent: placeholder rows hold them until the commit. */
  readonly absent: readonly AbsentKeys[]
  /** Throws if the answer says that nothing was done. */
  check(rows: readonly SqlRow[]): void
}

export function planWrite(input: WriteInput): WritePlan {
  return new WritePlanner(input).plan()
}

/**
 * A named part of the statement (a CTE); `n` is a number that keeps names apart:
 *
 *   g    the gate: whether guards hold (`held`) and what was read is unchanged (`same`)
 *   l n  entries that are read and written, locked        c    the single entry that gates the rest
 *   s n  entries that are only read, locked for sharing   u n  updates
 *   k n  system records that are only read, not locked    i n  inserts of entries read as absent
 *   t    totals                                           d n  deletions
 *   b    new logs                                         p n  puts of entries that were not read
 *   h    heads of logs                                    a n  entries appended to the logs of space n
 */
interface Part {
  readonly name: string
  readonly text: string
  /** Whether the last SELECT counts its rows, which makes it run; `inserts` must all succeed. */
  readonly counts: 'no' | 'rows' | 'inserts'
}

class WritePlanner {
  readonly #input: WriteInput
  readonly #parameters = new SqlParameters()
  readonly #entries: EntryText
  readonly #parts: Part[] = []
  /** The entry whose write gates all others, if there is one. */
  #single: SpaceWork | undefined
  #insertsExpected = 0

  constructor(input: WriteInput) {
    this.#input = input
    this.#entries = new EntryText(this.#parameters, input.version)
  }

  plan(): WritePlan {
    const work = sortWork(this.#input)
    const absent = work
      .filter((each) => each.absent.length + each.coming.length > 0)
      .map(keysToHold)
    this.#single = singleCompared(work)
    const gate =
      this.#single === undefined ? this.#gateAll(work) : this.#gateBySingle(this.#single, work)
    for (const each of work) this.#writeEntries(each, gate)
    this.#writeTallies(gate)
    this.#startLogs(gate)
    this.#writeLogs(gate)
    const { list } = this.#parameters
    if (this.#parts.length === 0) return { statement: undefined, absent, check: () => undefined }
    const check = (rows: readonly SqlRow[]) => this.#check(rows)
    return { statement: { text: this.#text(), parameters: list }, absent, check }
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
        `UPDATE ${relation} AS r SET ${this.#entries.set(update)} ` +
          `WHERE ${this.#entries.same(before!)}${and} RETURNING 1`,
      )
    } else if (insert !== undefined) {
      this.#part(
        'c',
        `${this.#entries.insertOne(relation, insert, gate)} ` +
          `ON CONFLICT (key) DO NOTHING RETURNING 1`,
      )
    } else {
      assert(deletes.length > 0, 'a compared entry is written')
      this.#part(
        'c',
        `DELETE FROM ${relation} AS r WHERE ${this.#entries.same(before!)}${and} RETURNING 1`,
      )
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
    this.#parts.push({
      name: 'g',
      text: `SELECT ${allHeld} AS held, ${['TRUE', ...checks].join(' AND ')} AS same`,
      counts: 'no',
    })
    return '(SELECT held AND same FROM g)'
  }

  /** Not those whose key is written: it was read, and is compared like other entries. */
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
    this.#parts.push({
      name: part,
      text:
        `SELECT 1 FROM ${relation} AS r JOIN ${this.#entries.versions(seen)} ` +
        `ON r.key = d.key AND r.ver = d.old ORDER BY r.key${lock}`,
      counts: 'no',
    })
    return [`(SELECT count(*) FROM ${part}) = ${this.#parameters.bigint(seen.length)}`]
  }

  #writeEntries(work: SpaceWork, gate: string | undefined): void {
    const { relation, updates, inserts, upserts, deletes } = work
    const n = this.#parts.length
    // The entry that gates the rest has its part already.
    if (work !== this.#single) {
      if (updates.length > 0) this.#part(`u${n}`, this.#entries.updateMany(relation, updates, gate))
      if (deletes.length > 0) this.#part(`d${n}`, this.#entries.deleteMany(relation, deletes, gate))
      if (inserts.length > 0) {
        const text = `${this.#entries.insertMany(relation, inserts, gate)} ON CONFLICT (key) DO NOTHING`
        this.#part(`i${n}`, `${text} RETURNING 1`, 'inserts')
        this.#insertsExpected += inserts.length
      }
    } else {
      const blind = deletes.filter((change) => !isCompared(work, change))
      if (blind.length > 0) this.#part(`d${n}`, this.#entries.deleteMany(relation, blind, gate))
    }
    if (upserts.length > 0) {
      const text = this.#entries.insertMany(relation, upserts, gate)
      this.#part(
        `p${n}`,
        `${text} ON CONFLICT (key) DO UPDATE SET value = excluded.value, ` +
          `ver = excluded.ver, weight = excluded.weight RETURNING 1`,
      )
    }
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

  /** If the log already exists, that is a bug, and the database reports an error. */
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

  /** The head's row stays locked until the commit, so numbers are assigned in commit order. */
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

  #text(): string {
    const hasGate = this.#parts.some(({ name }) => name === 'g')
    const held = hasGate ? '(SELECT held FROM g)' : 'TRUE'
    const same = hasGate ? '(SELECT same FROM g)' : 'TRUE'
    const applied = this.#single === undefined ? same : '(SELECT count(*) FROM c) = 1'
    const counted = this.#parts.filter(({ counts }) => counts !== 'no')
    const columns = [held, applied, ...counted.map(countOf)]
    const inserts = counted.filter(({ counts }) => counts === 'inserts')
    if (inserts.length > 0) {
      const inserted = inserts.map(countOf).join(' + ')
      const expected = this.#parameters.bigint(this.#insertsExpected)
      columns.push(
        `1 / CASE WHEN NOT ${held} OR NOT ${same} OR ${inserted} = ${expected} THEN 1 ELSE 0 END`,
      )
    }
    const parts = this.#parts.map(({ name, text }) => `${name} AS (${text})`)
    return `WITH ${parts.join(', ')} SELECT ${columns.join(', ')}`
  }

  #check([row]: readonly SqlRow[]): void {
    assert(row !== undefined, 'a write has an answer')
    const { guards, target } = this.#input
    if (!readFlag(row[0])) throw target.guardVersions.broken(guards)
    if (!readFlag(row[1])) throw conflict()
  }

  #part(name: string, text: string, counts: Part['counts'] = 'rows'): void {
    this.#parts.push({ name, text, counts })
  }
}

/** The end of a statement that adds to a tally. */
export const addTally =
  'ON CONFLICT (space, slot) DO UPDATE SET entries = t.entries + excluded.entries, ' +
  'bytes = t.bytes + excluded.bytes RETURNING 1'

function countOf({ name }: Part): string {
  return `(SELECT count(*) FROM ${name})`
}

function keysToHold({ relation, absent, coming }: SpaceWork): AbsentKeys {
  const released = absent.map(({ key }) => key)
  return { relation, held: [...released, ...coming.map(({ key }) => key)], released }
}

function isCompared({ compared }: SpaceWork, { key }: EntryChange): boolean {
  return compared.some((seen) => Buffer.compare(seen.key, key) === 0)
}

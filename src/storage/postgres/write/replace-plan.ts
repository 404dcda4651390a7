/** Blind writes as one statement, which also finds out what they replaced and updates the tally. */
import type { Replacement } from '../../engine.js'
import { entryName } from './folded-mutations.js'
import { guardHolds } from '../read/statement-target.js'
import type { StatementTarget } from '../read/statement-target.js'
import {
  SqlParameters,
  readBytes,
  readFlag,
  readNumber,
  type SqlRow,
  type SqlStatement,
} from '../connection/sql-text.js'
import { addTally } from './write-plan.js'

export function planReplace(
  replacement: Replacement,
  version: string,
  slot: number,
  target: StatementTarget,
): SqlStatement {
  const parameters = new SqlParameters()
  const { space, guards = [] } = replacement
  const held = guards.map((guard) => guardHolds(guard, target, parameters))
  const gate = held.length === 0 ? 'TRUE' : '(SELECT held FROM g)'
  const relation = target.relationOf(space)
  const parts = [
    ...(held.length === 0 ? [] : [`g AS (SELECT ${held.join(' AND ')} AS held)`]),
    `c AS (${replaceText(replacement, { relation, version, gate }, parameters)})`,
    `t AS (INSERT INTO ${target.schema.tallies} AS t (space, slot, entries, bytes) ` +
      `SELECT ${parameters.bigint(space)}, ${parameters.bigint(slot)}, entries, bytes ` +
      `FROM c WHERE entries <> 0 OR bytes <> 0 ${addTally})`,
  ]
  const text = `WITH ${parts.join(', ')} SELECT ${gate}, (SELECT before FROM c)`
  return { text, parameters: parameters.list }
}

/** Several puts to one space under the same guards, each to a different entry. */
export function planReplaceAll(
  batch: readonly Replacement[],
  version: string,
  slot: number,
  target: StatementTarget,
): SqlStatement {
  const p = new SqlParameters()
  const { space, guards = [] } = batch[0]!
  const held = guards.map((guard) => guardHolds(guard, target, p))
  const values = batch.map(({ value }) => value!)
  const rows =
    `unnest(${p.bytesList(batch.map(({ key }) => key))}, ${p.bytesList(values)}, ` +
    `${p.bigintList(batch.map((each) => each.weigh(each.value!)))}) AS d (key, value, weight)`
  const parts = [
    `g AS (SELECT ${['TRUE', ...held].join(' AND ')} AS held)`,
    `c AS (INSERT INTO ${target.relationOf(space)} AS r (key, value, ver, weight) ` +
      `SELECT d.key, d.value, ${p.bigint(version)}, d.weight FROM ${rows} ` +
      `WHERE (SELECT held FROM g) ORDER BY d.key ${putOver} RETURNING r.key, ${replacedColumns})`,
    `t AS (INSERT INTO ${target.schema.tallies} AS t (space, slot, entries, bytes) ` +
      `SELECT ${p.bigint(space)}, ${p.bigint(slot)}, sum(entries), sum(bytes) ` +
      `FROM c HAVING count(*) > 0 ${addTally})`,
  ]
  const text = `WITH ${parts.join(', ')} SELECT g.held, c.key, c.before FROM g LEFT JOIN c ON TRUE`
  return { text, parameters: p.list }
}

/** The weights of the replaced entries, by their names; entries that were new are left out. */
export function readReplacedAll(
  { space, guards = [] }: Replacement,
  rows: readonly SqlRow[],
  { guardVersions }: StatementTarget,
): ReadonlyMap<string, number> {
  const before = new Map<string, number>()
  for (const [held, key, weight] of rows) {
    if (!readFlag(held)) throw guardVersions.broken(guards)
    if (weight !== null) before.set(entryName(space, readBytes(key)), readNumber(weight))
  }
  return before
}

/** The weight of the replaced entry. */
export function readReplaced(
  { guards = [] }: Replacement,
  [row]: readonly SqlRow[],
  { guardVersions }: StatementTarget,
): number | undefined {
  if (!readFlag(row?.[0])) throw guardVersions.broken(guards)
  const before = row?.[1] ?? null
  return before === null ? undefined : readNumber(before)
}

interface ReplaceParts {
  readonly relation: string
  readonly version: string
  /** The SQL condition that the guards hold. */
  readonly gate: string
}

function replaceText(
  replacement: Replacement,
  { relation, version, gate }: ReplaceParts,
  p: SqlParameters,
): string {
  const { key, value } = replacement
  if (value === undefined) {
    return (
      `DELETE FROM ${relation} AS r WHERE r.key = ${p.bytes(key)} AND ${gate} ` +
      `RETURNING r.weight AS before, -1 AS entries, -r.weight AS bytes`
    )
  }
  return (
    `INSERT INTO ${relation} AS r (key, value, ver, weight) SELECT ${p.bytes(key)}, ` +
    `${p.bytes(value)}, ${p.bigint(version)}, ${p.bigint(replacement.weigh(value))} WHERE ${gate} ` +
    `${putOver} RETURNING ${replacedColumns}`
  )
}

const putOver =
  'ON CONFLICT (key) DO UPDATE SET value = excluded.value, ver = excluded.ver, ' +
  'weight = excluded.weight, weight_before = r.weight'

const replacedColumns =
  'r.weight_before AS before, CASE WHEN r.weight_before IS NULL THEN 1 ELSE 0 END AS entries, ' +
  'r.weight - COALESCE(r.weight_before, 0) AS bytes'

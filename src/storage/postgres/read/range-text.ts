/**
 * The SQL of a range. Each row of an answer names the question it answers (`q`).
 *
 * A page limited in bytes is cut by the database, so that the rest is not sent; if more follows,
 * the next row comes without its value. Cutting costs the database a running sum, and a row for
 * each entry costs both sides. So a short page is asked for uncut and comes as one row: all keys
 * joined, all values joined, and the lengths of each. Values so large that the others might not fit
 * beside them are left out: their length is given as -1.
 */
import type { Range } from '../../engine.js'
import type { SqlParameters } from '../connection/sql-text.js'

/** The columns of every question; those that a branch does not use are NULL. */
export interface Columns {
  readonly q: string
  readonly key?: string
  readonly value?: string
  readonly ver?: string
  readonly sizes?: string
}

export function columnsText({ q, key, value, ver, sizes }: Columns): string {
  return (
    `${q} AS q, ${key ?? 'NULL::bytea'} AS key, ${value ?? 'NULL::bytea'} AS value, ` +
    `${ver ?? 'NULL::bigint'} AS ver, ${sizes ?? 'NULL::text'} AS sizes`
  )
}

/** One row for each entry, and one more if more follows. */
export function rowsText(q: number, range: Range, relation: string, p: SqlParameters): string {
  const { bytesMax, entriesMax, from, to } = range
  const order = orderOf(range)
  const rows =
    `SELECT key, value, ver FROM ${relation} ` +
    `WHERE key >= ${p.bytes(from)} AND key < ${p.bytes(to)} ` +
    `ORDER BY ${order} LIMIT ${p.bigint(rowsOf(range))}`
  if (bytesMax === undefined) {
    return `SELECT ${columnsText({ q: `${q}`, key: 'key', value: 'value', ver: 'ver' })} FROM (${rows}) AS r`
  }
  const bytes = p.bigint(Math.min(bytesMax, Number.MAX_SAFE_INTEGER))
  const max = p.bigint(Math.min(entriesMax, rowsMax))
  const value = `CASE WHEN n <= ${max} AND (n = 1 OR before < ${bytes}) THEN value END`
  return (
    `SELECT ${columnsText({ q: `${q}`, key: 'key', value, ver: 'ver' })} ` +
    `FROM (SELECT key, value, ver, row_number() OVER w AS n, ` +
    `sum(octet_length(value)) OVER w - octet_length(value) AS before, ` +
    `lag(octet_length(value), 1, 0) OVER w AS last ` +
    `FROM (${rows}) AS r WINDOW w AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)) AS s ` +
    `WHERE n <= 2 OR before - last < ${bytes} ORDER BY ${order}`
  )
}

/** One row for each range, numbered from `q` on. They differ only in their bounds. */
export function lightPagesText(
  q: number,
  ranges: readonly LightRange[],
  relation: string,
  p: SqlParameters,
): string {
  const alike = ranges[0]!
  const bounds = `${p.bytesList(ranges.map(({ from }) => from))}, ${p.bytesList(ranges.map(({ to }) => to))}`
  const value = `CASE WHEN octet_length(value) <= ${p.bigint(lightValueBytesMax(alike))} THEN value END`
  const columns = {
    q: `${q - 1} + d.n`,
    key: 'p.key',
    value: 'p.value',
    sizes: 'p.sizes',
  }
  return (
    `SELECT ${columnsText(columns)} ` +
    `FROM unnest(${bounds}) WITH ORDINALITY AS d (low, high, n) CROSS JOIN LATERAL (` +
    `SELECT string_agg(r.key, ''::bytea) AS key, string_agg(r.value, ''::bytea) AS value, ` +
    `string_agg(${lengthText('r.key')} || ',' || ${lengthText('r.value')}, ',') AS sizes ` +
    `FROM (SELECT key, ${value} AS value FROM ${relation} ` +
    `WHERE key >= d.low AND key < d.high ` +
    `ORDER BY ${orderOf(alike)} LIMIT ${p.bigint(rowsOf(alike))}) AS r) AS p WHERE p.sizes IS NOT NULL`
  )
}

/** As text: not every server can concatenate a number. */
function lengthText(column: string): string {
  return `COALESCE(octet_length(${column}), -1)::text`
}

export type LightRange = Range & { readonly bytesMax: number }

/** Values up to this length fit into a page whatever the others are. */
function lightValueBytesMax({ bytesMax, entriesMax }: LightRange): number {
  return Math.floor(bytesMax / entriesMax)
}

/** One row more than asked for shows whether there is more. */
function rowsOf({ entriesMax }: Range): number {
  return Math.min(entriesMax, rowsMax) + 1
}

function orderOf({ reverse }: Range): string {
  return reverse === true ? 'key DESC' : 'key'
}

/** More than any page has. */
const rowsMax = 2 ** 40

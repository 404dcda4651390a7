/**
 * The tables that every store has, created if missing, under a lock and with a version.
 *
 * - `meta` says which layout this is. An unknown layout is refused.
 * - `spaces` names the relation of each space. A row outlives its space, because ids are never
 *   reused; the name is removed once the relation is dropped.
 * - `tallies` has the totals of the spaces, each the sum of a few rows.
 * - `logs` has the last number assigned in each log.
 * - `system` is the system space, with the same layout as the relation of any other space.
 */
import { StoreUnusable } from '../../errors.js'
import type { Dialect } from '../connection/dialect.js'
import { quoteName, readText, type RunStatement } from '../connection/sql-text.js'

/** 1: key, value, ver, weight, weight_before. The first. Numbers are retired, never reused. */
const layoutVersion = '1'

export class Schema {
  readonly name: string
  readonly meta: string
  readonly spaces: string
  readonly tallies: string
  readonly logs: string
  readonly system: string

  constructor(name: string) {
    this.name = name
    this.meta = this.relation('meta')
    this.spaces = this.relation('spaces')
    this.tallies = this.relation('tallies')
    this.logs = this.relation('logs')
    this.system = this.relation('system')
  }

  relation(name: string): string {
    return `${quoteName(this.name)}.${quoteName(name)}`
  }

  createSpaceRelation(relation: string): string {
    return `CREATE TABLE ${relation} (${spaceColumns})`
  }
}

/**
 * `ver` is random and new with each write, so comparing it shows whether an entry was written since
 * it was read. `weight_before` is how a blind write learns what it replaced.
 */
const spaceColumns =
  'key bytea PRIMARY KEY, value bytea NOT NULL, ver bigint NOT NULL, ' +
  'weight bigint NOT NULL, weight_before bigint'

/** Whether the store exists in a layout that we know; throws if its layout is another. */
export async function hasLayout(
  run: RunStatement,
  schema: Schema,
  where: string,
): Promise<boolean> {
  const tables = await run({
    text: 'SELECT table_name::text FROM information_schema.tables WHERE table_schema = $1',
    parameters: [schema.name],
  })
  const names = new Set(tables.map(([name]) => readText(name)))
  if (!names.has('meta')) {
    if (names.size === 0) return false
    throw new StoreUnusable(`${where} has tables in its schema that are not Gramme's.`)
  }
  const [row] = await run({
    text: `SELECT value FROM ${schema.meta} WHERE name = 'layout'`,
    parameters: [],
  })
  const version = row === undefined ? 'none' : readText(row[0])
  if (version === layoutVersion) return true
  throw new StoreUnusable(
    `${where} has a layout that this version of Gramme does not know (${version}).`,
  )
}

/** Creates what is missing, within a transaction. Safe if several servers do it at once. */
export async function setUp(run: RunStatement, schema: Schema, dialect: Dialect, where: string) {
  // Another server may have been faster.
  if (await hasLayout(run, schema, where)) return
  for (const text of creation(schema, dialect, await hasSchema(run, schema))) {
    await run({ text, parameters: [] })
  }
}

/** An administrator may have created the schema, and we may lack the right to create one. */
async function hasSchema(run: RunStatement, { name }: Schema): Promise<boolean> {
  const found = await run({
    text: 'SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1',
    parameters: [name],
  })
  return found.length > 0
}

function creation(schema: Schema, { hotRows }: Dialect, exists: boolean): readonly string[] {
  const { name, meta, spaces, tallies, logs, system } = schema
  return [
    ...(exists ? [] : [`CREATE SCHEMA ${quoteName(name)}`]),
    `CREATE TABLE ${meta} (name text PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE ${spaces} (id bigint PRIMARY KEY, label text NOT NULL, relation text,
      dropped boolean NOT NULL)`,
    `CREATE TABLE ${tallies} (space bigint NOT NULL, slot bigint NOT NULL, entries bigint NOT NULL,
      bytes bigint NOT NULL, PRIMARY KEY (space, slot))${hotRows}`,
    `CREATE TABLE ${logs} (space bigint NOT NULL, log bytea NOT NULL, head bigint NOT NULL,
      PRIMARY KEY (space, log))${hotRows}`,
    schema.createSpaceRelation(system),
    `INSERT INTO ${meta} (name, value) VALUES ('layout', '${layoutVersion}')`,
  ]
}

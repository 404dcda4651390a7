/**
 * A real PostgreSQL for tests, and a fresh database in it for each caller.
 *
 * A whole test run shares one, which the runner starts and names in GRAMME_TEST_POSTGRES; a file
 * that runs alone starts its own with its first database, and it ends with the process. Set
 * GRAMME_TEST_POSTGRES to test against a PostgreSQL of your own.
 *
 * It does not flush to disk: tests of crashes start their own nodes (`postgres/node.ts`).
 */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { fastSettings, PostgresNode } from './postgres/node.js'
import { Workspace } from './postgres/workspace.js'

export interface TestDatabase {
  readonly url: string
  /** Also ends every session in it. */
  remove(): Promise<void>
}

export interface SharedPostgres {
  /** The address of a database that anyone may connect to. */
  readonly url: string
  remove(): Promise<void>
}

export const sharedPostgresVariable = 'GRAMME_TEST_POSTGRES'

/** Creates an empty database, in about 50 ms once PostgreSQL runs. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const server = await serverUrl()
  const name = `gramme_${randomBytes(8).toString('hex')}`
  await administer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

export async function startSharedPostgres(): Promise<SharedPostgres> {
  const workspace = await Workspace.open()
  try {
    const node = await PostgresNode.create(workspace, 'shared', fastSettings)
    await node.start()
    return { url: node.url(), remove: () => workspace.remove() }
  } catch (error) {
    await workspace.remove()
    throw error
  }
}

let own: Promise<SharedPostgres> | undefined

async function serverUrl(): Promise<string> {
  const given = process.env[sharedPostgresVariable]
  if (given !== undefined && given !== '') return given
  own ??= startSharedPostgres()
  return (await own).url
}

async function administer(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

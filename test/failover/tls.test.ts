/**
 * Encrypted connections, and connections that are refused because the server cannot be verified.
 */
import assert from 'node:assert/strict'
import { chmod, chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { StoreUnusable } from '../../src/storage/errors.js'
import { openPostgresEngine } from '../../src/storage/postgres/postgres-engine.js'
import { readPostgresUrl } from '../../src/storage/postgres/url.js'
import { runAs } from '../support/postgres/binaries.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'

/** Certificates are not built: they are beside the sources, seen from `dist/test/failover/`. */
const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../../test/failover/certificate/${name}`, import.meta.url))
const rootCert = `sslrootcert=${encodeURIComponent(fileOf('server.crt'))}`

describe('a database with TLS', () => {
  let workspace: Workspace
  let node: PostgresNode

  before(async () => {
    workspace = await Workspace.open()
    const [ssl_cert_file, ssl_key_file] = [await lent('server.crt'), await lent('server.key')]
    node = await PostgresNode.create(workspace, 'tls', { ssl: 'on', ssl_cert_file, ssl_key_file })
    await node.start()
  })
  after(() => workspace.remove())

  /** PostgreSQL requires a key file that it owns and that no other user can read. */
  async function lent(name: string): Promise<string> {
    const path = join(workspace.folder, name)
    await copyFile(fileOf(name), path)
    await chmod(path, 0o600)
    if (runAs.uid !== undefined) await chown(path, runAs.uid, runAs.gid)
    return path
  }

  /** Whether our connections are encrypted, according to the database. */
  async function isEncrypted(settings: string): Promise<boolean> {
    const name = `tls-${settings.length}`
    const url = `${node.url()}?application_name=${name}&${settings}`
    const engine = await openPostgresEngine(readPostgresUrl(url))
    const sql = postgres(node.url(), { max: 1 })
    try {
      await engine.ping()
      const rows = await sql<{ ssl: boolean }[]>`
        SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = ${name}`
      assert.equal(rows.length, 1)
      return rows[0]!.ssl
    } finally {
      await sql.end()
      await engine.close()
    }
  }

  const check = (settings: string, expected: boolean): void => {
    it(`${settings.replace(rootCert, 'sslrootcert=…')}: ${expected ? 'encrypted' : 'in the clear'}`, async () => {
      assert.equal(await isEncrypted(settings), expected)
    })
  }

  check('sslmode=disable', false)
  check('sslmode=prefer', true)
  check('sslmode=require', true)
  check(`sslmode=verify-ca&${rootCert}`, true)
  check(`sslmode=verify-full&${rootCert}`, true)

  it('is refused, not waited for, if its certificate cannot be verified', async () => {
    const url = `${node.url()}?sslmode=verify-full`
    await assert.rejects(openPostgresEngine(readPostgresUrl(url)), StoreUnusable)
  })
})

/**
 * PgBouncer between Gramme and HAProxy, in both modes, and what a server says if its address or its
 * role is not ready for one.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServerProcess } from '../../scripts/server-process.js'
import type { Tally } from '../clients/tally.js'
import { until } from '../support/until.js'
import { leaderKilled, testFailure } from './leader-failures.js'
import { runStatements, type PatroniCluster } from './patroni-cluster.js'
import type { Program } from './processes.js'

type PoolMode = 'transaction' | 'session'

const ports: Readonly<Record<PoolMode, number>> = { transaction: 6432, session: 6433 }

export async function testPoolers(cluster: PatroniCluster, tally: Tally): Promise<void> {
  const transaction = await startPooler(cluster, 'transaction')
  await testRefusals(cluster, tally)
  await testMode(cluster, 'transaction', tally)
  await transaction.kill()
  const session = await startPooler(cluster, 'session')
  await testMode(cluster, 'session', tally)
  await session.kill()
}

async function testMode(cluster: PatroniCluster, mode: PoolMode, tally: Tally): Promise<void> {
  const args = ['--engine', `${cluster.address(ports[mode])}?pooler=${mode}`]
  await using server = await startServerProcess({ args })
  const name = `PgBouncer in ${mode} mode: ${leaderKilled.name}`
  await testFailure(cluster, server, { failure: { ...leaderKilled, name }, tally })
}

async function testRefusals(cluster: PatroniCluster, tally: Tally): Promise<void> {
  const address = cluster.address(ports.transaction)
  await tally.check('PgBouncer is refused if the address does not mention it', async () => {
    assert.match(await refusalOf(address), /add pooler=transaction or pooler=session to its addr/)
  })
  await tally.check('PgBouncer is refused if the role has no settings', async () => {
    const refusal = await refusalOf(`${address}?pooler=transaction`)
    const statements = refusal.match(/ALTER ROLE [^;]*;/g) ?? []
    assert.ok(statements.length > 0, refusal)
    // As the refusal says: the role's own statements, then RECONNECT, which this is as good as.
    await runStatements(cluster.address(), [...statements, endOthers])
  })
}

const endOthers =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity ' +
  'WHERE usename = current_user AND pid <> pg_backend_pid()'

/** What a server prints that does not start. */
async function refusalOf(address: string): Promise<string> {
  try {
    await using server = await startServerProcess({ args: ['--engine', address] })
    throw new Error(`the server at ${server.url} did start`)
  } catch (error) {
    return (error as Error).message
  }
}

async function startPooler(cluster: PatroniCluster, mode: PoolMode): Promise<Program> {
  const users = join(cluster.folder, 'userlist.txt')
  await writeFile(users, '"gramme" "secret"\n')
  const configuration = await cluster.example('pgbouncer.ini', [
    { from: 'pool_mode = transaction', to: `pool_mode = ${mode}` },
    { from: 'listen_port = 6432', to: `listen_port = ${ports[mode]}` },
    { from: '/etc/pgbouncer/userlist.txt', to: users },
  ])
  const pooler = cluster.start(`pgbouncer-${mode}`, ['pgbouncer', configuration])
  await until(
    () =>
      runStatements(cluster.address(ports[mode]), ['SELECT 1']).then(
        () => true,
        () => false,
      ),
    () => `PgBouncer does not answer:\n${pooler.lastWords()}`,
  )
  return pooler
}

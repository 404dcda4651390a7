/**
 * The primary is killed and a synchronous standby promoted: three nodes, and each commit is on two
 * of them before it is acknowledged. The server knows all three and finds the one that accepts
 * writes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { PostgresNode } from '../support/postgres/node.js'
import { superuser, Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'
import { underLoad } from './under-load.js'

/** How long a failover manager takes to be sure that the primary is down. */
const noticedAfterMs = 300

describe('a server on a primary with two synchronous standbys', () => {
  it('loses no acknowledged write when the primary is killed and a standby promoted', async (test) => {
    const workspace = await Workspace.open()
    try {
      const nodes = await startCluster(workspace)
      const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
      const engine = `postgres://${superuser}@${addresses}/postgres`
      await using server = await startServerProcess({ args: ['--engine', engine] })
      const { acknowledged, errors } = await underLoad(server.url, () => failOver(nodes))
      test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
    } finally {
      await workspace.remove()
    }
  })
})

type Nodes = readonly [PostgresNode, PostgresNode, PostgresNode]

async function startCluster(workspace: Workspace): Promise<Nodes> {
  const both = { synchronous_standby_names: 'ANY 1 (n2, n3)' }
  const primary = await PostgresNode.create(workspace, 'n1', { ...durable, ...both })
  const standbys = [
    await PostgresNode.create(workspace, 'n2', durable),
    await PostgresNode.create(workspace, 'n3', durable),
  ] as const
  for (const standby of standbys) await standby.follow(primary)
  await primary.start()
  await Promise.all(standbys.map((standby) => standby.start()))
  await untilFollowed(primary, 2)
  return [primary, ...standbys]
}

/** Enough of the write-ahead log is kept for a standby that starts from the beginning. */
const durable = { synchronous_commit: 'on', wal_keep_size: '256MB' }

/**
 * Acts as a failover manager: promotes the most advanced standby and makes the other one follow it.
 */
async function failOver([primary, ...standbys]: Nodes): Promise<void> {
  await primary.kill()
  await pause(noticedAfterMs)
  const received = await Promise.all(standbys.map(receivedBytes))
  const [first, second] = received[0]! >= received[1]! ? standbys : standbys.toReversed()
  await first!.promote()
  await second!.turnTo(first!)
  await first!.query(`ALTER SYSTEM SET synchronous_standby_names = '${second!.name}'`)
  await first!.query('SELECT pg_reload_conf()')
  await untilFollowed(first!, 1)
}

async function receivedBytes(standby: PostgresNode): Promise<bigint> {
  const text = `SELECT (pg_last_wal_receive_lsn() - '0/0')::text AS bytes`
  const [row] = await standby.query(text)
  return BigInt(row?.['bytes'] as string)
}

async function untilFollowed(primary: PostgresNode, standbys: number): Promise<void> {
  const text = `SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state <> 'async'`
  await until(
    async () => (await primary.query(text))[0]?.['n'] === standbys,
    () => 'the standbys do not follow',
  )
}

/**
 * Three nodes of PostgreSQL: a primary, and two standbys of which one has each commit before it is
 * acknowledged. What a failover manager does is done here by hand.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { PostgresNode } from '../support/postgres/node.js'
import { superuser, type Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'

/** How long a failover manager takes to be sure that the primary is down. */
const noticedAfterMs = 300

export type Nodes = readonly [PostgresNode, PostgresNode, PostgresNode]

export async function startCluster(workspace: Workspace): Promise<Nodes> {
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
export async function failOver([primary, ...standbys]: Nodes): Promise<void> {
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

/** The address of a cluster: a server finds the node that accepts writes. */
export function addressOf(nodes: Nodes): string {
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  return `postgres://${superuser}@${addresses}/postgres`
}

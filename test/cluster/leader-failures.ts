/**
 * The leader fails under load, in every way an operator sees: nothing acknowledged is lost, nothing
 * is applied twice, and the stream of the table makes the table.
 */
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import type { Tally } from '../clients/tally.js'
import { underLoad } from '../failover/under-load.js'
import { enduringClient } from '../soak/enduring-client.js'
import type { Machine, PatroniCluster } from './patroni-cluster.js'

/** Writes of each of seven clients before and after a failure. */
const writesMin = 60

interface Failure {
  readonly name: string
  /** Ends when another machine leads. */
  fail(cluster: PatroniCluster, leader: Machine): Promise<void>
  /** Undoes what stays broken. */
  mend?(cluster: PatroniCluster, machine: Machine): void
}

const failures: readonly Failure[] = [
  {
    name: 'PostgreSQL of the leader killed',
    fail: async (cluster, leader) => {
      cluster.killPostgres(leader)
      await cluster.untilMoved(leader)
    },
  },
  {
    // The old leader goes on and has clients, but no standby that would let it commit.
    name: 'Patroni of the leader killed',
    fail: async (cluster, leader) => {
      await cluster.killPatroni(leader)
      await cluster.untilMoved(leader)
    },
    mend: (cluster, machine) => cluster.startPatroni(machine),
  },
  {
    name: 'Patroni and PostgreSQL of the leader killed',
    fail: async (cluster, leader) => {
      await cluster.killPatroni(leader)
      cluster.killPostgres(leader)
      await cluster.untilMoved(leader)
    },
    mend: (cluster, machine) => cluster.startPatroni(machine),
  },
  {
    name: 'switched over by patronictl',
    fail: async (cluster, leader) => {
      await cluster.switchOver(leader)
    },
  },
]

/** The cable of the leader is pulled: it has no time to say goodbye. */
const cutOff: Failure = {
  name: 'the leader cut off from the network',
  fail: async (cluster, leader) => {
    cluster.network.plug!(leader, false)
    await cluster.untilMoved(leader)
  },
  mend: (cluster, machine) => cluster.network.plug!(machine, true),
}

export async function testLeaderFailures(cluster: PatroniCluster, tally: Tally): Promise<void> {
  await using server = await startServerProcess({ args: ['--engine', cluster.address()] })
  for (const failure of failures) await testFailure(cluster, server, { failure, tally })
  if (cluster.network.plug === undefined) {
    tally.skip(cutOff.name, 'network namespaces are not allowed here')
  } else await testFailure(cluster, server, { failure: cutOff, tally })
}

export async function testFailure(
  cluster: PatroniCluster,
  server: ServerProcess,
  { failure, tally }: { readonly failure: Failure; readonly tally: Tally },
): Promise<void> {
  const startedAt = performance.now()
  await tally.check(failure.name, async () => {
    const leader = await cluster.leader()
    const fail = () => failure.fail(cluster, leader)
    // Its checks and changes of tables are repeated if a busy machine takes too long for them.
    const client = enduringClient(server.url, () => undefined)
    const load = underLoad(server.url, fail, { stream: true, writesMin, client })
    const { acknowledged, errors } = await load.catch((error: unknown) => {
      throw new Error(`${String(error)}\nThe server: ${server.said()}`, { cause: error })
    })
    failure.mend?.(cluster, leader)
    await cluster.untilHealthy()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const facts = `${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`
    console.log(`       ${facts}; ${seconds} s`)
  })
}

export const leaderKilled = failures[0]!

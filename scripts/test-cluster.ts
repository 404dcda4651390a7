/**
 * `npm run test:cluster [-- leader strong poolers]`: Gramme on PostgreSQL as operators run it. Three
 * machines with Patroni and etcd, HAProxy and PgBouncer, from the distribution's packages (as root
 * on Debian, where they are installed if they are missing), fail under load.
 */
import { existsSync } from 'node:fs'
import { Tally } from '../test/clients/tally.js'
import { testLeaderFailures } from '../test/cluster/leader-failures.js'
import { PatroniCluster } from '../test/cluster/patroni-cluster.js'
import { testPoolers } from '../test/cluster/poolers.js'
import { testStrongTable } from '../test/cluster/strong-table.js'
import { installPackages, mayInstallPackages } from './apt-get.js'

const parts = {
  leader: testLeaderFailures,
  strong: testStrongTable,
  poolers: testPoolers,
} as const

/** Everything takes two to three minutes; a machine that hangs must not hold up others. */
const minutesMax = 10

/** A file of each package that is needed. */
const packages = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/usr/sbin/ip',
} as const

try {
  requirePackages()
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function requirePackages(): void {
  const missing = Object.entries(packages).flatMap(([name, file]) =>
    existsSync(file) ? [] : [name],
  )
  if (missing.length === 0) return
  if (!mayInstallPackages()) {
    throw new Error(`Install ${missing.join(', ')}, or run this as root on Debian.`)
  }
  installPackages(...missing)
}

async function main(): Promise<void> {
  const startedAt = performance.now()
  const wanted = process.argv.slice(2)
  const tally = new Tally()
  const cluster = await PatroniCluster.start()
  const timer = setTimeout(() => void giveUp(cluster), minutesMax * 60_000)
  try {
    for (const [name, test] of Object.entries(parts)) {
      if (wanted.length === 0 || wanted.includes(name)) await test(cluster, tally)
    }
  } finally {
    clearTimeout(timer)
    await cluster.stop()
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(
    `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped in ${seconds} s`,
  )
  if (tally.failed > 0) process.exitCode = 1
}

async function giveUp(cluster: PatroniCluster): Promise<void> {
  console.error(`Not done after ${minutesMax} minutes.`)
  await cluster.stop()
  process.exit(1)
}

/**
 * What authentication and authorisation cost: a server in IAM mode against one in open mode, with the same
 * signed requests. The caller has one policy, as fine-grained as they get: items of its own partition,
 * listed attributes, and no whole items.
 */
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { createTable } from './load/call.js'
import { compareCosts, comparedConnections, type UseServers } from './load/compare-costs.js'
import { LoadGenerator } from './load/load.js'
import { portOf, withDataFolder } from './load/server.js'
import type { SigningCredentials } from './load/sign.js'
import { machine } from './report.js'
import { addUser, rootKey } from './security/add-user.js'
import { bodiesOf, fillBodies, policy, securedOperations, tenant } from './security/requests.js'

const comparison = {
  names: ['open', 'iam'],
  starts: 3,
  rounds: { rounds: 16, roundMs: 400, warmUpMs: 3000 },
} as const

/** How much more processor time a GetItem may take. */
const ratioMax = 1.35

const loads = securedOperations.map((operation) => ({
  name: operation,
  operation,
  bodies: bodiesOf[operation],
  ...(operation === 'GetItem' && { ratioMax }),
}))

export async function runSecurity(): Promise<void> {
  console.log(`IAM mode against open mode, ${comparedConnections} connections, on ${machine()}`)
  await compareCosts({ ...comparison, loads }, (use) =>
    withDataFolder((folder) => withServers(folder, use)),
  )
}

async function withServers(folder: string, use: UseServers): Promise<void> {
  const args = (mode: string) => ['--auth', mode, '--data-dir', join(folder, mode)]
  const env = {
    GRAMME_ROOT_ACCESS_KEY_ID: rootKey.accessKeyId,
    GRAMME_ROOT_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
  }
  await using open = await startServerProcess({ args: args('open') })
  await using iam = await startServerProcess({ args: args('iam'), env })
  const key = await addUser(iam.url, tenant, policy)
  for (const server of [open, iam]) await fill(server, key)
  await use([open, iam], key)
}

async function fill(server: ServerProcess, credentials: SigningCredentials): Promise<void> {
  using load = new LoadGenerator()
  await createTable(server.url, 'bench', {}, rootKey)
  const batches = { operation: 'BatchWriteItem', bodies: fillBodies, credentials }
  const bounds = { durationMs: 60_000, operationsMax: fillBodies.length }
  await load.run({ port: portOf(server), connections: comparedConnections, ...batches, ...bounds })
}

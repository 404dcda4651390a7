/**
 * The same clients and the same model on a real server in a child process, on LMDB, whose disk or process fails in
 * the middle of their calls. What they ask for is decided by the seed; when exactly it is interrupted is not.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chanceOf } from '../../../support/chance.js'
import { ServerProcess, verify } from '../../../crash/server-process.js'
import { realFaults, type RealFault } from './real-faults.js'
import { RealClient } from './real-client.js'

export interface RealRun {
  readonly seed: number
  readonly fault: keyof typeof realFaults
  readonly strikes?: number
  /** How many calls each client makes around a strike. */
  readonly calls?: number
}

const clientsCount = 4

/** Throws what is wrong; returns false where the fault cannot be made. */
export async function runReal({ seed, fault: name, strikes = 3, calls = 60 }: RealRun) {
  const folder = await mkdtemp(join(tmpdir(), 'gramme-simulation-'))
  const fault = realFaults[name]!(folder)
  try {
    if (fault === undefined) return false
    const work = { seed, strikes, calls, dataDir: join(folder, 'data') }
    await runWith(fault, work)
    return true
  } finally {
    await fault?.undo?.()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Work {
  readonly seed: number
  readonly strikes: number
  readonly calls: number
  readonly dataDir: string
}

async function runWith(fault: RealFault, { seed, strikes, calls, dataDir }: Work): Promise<void> {
  const chance = chanceOf(seed)
  const clients = Array.from({ length: clientsCount }, (_, index) => new RealClient(seed, index))
  let server = await startFor(clients, fault, dataDir)
  for (const client of clients) await client.createTables()
  for (let strike = 0; strike < strikes; strike++) {
    const working = Promise.all(clients.map((client) => client.work(calls, fault.unknownMax ?? 2)))
    const [left] = await Promise.all([fault.strike(server, chance), working])
    if (left === 'gone') server = await startFor(clients, fault, dataDir)
    for (const client of clients) await client.settle()
  }
  for (const client of clients) await client.checkEnd()
  await server.stop()
  await verify(dataDir)
}

async function startFor(
  clients: readonly RealClient[],
  { env = {}, options = [] }: RealFault,
  dataDir: string,
): Promise<ServerProcess> {
  Object.assign(process.env, env)
  try {
    const server = new ServerProcess(dataDir, '--log-level', 'error', ...options)
    const url = await server.url()
    for (const client of clients) client.use(url)
    return server
  } finally {
    for (const name of Object.keys(env)) delete process.env[name]
  }
}

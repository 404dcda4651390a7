/** Servers with doors for DAX on one PostgreSQL database, each in a process of its own, of which one can be killed. */
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { DaxClient } from '../concurrency/dax-client.js'
import { CborReader } from '../../src/wire/cbor/decode-cbor.js'

export interface DaxNode {
  /** Over HTTP. */
  readonly client: Client
  readonly daxPort: number
  /** The ports of all nodes that it tells clients of; the leader comes first. */
  told(): Promise<readonly number[]>
  /** Ends it at once. */
  kill(): void
}

export interface DaxCluster {
  /** Where the database is. */
  readonly databaseUrl: string
  /** `url` is another way to the database. */
  start(url?: string): Promise<DaxNode>
  /** Stops what still runs. */
  stop(): Promise<void>
}

export async function openDaxCluster(): Promise<DaxCluster> {
  const database = await postgresDatabase()
  const running = new Set<ServerProcess>()
  return {
    databaseUrl: database.url,
    async start(url = database.url) {
      const args = ['--engine', url, '--dax', '--dax-port', '0']
      const server = await startServerProcess({ args })
      running.add(server)
      return nodeOf(server, running)
    },
    async stop() {
      await Promise.all([...running].map((server) => server.stop()))
      await database.remove()
    },
  }
}

function nodeOf(server: ServerProcess, running: Set<ServerProcess>): DaxNode {
  const daxPort = Number(/dax:\/\/[\w.[\]:]+:(\d+)/.exec(server.said())![1])
  return {
    client: clientOf({ url: server.url }, { ...testCredentials, region: 'us-east-1' }),
    daxPort,
    told: () => toldBy(daxPort),
    kill() {
      running.delete(server)
      process.kill(server.pid, 'SIGKILL')
    },
  }
}

const endpoints = Buffer.concat([encodeCbor(1), encodeCbor(455_855_874)])
/** Members of a node. */
const [portAt, roleAt] = [3, 4]
const leader = 1

/** The ports that clients are told of by the server there. */
export async function toldBy(daxPort: number): Promise<readonly number[]> {
  using dax = await DaxClient.connect(daxPort, '', testCredentials)
  const answer = await dax.exchange([endpoints])
  const nodes = new CborReader(answer.subarray(1)).next() as readonly ReadonlyMap<number, number>[]
  const leaders = nodes.filter((node) => node.get(roleAt) === leader)
  const others = nodes.filter((node) => node.get(roleAt) !== leader)
  if (leaders.length !== 1) throw new Error(`there are ${leaders.length} leaders`)
  return [...leaders, ...others].map((node) => node.get(portAt)!)
}

/**
 * Several servers, each a process of its own, on one PostgreSQL database; and clients of them: one
 * of each, and one whose every request goes to the next of them, as behind a load balancer.
 */
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from './client.js'
import { postgresDatabase } from './postgres.js'

export interface SeveralServers {
  readonly each: readonly Client[]
  readonly spread: Client
  stop(): Promise<void>
}

/** `settings` go into the address of the database: `isolation=serializable`. */
export async function startServers(count: number, settings = ''): Promise<SeveralServers> {
  const database = await postgresDatabase()
  const engine = `${database.url}?${settings}`
  const started: ServerProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()))
    await database.remove()
  }
  try {
    // All at once: whoever is first makes the schema, the others wait for it.
    const starting = Array.from({ length: count }, () =>
      startServerProcess({ args: ['--engine', engine] }),
    )
    for (const outcome of await Promise.allSettled(starting)) {
      if (outcome.status === 'fulfilled') started.push(outcome.value)
    }
    await Promise.all(starting)
  } catch (error) {
    await stop()
    throw error
  }
  const urls = started.map(({ url }) => url)
  return {
    each: urls.map((url) => clientOf({ url }, testCredentials)),
    spread: spreadOver(urls),
    stop,
  }
}

/** A client that asks for the address anew with every request. */
function spreadOver(urls: readonly string[]): Client {
  let turn = 0
  return clientOf(
    {
      get url() {
        return urls[turn++ % urls.length]!
      },
    },
    testCredentials,
  )
}

/**
 * Several servers, each in its own process, on one PostgreSQL database; with a client for each, and
 * one whose requests go to each server in turn, as behind a load balancer.
 */
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from './client.js'
import { postgresDatabase } from './postgres.js'

export interface SeveralServers {
  readonly each: readonly Client[]
  readonly spread: Client
  stop(): Promise<void>
}

export interface ServerProcesses extends SeveralServers {
  /** What one of them has printed. */
  said(server: number): string
}

/** `settings` are added to the database address: `isolation=serializable`. */
export async function startServers(
  count: number,
  settings = '',
  options: readonly string[] = [],
): Promise<ServerProcesses> {
  const database = await postgresDatabase()
  const engine = `${database.url}?${settings}`
  const started: ServerProcess[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()))
    await database.remove()
  }
  try {
    // All at once: the first one creates the schema, the others wait for it.
    const starting = Array.from({ length: count }, () =>
      startServerProcess({ args: ['--engine', engine, ...options] }),
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
    said: (server) => started[server]!.said(),
    stop,
  }
}

/** A client that picks an address for every request. */
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

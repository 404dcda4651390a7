/** A server with two workers on a data folder, as users start it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { childrenOf } from '../support/processes.js'
import { until } from '../support/until.js'

export interface Team {
  readonly server: ServerProcess
  readonly dataDir: string
  readonly client: Client
  /** The processes of its workers that there are now. */
  pids(): readonly number[]
  /** Resolves once both workers serve. */
  whole(): Promise<void>
  stop(): Promise<void>
}

export async function startTeam(options: readonly string[] = [], dataDir?: string): Promise<Team> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'gramme-workers-')))
  const args = ['--workers', '2', '--data-dir', folder, ...options]
  const server = await startServerProcess({ args })
  const client = clientOf(server, testCredentials)
  const team: Team = {
    ...{ server, dataDir: folder, client },
    pids: () => childrenOf(server.pid),
    whole: () =>
      until(
        () => isWhole(server.url),
        () => `not all workers serve: ${server.said()}`,
      ),
    async stop() {
      client.sdk.destroy()
      client.streams.destroy()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await team.whole()
  return team
}

async function isWhole(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`).catch(() => undefined)
  const text = (await answer?.text()) ?? ''
  return ['1', '2'].every((worker) => text.includes(`gramme_open_connections{worker="${worker}"}`))
}

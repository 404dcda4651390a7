/** A peer as a process; it is ready when it answers ListTables. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { clientOf, testCredentials } from '../../support/client.js'
import type { Credentials } from '../../support/sign.js'
import { until } from '../../support/until.js'
import type { RunningPeer } from './peer.js'

export interface PeerProcess extends RunningPeer {
  readonly pid: number
}

export interface PeerProcessOptions {
  /** In addition to this process's own variables. */
  readonly env?: Readonly<Record<string, string>>
  /** For a peer that checks signatures. */
  readonly credentials?: Credentials
}

export async function startPeerProcess(
  command: readonly [string, ...string[]],
  port: number,
  { env, credentials = testCredentials }: PeerProcessOptions = {},
): Promise<PeerProcess> {
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  let exited = false
  const left = once(child, 'exit')
    .catch(() => undefined)
    .then(() => (exited = true))
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await left
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until(
      async () => exited || (await isReady(url, credentials)),
      () => `${program} did not start`,
    )
    if (exited) throw new Error(`${program} exited`)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid!, stop }
}

async function isReady(url: string, credentials: Credentials): Promise<boolean> {
  try {
    return (await clientOf({ url }, credentials).call('ListTables', {})).status === 200
  } catch {
    return false
  }
}

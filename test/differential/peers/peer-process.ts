/** A peer as a process; it is ready when it answers ListTables. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { clientOf, testCredentials } from '../../support/client.js'
import { until } from '../../support/until.js'
import type { RunningPeer } from './peer.js'

export async function startPeerProcess(
  command: readonly [string, ...string[]],
  port: number,
): Promise<RunningPeer> {
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: 'ignore' })
  const left = once(child, 'exit').catch(() => undefined)
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await left
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await until(
      () => isReady(url),
      () => `${program} did not start`,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await clientOf({ url }, testCredentials).call('ListTables', {})).status === 200
  } catch {
    return false
  }
}

/** What the server says about itself before the first call. */
import { Fault } from './fault.js'

export interface ServerConfig {
  /** `forwarded`: whoever serves the pages signs their calls. */
  readonly auth: 'open' | 'iam' | 'forwarded'
  readonly version: string
  /** The host that calls have to be signed for. */
  readonly host: string
  /** As programs have to name it. */
  readonly endpoint: string
  readonly region: string
  /** Whether all regions and accounts are one. */
  readonly sharedRegions: boolean
}

export async function readServerConfig(signal?: AbortSignal): Promise<ServerConfig> {
  const answer = await fetch('/console/config.json', { signal: signal ?? null }).catch(() => {
    throw new Fault({ type: 'Unreachable', message: 'The server does not answer.', status: 0 })
  })
  if (!answer.ok) {
    const message = 'The server does not say how it wants to be called.'
    throw new Fault({ type: `HTTP ${answer.status}`, message, status: answer.status })
  }
  return (await answer.json()) as ServerConfig
}

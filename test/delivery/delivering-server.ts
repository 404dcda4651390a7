/** A server in this process that delivers to a Kinesis endpoint, on a store that outlives it. */
import { createGramme } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import type { ServerStore } from '../support/server-store.js'

export interface DeliveringServer {
  readonly client: Client
  stop(): Promise<void>
}

/** Starts a server on a store that others may use too. */
export async function startDelivering(
  store: ServerStore,
  kinesisEndpoint: string,
): Promise<DeliveringServer> {
  const options = { port: 0, ...store.options, kinesisEndpoint, logLevel: 'silent' } as const
  const gramme = createGramme(options)
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  const stop = async (): Promise<void> => {
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
  }
  return { client, stop }
}

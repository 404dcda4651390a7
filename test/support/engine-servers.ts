/** A server in this process on the engine under test, running while a test uses it. */
import { createGramme, type GrammeOptions } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from './client.js'
import { openServerStore } from './server-store.js'

/** Starts a server, calls the function with a client of it, and cleans up. */
export async function withServer(
  use: (client: Client) => Promise<void>,
  options: GrammeOptions = {},
): Promise<void> {
  const store = await openServerStore('durable')
  const gramme = createGramme({ port: 0, ...store.options, ...options })
  try {
    await gramme.start()
    const client = clientOf(gramme.address, testCredentials)
    await use(client)
    client.sdk.destroy()
    client.streams.destroy()
  } finally {
    await gramme.stop()
    await store.remove()
  }
}

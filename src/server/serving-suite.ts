/** A server for as long as a test uses it, and a client of it. */
import { clientOf, testCredentials, type Client } from '../../test/support/client.js'
import { createGramme } from './gramme.js'
import type { Gramme } from './gramme-interface.js'
import type { GrammeOptions } from './gramme-options.js'

export async function serving<T>(
  options: GrammeOptions,
  use: (client: Client, gramme: Gramme) => Promise<T>,
): Promise<T> {
  const gramme = createGramme({ port: 0, logLevel: 'silent', ...options })
  await gramme.start()
  const client = clientOf(gramme.address, testCredentials)
  try {
    return await use(client, gramme)
  } finally {
    client.sdk.destroy()
    client.streams.destroy()
    await gramme.stop()
  }
}

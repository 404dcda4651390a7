/** A server with a door for DAX, on the engine under test, while a test uses it. */
import { createGramme, type Gramme, type GrammeOptions } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { rootKey } from '../support/iam-server.js'
import { openServerStore } from '../support/server-store.js'

export interface DaxServer {
  readonly gramme: Gramme
  /** Over HTTP. */
  readonly client: Client
  /** Of the door. */
  readonly port: number
}

export async function withDaxServer(
  use: (server: DaxServer) => Promise<void>,
  options: GrammeOptions = {},
): Promise<void> {
  const store = await openServerStore()
  const root = {
    rootAccessKeyId: rootKey.accessKeyId,
    rootSecretAccessKey: rootKey.secretAccessKey,
  }
  const gramme = createGramme({
    ...{ port: 0, dax: true, daxPort: 0 },
    ...(options.auth === 'iam' && root),
    ...store.options,
    ...options,
  })
  try {
    await gramme.start()
    const credentials =
      options.auth === 'iam' ? { ...testCredentials, ...rootKey } : testCredentials
    const client = clientOf(gramme.address, credentials)
    await use({ gramme, client, port: gramme.daxAddress!.port })
    client.sdk.destroy()
    client.streams.destroy()
  } finally {
    await gramme.stop()
    await store.remove()
  }
}

/**
 * The server under test: the one at GRAMME_ENDPOINT when that is set (Gramme elsewhere, or the real
 * service), otherwise one of our own in this process, on the engine under test and a port of the
 * system's choice.
 *
 * A test file starts one server and stops it when its last test is over. Nothing here knows what is
 * asked of the server.
 */
import { openServerStore } from './server-store.js'

export interface TestServer {
  readonly url: string
  /** Whether the server outlives the test run, so that tables have to be tidied away. */
  readonly external: boolean
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** How long tables stay CREATING, UPDATING and DELETING. An external server decides for itself. */
  readonly tableTransitionMs?: number
  /** How often expired items are looked for. */
  readonly ttlSweepIntervalMs?: number
  /** How long shards of streams stay open. */
  readonly shardDurationMs?: number
}

interface GrammeModule {
  createGramme(options: Readonly<Record<string, unknown>>): {
    readonly address: { readonly url: string }
    start(): Promise<void>
    stop(): Promise<void>
  }
}

// A name rather than a literal: tests of an external endpoint do not need the server to be built.
const grammePath: string = '../../src/server/gramme.js'

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const endpoint = process.env['GRAMME_ENDPOINT']
  if (endpoint !== undefined && endpoint !== '') return externalServer(endpoint)
  const library = (await import(grammePath)) as GrammeModule
  const store = await openServerStore()
  const gramme = library.createGramme({ port: 0, ...store.options, ...options })
  await gramme.start()
  const stop = async (): Promise<void> => {
    await gramme.stop()
    await store.remove()
  }
  return { url: gramme.address.url, external: false, stop }
}

function externalServer(endpoint: string): TestServer {
  return { url: endpoint, external: true, stop: async () => undefined }
}

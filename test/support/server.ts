/**
 * The server under test: the one at GRAMME_ENDPOINT if that is set (Gramme elsewhere, or the real
 * service), otherwise one in this process, on the engine under test and a free port.
 *
 * A test file starts one server and stops it after its last test. Nothing here knows which requests
 * the server gets.
 */
import { openServerStore } from './server-store.js'

export interface TestServer {
  readonly url: string
  /** Whether the server outlives the test run, so that tables have to be deleted. */
  readonly external: boolean
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** How long tables stay CREATING, UPDATING and DELETING. Ignored for an external server. */
  readonly tableTransitionMs?: number
  readonly tableCapacityMax?: number
  readonly accountCapacityMax?: number
  /** How often expired items are looked for. */
  readonly ttlSweepIntervalMs?: number
  readonly ttlChangeIntervalMs?: number
  /** How long after a write its moment can be restored. */
  readonly recoveryDelayMs?: number
  /** How long shards of streams stay open. */
  readonly shardDurationMs?: number
  /** The Kinesis endpoint that changes are delivered to. */
  readonly kinesisEndpoint?: string
  /** Whether tables are throttled. */
  readonly throttle?: 'on' | 'off'
  /** Whether the server measures what it does. */
  readonly metrics?: 'on' | 'off'
  /** For tests that cause many failures on purpose. */
  readonly logLevel?: 'silent'
}

interface GrammeModule {
  createGramme(options: Readonly<Record<string, unknown>>): {
    readonly address: { readonly url: string }
    start(): Promise<void>
    stop(): Promise<void>
  }
}

// A variable rather than a literal, so that tests of an external endpoint do not need the server to
// be built.
const grammePath: string = '../../src/server/gramme.js'

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const endpoint = process.env['GRAMME_ENDPOINT']
  if (endpoint !== undefined && endpoint !== '') return externalServer(endpoint)
  const library = (await import(grammePath)) as GrammeModule
  const store = await openServerStore()
  // Every test can be run with encryption at rest.
  const masterKey = process.env['GRAMME_TEST_MASTER_KEY']
  const gramme = library.createGramme({ port: 0, masterKey, ...store.options, ...options })
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

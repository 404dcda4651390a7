/** Servers in this process for tests that run on every engine: in memory, and on a disk of their own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGramme, type GrammeOptions } from '../../src/server/gramme.js'
import { clientOf, testCredentials, type Client } from './client.js'

export const engineNames = ['memory', 'lmdb'] as const
export type EngineName = (typeof engineNames)[number]

/** Starts a server on the engine, lends a client of it, and leaves nothing behind. */
export async function withServerOn(
  engine: EngineName,
  use: (client: Client) => Promise<void>,
  options: GrammeOptions = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-engine-'))
  const store: GrammeOptions = engine === 'memory' ? { inMemory: true } : { dataDir }
  const gramme = createGramme({ port: 0, ...store, ...options })
  try {
    await gramme.start()
    const client = clientOf(gramme.address, testCredentials)
    await use(client)
    client.sdk.destroy()
    client.streams.destroy()
  } finally {
    await gramme.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

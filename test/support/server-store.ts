/** Where a server in this process stores its data: on the engine under test, in a new place. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineUnderTest } from './engine-under-test.js'
import { postgresDatabase } from './postgres.js'

export interface ServerStore {
  /** The options for `createGramme`. */
  readonly options: Readonly<Record<string, string | boolean>>
  remove(): Promise<void>
}

/** Acknowledged writes are flushed only if the test is about that (`durable`). */
export async function openServerStore(
  durability: 'durable' | 'relaxed' = 'relaxed',
): Promise<ServerStore> {
  switch (engineUnderTest) {
    case 'memory':
      return { options: { inMemory: true }, remove: async () => undefined }
    case 'lmdb': {
      const dataDir = await mkdtemp(join(tmpdir(), 'gramme-test-'))
      return {
        options: { dataDir, durability },
        remove: () => rm(dataDir, { recursive: true, force: true }),
      }
    }
    case 'postgres': {
      const database = await postgresDatabase()
      const bucketsDir = await mkdtemp(join(tmpdir(), 'gramme-test-buckets-'))
      const backupsTo = await mkdtemp(join(tmpdir(), 'gramme-test-backups-'))
      const remove = async (): Promise<void> => {
        await rm(bucketsDir, { recursive: true, force: true })
        await rm(backupsTo, { recursive: true, force: true })
        await database.remove()
      }
      return { options: { engine: database.url, bucketsDir, backupsTo }, remove }
    }
  }
}

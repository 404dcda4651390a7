/**
 * Engines for tests of the layers above them, which know only the interface.
 *
 * Most tests take the engine under test and run on every engine; `memoryEngine` is for tests in
 * which the engine does not matter.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Engine } from '../../src/storage/engine.js'
import { openLmdbEngine } from '../../src/storage/lmdb/lmdb-engine.js'
import { MemoryEngine } from '../../src/storage/memory/memory-engine.js'
import { openPostgresEngine } from '../../src/storage/postgres/postgres-engine.js'
import { readPostgresUrl } from '../../src/storage/postgres/url.js'
import { engineUnderTest } from './engine-under-test.js'
import { postgresDatabase } from './postgres.js'

/**
 * A database that can be closed and reopened, as by a restart, or opened twice, as by two servers.
 */
export interface EngineStore {
  open(): Promise<Engine>
  remove(): Promise<void>
}

export function memoryEngine(): Engine {
  return new MemoryEngine()
}

/**
 * Opens the engine under test, empty; it is closed and removed after the test, or file, that opened
 * it.
 */
export async function openTestEngine(): Promise<Engine> {
  if (engineUnderTest === 'memory') return memoryEngine()
  const opening = openInNewStore()
  // Registered before the first await: after it, another test may be the one that is running.
  after(async () => {
    const { engine, store } = await opening
    await engine.close()
    await store.remove()
  })
  return (await opening).engine
}

/** On the engine under test, or on LMDB if that one does not persist data. */
export function lastingStore(): Promise<EngineStore> {
  return engineUnderTest === 'postgres' ? postgresStore() : lmdbFolder()
}

async function openInNewStore(): Promise<{ engine: Engine; store: EngineStore }> {
  const store = await lastingStore()
  return { store, engine: await store.open() }
}

async function lmdbFolder(): Promise<EngineStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gramme-test-'))
  return {
    open: () => openLmdbEngine({ dataDir, durability: 'relaxed' }),
    remove: () => rm(dataDir, { recursive: true }),
  }
}

async function postgresStore(): Promise<EngineStore> {
  const database = await postgresDatabase()
  return {
    open: () => openPostgresEngine(readPostgresUrl(database.url)),
    remove: () => database.remove(),
  }
}

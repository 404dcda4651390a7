/**
 * A store to which nobody writes, for commands that read it page by page: the store itself, or a copy of
 * a data folder that a server uses. The server makes the copy, as of one moment; it is removed at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StoreLock } from '../jobs/maintenance.js'
import type { Engine } from '../storage/engine.js'
import { FolderInUse } from '../storage/lmdb/folder-claim.js'
import { CannotStart } from './cannot-start.js'
import { withStore } from './copy-data.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions, type Settings } from './options.js'
import { snapshotFolder } from './snapshot-folder.js'

export interface StillStore {
  readonly settings: Settings
  readonly held: StoreLock
}

type Use<T> = (engine: Engine, store: StillStore) => Promise<T>

export async function withStillStore<T>(options: GrammeOptions, use: Use<T>): Promise<T> {
  try {
    return await useStore(options, use)
  } catch (error) {
    if (!isInUse(error)) throw error
    return useCopy(options, use)
  }
}

export function isInUse(error: unknown): boolean {
  return error instanceof CannotStart && error.cause instanceof FolderInUse
}

function useStore<T>(options: GrammeOptions, use: Use<T>): Promise<T> {
  const settings = readOptions(options)
  return withStore(settings, 'complete', (engine, held) => use(engine, { settings, held }))
}

async function useCopy<T>(options: GrammeOptions, use: Use<T>): Promise<T> {
  const { dataDir } = readOptions(options)
  // Beside the data folder, where there is room for the data.
  const folder = mkdtempSync(join(dirname(dataDir), '.gramme-copy-'))
  try {
    const copy = join(folder, 'copy')
    await snapshotFolder(options, copy)
    return await useStore({ ...options, dataDir: copy }, use)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `gramme snapshot`: a copy of a data folder as of one moment, whether or not a server uses the folder.
 * The copy is checked as a whole before it gets its name.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FolderInUse } from '../storage/lmdb/folder-claim.js'
import { openLmdbEngine } from '../storage/lmdb/lmdb-engine.js'
import { requestSnapshot } from '../storage/lmdb/snapshot-desk.js'
import { CannotStart, cannotOpen } from './cannot-start.js'
import { requireFolder } from './open-store.js'
import type { GrammeOptions } from './gramme-options.js'
import { readOptions } from './options.js'

export interface FolderSnapshot {
  readonly bytes: number
}

export async function snapshotFolder(options: GrammeOptions, to: string): Promise<FolderSnapshot> {
  const { dataDir, ...settings } = readOptions(options)
  requireFolder({ ...settings, dataDir })
  const target = resolve(to)
  requireFree(target)
  const unchecked = `${target}.unchecked`
  rmSync(unchecked, { recursive: true, force: true })
  try {
    await copyFolder(resolve(dataDir), unchecked)
    await checkCopy(unchecked)
    renameSync(unchecked, target)
    return { bytes: statSync(join(target, 'data.mdb')).size }
  } catch (error) {
    rmSync(unchecked, { recursive: true, force: true })
    throw cannotOpen(error)
  }
}

/** If no server uses the folder, this process does. */
async function copyFolder(dataDir: string, to: string): Promise<void> {
  const engine = await openLmdbEngine({ dataDir, durability: 'durable' }).catch(
    (error: unknown) => {
      if (error instanceof FolderInUse) return undefined
      throw error
    },
  )
  try {
    await requestSnapshot(dataDir, to)
  } finally {
    await engine?.close()
  }
}

/** Opening the copy also removes the record of the server that it was copied from. */
async function checkCopy(dataDir: string): Promise<void> {
  const engine = await openLmdbEngine({ dataDir, durability: 'durable', checkWhole: true })
  await engine.close()
}

function requireFree(target: string): void {
  if (!existsSync(target) || readdirSync(target).length === 0) return
  throw new CannotStart(`The folder ${target} is not empty.`, undefined)
}

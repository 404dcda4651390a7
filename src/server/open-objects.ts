/** Where buckets are: in S3, in a folder, or in memory. */
import { join, resolve } from 'node:path'
import { FolderObjectStore } from '../objects/folder/folder-store.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import { NoObjectStore } from '../objects/no-store.js'
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import { findS3PackageFault } from '../objects/s3/s3-client.js'
import { systemClock } from '../stdx/clock.js'
import { requireDriver } from '../storage/drivers.js'
import { StoreUnusable } from '../storage/errors.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'

/** Throws `CannotStart` if objects or backups are in S3 and the package to reach it is not installed. */
export function requireS3Package({ s3Endpoint, backupsTo }: Settings): void {
  const isNeeded = s3Endpoint !== undefined || backupsTo?.startsWith('s3://') === true
  const fault = isNeeded ? findS3PackageFault() : undefined
  if (fault !== undefined) throw new CannotStart(fault, undefined)
}

/** Throws `StoreUnusable` if the folder cannot be used. */
export async function openObjects(settings: Settings): Promise<ObjectStore> {
  const { engine, dataDir, bucketsDir, s3Endpoint, inMemory } = settings
  if (s3Endpoint !== undefined) {
    const { S3ObjectStore } = await import('../objects/s3/s3-store.js')
    return new S3ObjectStore(s3Endpoint)
  }
  if (bucketsDir !== undefined) return openFolder(resolve(bucketsDir), true)
  if (inMemory) return new MemoryObjectStore(systemClock)
  // Only this process has the data folder.
  if (requireDriver(engine).keepsFolder) return openFolder(join(dataDir, 'buckets'), false)
  return new NoObjectStore(
    'This server has no place for buckets. Start it with --buckets-dir, a folder that all servers of the database share, or with --s3-endpoint.',
  )
}

async function openFolder(folder: string, isShared: boolean): Promise<ObjectStore> {
  try {
    return await FolderObjectStore.open({ folder, isShared })
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    throw new StoreUnusable(
      `The folder of the buckets, ${folder}, cannot be used: ${error.message}.`,
    )
  }
}

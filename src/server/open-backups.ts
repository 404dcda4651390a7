/** Where backups are kept: in memory, in a folder, or in a bucket of S3. */
import type { BackupPlace, OpenBackupPlace } from '../backups/backup-place.js'
import { FolderObjectStore } from '../objects/folder/folder-store.js'
import { MemoryObjectStore } from '../objects/memory-store.js'
import type { ObjectStore } from '../objects/object-store.js'
import { SealedObjects } from '../objects/sealed-objects.js'
import type { MasterKeySet } from '../keys/master-key-set.js'
import { S3ObjectStore } from '../objects/s3/s3-store.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { CannotStart } from './cannot-start.js'
import { openMasterKeys, type KeySettings } from './open-keys.js'
import type { Settings } from './options.js'

/** The bucket of a folder or of memory, which have no other. */
const ownBucket = 'tables'

export type BackupSettings = Pick<Settings, 'backupsTo' | 'inMemory' | 's3Endpoint'> & KeySettings

/** Why there can be no backups; undefined if there can. */
export function findBackupFault({ backupsTo, inMemory }: BackupSettings): string | undefined {
  if (backupsTo !== undefined || inMemory) return undefined
  return 'This server has no place for backups. Start it with --backups-to, a folder that all servers of the database share or s3://bucket/prefix.'
}

/** Opens the place with the first call, and again if that failed. */
export function backupPlaceOf(
  settings: BackupSettings,
  masterKeys?: MasterKeySet,
): OpenBackupPlace {
  let opening: Promise<BackupPlace> | undefined
  return () => {
    opening ??= openBackupPlace(settings, masterKeys).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

/**
 * Backups are encrypted if what is stored is; any can be read, with the keys that it needs. A server
 * passes its own master keys, which may change while it runs.
 */
export async function openBackupPlace(
  settings: BackupSettings,
  masterKeys: MasterKeySet = openMasterKeys(settings),
): Promise<BackupPlace> {
  const place = await openPlainPlace(settings)
  const seals = masterKeys.hasKeys
  const store = new SealedObjects({ store: place.store, masterKeys, seals, random: systemRandom })
  return { ...place, store }
}

async function openPlainPlace(settings: BackupSettings): Promise<BackupPlace> {
  const { backupsTo, inMemory, s3Endpoint } = settings
  if (backupsTo?.startsWith('s3://')) return placeInS3(backupsTo, s3Endpoint)
  if (backupsTo !== undefined) {
    return ownPlace(await FolderObjectStore.open({ folder: backupsTo, isShared: true }))
  }
  if (inMemory) return ownPlace(new MemoryObjectStore(systemClock))
  throw new CannotStart(findBackupFault(settings)!, undefined)
}

async function ownPlace(store: ObjectStore): Promise<BackupPlace> {
  if (!(await store.hasBucket(ownBucket))) await store.createBucket(ownBucket)
  return { store, bucket: ownBucket, prefix: '' }
}

/** The bucket has to be there. */
export function placeInS3(address: string, endpoint: string | undefined): BackupPlace {
  const [bucket, ...rest] = address.slice('s3://'.length).split('/')
  const prefix = rest.filter((part) => part !== '').join('/')
  const store = new S3ObjectStore(endpoint ?? awsEndpoint())
  return { store, bucket: bucket!, prefix: prefix === '' ? '' : `${prefix}/` }
}

function awsEndpoint(): string {
  const { AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_DEFAULT_REGION } = process.env
  const region = AWS_REGION ?? AWS_DEFAULT_REGION ?? 'us-east-1'
  return AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`
}

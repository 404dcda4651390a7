/** Where `gramme export` writes to and `gramme import` reads from: a folder, or a bucket of S3. */
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { JobFailure } from '../jobs/long-job.js'
import { ServiceError } from '../model/errors.js'
import { FolderObjectStore } from '../objects/folder/folder-store.js'
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import { findS3PackageFault } from '../objects/s3/s3-client.js'
import { CannotStart } from './cannot-start.js'
import { placeInS3 } from './open-backups.js'

export interface TransferPlace {
  readonly store: ObjectStore
  readonly bucket: string
  /** As ExportTableToPointInTime and ImportTable take it. */
  readonly prefix: string
  /** The only key, if a file is meant. */
  readonly key?: string
  /** What the place's bucket is called where people see it. */
  readonly title: string
  /** An object as a path or an address. */
  locate(key: string): string
}

/** The bucket of a folder. */
const ownBucket = 'files'

export async function openTarget(
  to: string,
  s3Endpoint: string | undefined,
): Promise<TransferPlace> {
  return isS3(to) ? inS3(to, s3Endpoint) : inFolder(resolve(to))
}

/** Throws `CannotStart` if there is no such file or folder. */
export async function openSource(
  from: string,
  s3Endpoint: string | undefined,
): Promise<TransferPlace> {
  if (isS3(from)) return inS3(from, s3Endpoint)
  const path = resolve(from)
  const found = await stat(path).catch((error: unknown) => {
    throw new CannotStart(`There is no file or folder ${from}.`, error)
  })
  if (found.isDirectory()) return inFolder(path)
  const key = basename(path)
  return { ...(await inFolder(dirname(path))), prefix: key, key }
}

/** What a command says if it failed. */
export function cannotTransfer(error: unknown): unknown {
  const isKnown =
    error instanceof ObjectStoreError ||
    error instanceof JobFailure ||
    error instanceof ServiceError
  return isKnown ? new CannotStart(`${error.message.replace(/\.$/, '')}.`, error) : error
}

function isS3(address: string): boolean {
  return address.startsWith('s3://')
}

function inS3(address: string, s3Endpoint: string | undefined): TransferPlace {
  const fault = findS3PackageFault()
  if (fault !== undefined) throw new CannotStart(fault, undefined)
  const { store, bucket } = placeInS3(address, s3Endpoint)
  const root = `s3://${bucket}/`
  return {
    store,
    bucket,
    prefix: address.slice(root.length),
    title: bucket,
    locate: (key) => root + key,
  }
}

async function inFolder(folder: string): Promise<TransferPlace> {
  const store = await FolderObjectStore.open({ folder, isShared: true, bucket: ownBucket })
  const title = basename(folder)
  return { store, bucket: ownBucket, prefix: '', title, locate: (key) => join(folder, key) }
}

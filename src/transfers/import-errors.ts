/**
 * The errors of imports, as AWS logs them: one JSON object for each. There is no log service here, so
 * they are lines of objects in a bucket that is named after AWS's log group, under the name of the log
 * stream. An object that is written again after a failed step is the same as before.
 */
import { ObjectStoreError, type ObjectStore } from '../objects/object-store.js'
import { ticketOf } from '../jobs/long-job.js'
import { importErrorsLoggedMax } from './import-limits.js'
import { arnOfImport, type ImportRecord } from './import-details.js'

export const importErrorsBucket = 'aws-dynamodb-imports'

/** What the errors need of a store. */
export type ErrorObjects = Pick<ObjectStore, 'hasBucket' | 'createBucket' | 'write'>

export interface ImportError {
  readonly key: string
  readonly index: number
  readonly message: string
}

/** `record` is as it was before these errors. */
export async function logImportErrors(
  objects: ErrorObjects,
  record: ImportRecord,
  errors: readonly ImportError[],
): Promise<void> {
  const { source, counts } = record.details
  const logged = errors.slice(0, Math.max(0, importErrorsLoggedMax - counts.errors))
  if (logged.length === 0) return
  const lines = logged.map(({ key, index, message }) => {
    const itemS3Pointer = { bucket: source.bucket, key, itemIndex: index }
    const event = { itemS3Pointer, importArn: arnOfImport(record), errorMessages: [message] }
    return `${JSON.stringify(event)}\n`
  })
  await ensureBucket(objects)
  const name = `${ticketOf(record)}/error/${String(counts.errors).padStart(8, '0')}.json`
  const writer = await objects.write(importErrorsBucket, name, { contentType: 'application/json' })
  try {
    await writer.write(Buffer.from(lines.join('')))
    await writer.finish()
  } finally {
    await writer.abort()
  }
}

async function ensureBucket(objects: ErrorObjects): Promise<void> {
  if (await objects.hasBucket(importErrorsBucket)) return
  try {
    await objects.createBucket(importErrorsBucket)
  } catch (error) {
    if (!(error instanceof ObjectStoreError && error.code === 'BucketExists')) throw error
  }
}

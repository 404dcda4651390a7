/** One data file of an export: compressed lines that appear in the bucket together or not at all. */
import { GzipPart, type FinishedPart } from '../interchange/gzip-part.js'
import type { ObjectStore } from '../objects/object-store.js'

/** What an export needs of a store. */
export type ExportObjects = Pick<ObjectStore, 'write'>

export async function writeDataFile<T>(
  objects: ExportObjects,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  fill: (part: GzipPart) => Promise<T>,
): Promise<{ readonly part: FinishedPart; readonly addedBytes: number; readonly filled: T }> {
  const writer = await objects.write(bucket, key)
  const part = new GzipPart((bytes) => writer.write(bytes))
  try {
    const filled = await fill(part)
    const finished = await part.finish()
    await writer.finish()
    return { part: finished, addedBytes: part.addedBytes, filled }
  } catch (error) {
    part.abort()
    await writer.abort()
    throw error
  }
}

export async function writeText(
  objects: ExportObjects,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  text: string,
): Promise<void> {
  const writer = await objects.write(bucket, key)
  await writer.write(Buffer.from(text))
  await writer.finish()
}

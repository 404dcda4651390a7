/** Begins to write an object, once there is memory for what the store keeps of it. */
import type { ObjectWriter, WriteOptions } from '../../../objects/object-store.js'
import { streamedRequestBytes } from '../../limits.js'
import { slowDown } from './s3-error.js'
import type { ObjectTarget } from './s3-handler.js'
import type { S3Request } from './s3-request.js'

export async function beginWriting(
  { room }: S3Request,
  { objects, bucket, key }: ObjectTarget,
  options: WriteOptions,
): Promise<ObjectWriter> {
  const { writerBytes } = objects
  if (room !== undefined && writerBytes !== undefined) {
    if (!(await room.change(streamedRequestBytes + writerBytes))) throw slowDown()
  }
  return objects.write(bucket, key, options)
}

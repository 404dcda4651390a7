/** Which upload, and which of its parts, a request names. */
import { partNumberMax } from '../../../objects/limits.js'
import type { Upload } from '../../../objects/object-store.js'
import { invalidArgument } from './s3-error.js'
import type { ObjectTarget } from './s3-handler.js'
import type { S3Request } from './s3-request.js'

export interface NamedUploadPart {
  readonly upload: Upload
  readonly partNumber: number
}

export function uploadOf({ query }: S3Request, { bucket, key }: ObjectTarget): Upload {
  return { bucket, key, id: query.get('uploadId') ?? '' }
}

export function partOf(request: S3Request, target: ObjectTarget): NamedUploadPart {
  const text = request.query.get('partNumber') ?? ''
  const partNumber = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (partNumber >= 1 && partNumber <= partNumberMax) {
    return { upload: uploadOf(request, target), partNumber }
  }
  throw invalidArgument(`Part number must be an integer between 1 and ${partNumberMax}, inclusive`)
}

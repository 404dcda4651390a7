/** Lists of S3: how a page is asked for, and how its keys are read. */
import type * as S3 from '@aws-sdk/client-s3'
import type { ListOptions, ObjectPage } from '../object-store.js'
import { bareEtag } from './s3-headers.js'

/** AWS: the most entries of a page. */
export const s3PageMax = 1000

/** Keys may contain what XML cannot. */
export function listInput(bucket: string, options: ListOptions): S3.ListObjectsV2CommandInput {
  const { prefix, delimiter, entriesMax } = options
  return {
    Bucket: bucket,
    Prefix: prefix,
    Delimiter: delimiter,
    StartAfter: startAfter(options),
    MaxKeys: Math.min(entriesMax, s3PageMax),
    EncodingType: 'url',
  }
}

/** AWS: what is after a common prefix begins within it, unless the highest key that it may have is named. */
function startAfter({ after, delimiter }: ListOptions): string | undefined {
  if (after === undefined || delimiter === undefined || delimiter === '') return after
  return after.endsWith(delimiter) ? `${after}\u{10ffff}` : after
}

export function readPage(output: S3.ListObjectsV2CommandOutput): ObjectPage {
  const { Contents = [], CommonPrefixes = [], IsTruncated = false } = output
  const objects = Contents.map(({ Key = '', Size = 0, ETag, LastModified }) => ({
    key: decodedKey(Key),
    bytes: Size,
    etag: bareEtag(ETag),
    modifiedAtMs: LastModified?.getTime() ?? 0,
  }))
  const commonPrefixes = CommonPrefixes.map(({ Prefix = '' }) => decodedKey(Prefix))
  const next = IsTruncated ? lastOf(objects.at(-1)?.key, commonPrefixes.at(-1)) : undefined
  return { objects, commonPrefixes, next, more: next !== undefined }
}

function lastOf(key: string | undefined, prefix: string | undefined): string | undefined {
  if (key === undefined || prefix === undefined) return key ?? prefix
  return Buffer.compare(Buffer.from(key), Buffer.from(prefix)) > 0 ? key : prefix
}

export function decodedKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', ' '))
}

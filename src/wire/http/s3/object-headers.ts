/** What is kept with an object, in the headers of requests and answers. */
import { storedHeaders, type ObjectInfo, type WriteOptions } from '../../../objects/object-store.js'
import { objectMetadataBytesMax } from '../../limits.js'
import { notImplemented, S3Error } from './s3-error.js'
import type { S3Request } from './s3-request.js'

const metadataPrefix = 'x-amz-meta-'
export const usualContentType = 'binary/octet-stream'

export function writeOptionsOf({ header, headerNames }: S3Request): WriteOptions {
  const metadata: Record<string, string> = {}
  let bytes = 0
  for (const name of headerNames) {
    if (!name.startsWith(metadataPrefix)) continue
    const value = header(name)!
    metadata[name.slice(metadataPrefix.length)] = value
    bytes += name.length - metadataPrefix.length + Buffer.byteLength(value)
  }
  if (bytes > objectMetadataBytesMax) {
    const message = 'Your metadata headers exceed the maximum allowed metadata size'
    throw new S3Error('MetadataTooLarge', 400, message)
  }
  const headers: Record<string, string> = {}
  for (const name of storedHeaders) {
    const value = name === 'content-encoding' ? contentEncoding(header(name)) : header(name)
    if (value !== undefined) headers[name] = value
  }
  return { contentType: header('content-type'), metadata, headers }
}

/** Without the coding of the transfer. */
function contentEncoding(value: string | undefined): string | undefined {
  const codings = (value ?? '').split(',').map((coding) => coding.trim())
  const kept = codings.filter((coding) => coding !== '' && coding !== 'aws-chunked')
  return kept.length === 0 ? undefined : kept.join(',')
}

/** Alternating names and values. */
export function objectHeaders(info: ObjectInfo): string[] {
  const { etag, modifiedAtMs, contentType = usualContentType, metadata = {}, headers = {} } = info
  return [
    'ETag',
    quoted(etag),
    'Last-Modified',
    new Date(modifiedAtMs).toUTCString(),
    'Accept-Ranges',
    'bytes',
    'Content-Type',
    contentType,
    ...Object.entries(headers).flat(),
    ...Object.entries(metadata).flatMap(([name, value]) => [metadataPrefix + name, value]),
  ]
}

export function quoted(etag: string): string {
  return `"${etag}"`
}

/** Headers that ask for what is not done here, by their beginnings. */
const refused = [
  'x-amz-server-side-encryption',
  'x-amz-copy-source-server-side-encryption',
  'x-amz-tagging',
  'x-amz-object-lock-',
  'x-amz-bucket-object-lock-',
  'x-amz-grant-',
  'x-amz-website-redirect-location',
  'x-amz-write-offset-bytes',
  'x-amz-mfa',
  'expires',
]

/** What has to have this value, if it is there: anything else is not done here. */
const only: Readonly<Record<string, readonly string[]>> = {
  'x-amz-acl': ['private', 'bucket-owner-full-control'],
  'x-amz-storage-class': ['STANDARD'],
  'x-amz-object-ownership': ['BucketOwnerEnforced'],
}

/** A success would promise what the headers ask for. */
export function refuseUnsupported({ header, headerNames }: S3Request): void {
  for (const name of headerNames) {
    const isRefused = refused.some((start) => name.startsWith(start))
    const isOther = Object.hasOwn(only, name) && only[name]?.includes(header(name)!) === false
    if (isRefused || isOther) throw notImplemented(name)
  }
}

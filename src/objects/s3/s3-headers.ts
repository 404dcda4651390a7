/** What is kept with an object, as the SDK names it, and back. */
import type * as S3 from '@aws-sdk/client-s3'
import type { ObjectInfo, WriteOptions } from '../object-store.js'

type S3Headers = Pick<
  S3.PutObjectCommandInput,
  'CacheControl' | 'ContentDisposition' | 'ContentEncoding' | 'ContentLanguage'
>

const names = {
  'cache-control': 'CacheControl',
  'content-disposition': 'ContentDisposition',
  'content-encoding': 'ContentEncoding',
  'content-language': 'ContentLanguage',
} as const satisfies Readonly<Record<string, keyof S3Headers>>

export function writtenHeaders({ contentType, metadata, headers = {} }: WriteOptions): S3Headers & {
  readonly ContentType?: string
  readonly Metadata?: Record<string, string>
} {
  const known: Record<string, string> = {}
  for (const [name, member] of Object.entries(names)) {
    const value = headers[name]
    if (value !== undefined) known[member] = value
  }
  return { ContentType: contentType, Metadata: metadata, ...known }
}

type Described = Pick<
  S3.HeadObjectCommandOutput,
  keyof S3Headers | 'ContentLength' | 'ContentType' | 'ETag' | 'LastModified' | 'Metadata'
>

/** Of an object of which `bytes` are in all. */
export function describedObject(key: string, bytes: number, output: Described): ObjectInfo {
  const headers: Record<string, string> = {}
  for (const [name, member] of Object.entries(names)) {
    const value = output[member]
    if (value !== undefined) headers[name] = value
  }
  return {
    key,
    bytes,
    etag: bareEtag(output.ETag),
    modifiedAtMs: output.LastModified?.getTime() ?? 0,
    contentType: output.ContentType,
    metadata: output.Metadata,
    headers,
  }
}

export function bareEtag(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '')
}

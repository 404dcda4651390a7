/** CopyObject, and UploadPartCopy, which clients use for what is large. */
import { objectArn } from '../../../model/arn.js'
import type {
  ByteRange,
  ObjectBody,
  ObjectInfo,
  ObjectWriter,
  WriteOptions,
} from '../../../objects/object-store.js'
import { objectBytesMax } from '../../limits.js'
import { beginWriting } from './begin-writing.js'
import { readRange } from './byte-ranges.js'
import { failed, isUnchanged } from './conditions.js'
import { patiently } from './long-answer.js'
import { quoted, refuseUnsupported, writeOptionsOf } from './object-headers.js'
import { isoDate, root, text, type S3Answer } from './s3-answer.js'
import { invalidArgument, noSuchKey, notImplemented, S3Error } from './s3-error.js'
import type { ObjectHandler, ServiceTarget } from './s3-handler.js'
import type { S3Request } from './s3-request.js'
import { partOf } from './upload-names.js'

interface Source {
  readonly bucket: string
  readonly key: string
}

export const copyObject: ObjectHandler = async (request, target) => {
  const source = sourceOf(request)
  const replaces = request.header('x-amz-metadata-directive') === 'REPLACE'
  const isItself = source.bucket === target.bucket && source.key === target.key
  if (isItself && !replaces) throw copyToItself()
  const body = await openSource(target, source, request)
  const options = replaces ? writeOptionsOf(request) : keptOptions(body.info)
  return patiently(target, async () => {
    const writer = await writing(body, () => beginWriting(request, target, options))
    return copyAnswer('CopyObjectResult', await copied(body, writer))
  })
}

export const uploadPartCopy: ObjectHandler = async (request, target) => {
  refuseUnsupported(request)
  const { upload, partNumber } = partOf(request, target)
  const source = sourceOf(request)
  const { objects } = target
  const body = await openSource(target, source, request, readSourceRange(request))
  return patiently(target, async () => {
    const bytes = body.end - body.start
    const writer = await writing(body, () => objects.uploads.writePart(upload, partNumber, bytes))
    return copyAnswer('CopyPartResult', await copied(body, writer))
  })
}

function sourceOf(request: S3Request): Source {
  const header = request.header('x-amz-copy-source') ?? ''
  if (header.includes('?')) throw notImplemented('x-amz-copy-source with a version')
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decoded(header)) ?? []
  if (bucket !== undefined && key !== undefined) return { bucket, key }
  throw invalidArgument(
    'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidArgument('Copy source must be URL-encoded')
  }
}

async function openSource(
  { objects, permit }: ServiceTarget,
  { bucket, key }: Source,
  { header }: S3Request,
  range?: ByteRange,
): Promise<ObjectBody> {
  await permit({ action: 's3:GetObject', resource: objectArn(bucket, key) })
  const body = await objects.read(bucket, key, range)
  if (body === undefined) throw noSuchKey()
  try {
    if (isUnchanged(header, body.info, 'x-amz-copy-source-')) throw failed()
    if (body.end - body.start > objectBytesMax) throw tooLarge()
    return body
  } catch (error) {
    await body.close()
    throw error
  }
}

function readSourceRange({ header }: S3Request): ByteRange | undefined {
  const text = header('x-amz-copy-source-range')
  const range = readRange(text)
  if (text !== undefined && range === undefined) {
    throw invalidArgument('The x-amz-copy-source-range value must be of the form bytes=first-last')
  }
  return range
}

function keptOptions({ contentType, metadata, headers }: ObjectInfo): WriteOptions {
  return { contentType, metadata, headers }
}

async function writing(
  body: ObjectBody,
  begin: () => Promise<ObjectWriter>,
): Promise<ObjectWriter> {
  try {
    return await begin()
  } catch (error) {
    await body.close()
    throw error
  }
}

async function copied({ chunks }: ObjectBody, writer: ObjectWriter): Promise<ObjectInfo> {
  try {
    for await (const chunk of chunks) await writer.write(chunk)
  } catch (error) {
    await writer.abort()
    throw error
  }
  return writer.finish()
}

function copyAnswer(name: string, { etag, modifiedAtMs }: ObjectInfo): S3Answer {
  const content = [text('LastModified', isoDate(modifiedAtMs)), text('ETag', quoted(etag))]
  return { status: 200, xml: root(name, ...content) }
}

function copyToItself(): S3Error {
  return new S3Error(
    'InvalidRequest',
    400,
    "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
  )
}

function tooLarge(): S3Error {
  return new S3Error(
    'InvalidRequest',
    400,
    `The specified copy source is larger than the maximum allowable size for a copy source: ${objectBytesMax}`,
  )
}

/** Objects in parts: begun, uploaded, listed, joined or aborted. */
import type { NamedPart } from '../../../objects/object-store.js'
import { s3EntriesMax } from '../../limits.js'
import { uploadPartCopy } from './copy-object.js'
import { encodingOf } from './list-objects.js'
import { owner } from './buckets.js'
import { patiently } from './long-answer.js'
import { quoted, refuseUnsupported, writeOptionsOf } from './object-headers.js'
import { childrenOf, childText, readXml } from './read-xml.js'
import { ReceivedBody } from './received-body.js'
import { element, isoDate, keyText, root, text } from './s3-answer.js'
import { malformedXml, S3Error } from './s3-error.js'
import type { BucketHandler, ObjectHandler } from './s3-handler.js'
import { numberOf } from './s3-request.js'
import { mustBeAbsent } from './put-object.js'
import { partOf, uploadOf } from './upload-names.js'

export const createUpload: ObjectHandler = async (request, { objects, bucket, key }) => {
  refuseUnsupported(request)
  const { id } = await objects.uploads.begin(bucket, key, writeOptionsOf(request))
  const names = [text('Bucket', bucket), text('Key', key), text('UploadId', id)]
  return { status: 200, xml: root('InitiateMultipartUploadResult', ...names) }
}

export const uploadPart: ObjectHandler = async (request, target) => {
  if (request.header('x-amz-copy-source') !== undefined) return uploadPartCopy(request, target)
  refuseUnsupported(request)
  const { upload, partNumber } = partOf(request, target)
  const body = new ReceivedBody(request)
  const writer = await target.objects.uploads.writePart(upload, partNumber, body.bytes)
  const headers = await body.writeTo(writer)
  const { etag } = await writer.finish()
  return { status: 200, headers: ['ETag', quoted(etag), ...headers] }
}

export const completeUpload: ObjectHandler = async (request, target) => {
  refuseUnsupported(request)
  if (mustBeAbsent(request)) throw new S3Error('NotImplemented', 501, 'If-None-Match for an upload')
  const parts = readParts(await new ReceivedBody(request, false).text())
  const { objects, bucket, key } = target
  return patiently(target, async () => {
    const { etag } = await objects.uploads.complete(uploadOf(request, target), parts)
    const xml = root(
      'CompleteMultipartUploadResult',
      text('Location', `/${bucket}/${key}`),
      text('Bucket', bucket),
      text('Key', key),
      text('ETag', quoted(etag)),
    )
    return { status: 200, xml }
  })
}

function readParts(xml: string): readonly NamedPart[] {
  const parts = childrenOf(readXml(xml), 'Part').map((part) => ({
    partNumber: Number(childText(part, 'PartNumber')),
    etag: (childText(part, 'ETag') ?? '').replaceAll('"', ''),
  }))
  if (parts.length === 0 || parts.some(({ partNumber }) => !Number.isInteger(partNumber))) {
    throw malformedXml()
  }
  const isOrdered = parts.every((part, i) => i === 0 || parts[i - 1]!.partNumber < part.partNumber)
  if (isOrdered) return parts
  throw new S3Error(
    'InvalidPartOrder',
    400,
    'The list of parts was not in ascending order. Parts must be ordered by part number.',
  )
}

export const abortUpload: ObjectHandler = async (request, target) => {
  await target.objects.uploads.abort(uploadOf(request, target))
  return { status: 204 }
}

export const listParts: ObjectHandler = async (request, target) => {
  const { objects, bucket, key } = target
  const upload = uploadOf(request, target)
  const entriesMax = numberOf(request, 'max-parts', s3EntriesMax, s3EntriesMax)
  const after = numberOf(request, 'part-number-marker', 0, Infinity)
  const page = await objects.uploads.listParts(upload, { after, entriesMax })
  const parts = page.parts.map(({ partNumber, modifiedAtMs, etag, bytes }) =>
    element(
      'Part',
      text('PartNumber', partNumber),
      text('LastModified', isoDate(modifiedAtMs)),
      text('ETag', quoted(etag)),
      text('Size', bytes),
    ),
  )
  const xml = root(
    'ListPartsResult',
    text('Bucket', bucket),
    text('Key', key),
    text('UploadId', upload.id),
    text('PartNumberMarker', after),
    text('NextPartNumberMarker', page.more ? page.parts.at(-1)?.partNumber : undefined),
    text('MaxParts', entriesMax),
    text('IsTruncated', page.more),
    owner,
    text('StorageClass', 'STANDARD'),
    ...parts,
  )
  return { status: 200, xml }
}

export const listUploads: BucketHandler = async (request, { objects, bucket }) => {
  const { query } = request
  const encoding = encodingOf(request)
  const prefix = query.get('prefix') ?? ''
  const key = query.get('key-marker') ?? ''
  const id = query.get('upload-id-marker') ?? '\uffff'
  const entriesMax = numberOf(request, 'max-uploads', s3EntriesMax, s3EntriesMax)
  const after = key === '' ? undefined : { key, id }
  const page = await objects.uploads.list(bucket, { prefix, after, entriesMax })
  const last = page.more ? page.uploads.at(-1) : undefined
  const listed = page.uploads.map((upload) =>
    element(
      'Upload',
      keyText('Key', upload.key, encoding),
      text('UploadId', upload.id),
      text('Initiated', isoDate(upload.beganAtMs)),
      text('StorageClass', 'STANDARD'),
      owner,
    ),
  )
  const xml = root(
    'ListMultipartUploadsResult',
    text('Bucket', bucket),
    keyText('KeyMarker', key, encoding),
    keyText('NextKeyMarker', last?.key, encoding),
    text('NextUploadIdMarker', last?.id),
    keyText('Prefix', prefix, encoding),
    text('EncodingType', encoding),
    text('MaxUploads', entriesMax),
    text('IsTruncated', page.more),
    ...listed,
  )
  return { status: 200, xml }
}

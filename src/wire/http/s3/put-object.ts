/** PutObject, DeleteObject, and the tags that no object has. */
import { beginWriting } from './begin-writing.js'
import { quoted, refuseUnsupported, writeOptionsOf } from './object-headers.js'
import { ReceivedBody } from './received-body.js'
import { root } from './s3-answer.js'
import { noSuchKey, notImplemented } from './s3-error.js'
import type { ObjectHandler } from './s3-handler.js'
import type { S3Request } from './s3-request.js'
import { copyObject } from './copy-object.js'

export const putObject: ObjectHandler = async (request, target) => {
  refuseUnsupported(request)
  if (request.header('x-amz-copy-source') !== undefined) return copyObject(request, target)
  const body = new ReceivedBody(request)
  const options = { ...writeOptionsOf(request), ifAbsent: mustBeAbsent(request) }
  const writer = await beginWriting(request, target, options)
  const headers = await body.writeTo(writer)
  const { etag } = await writer.finish()
  return { status: 200, headers: ['ETag', quoted(etag), ...headers] }
}

export function mustBeAbsent({ header }: S3Request): boolean {
  if (header('if-match') !== undefined) throw notImplemented('If-Match')
  const noneMatch = header('if-none-match')
  if (noneMatch !== undefined && noneMatch !== '*') throw notImplemented('If-None-Match')
  return noneMatch === '*'
}

export const deleteObject: ObjectHandler = async (request, { objects, bucket, key }) => {
  refuseUnsupported(request)
  if (request.header('if-match') !== undefined) throw notImplemented('If-Match')
  await objects.remove(bucket, key)
  return { status: 204 }
}

/** AWS CLI: asks for the tags of what it copies. Setting tags is refused, so there are none. */
export const getObjectTagging: ObjectHandler = async (_request, { objects, bucket, key }) => {
  if ((await objects.stat(bucket, key)) === undefined) throw noSuchKey()
  return { status: 200, xml: root('Tagging', '<TagSet></TagSet>') }
}

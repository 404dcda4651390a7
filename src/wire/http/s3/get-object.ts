/** GetObject and HeadObject. */
import type { ObjectBody, ObjectInfo } from '../../../objects/object-store.js'
import type { AnswerStream } from '../message.js'
import { readRange } from './byte-ranges.js'
import { isUnchanged } from './conditions.js'
import { objectHeaders } from './object-headers.js'
import type { S3Answer } from './s3-answer.js'
import { noSuchKey } from './s3-error.js'
import type { ObjectHandler } from './s3-handler.js'
import type { S3Request } from './s3-request.js'

export const getObject: ObjectHandler = async (request, { objects, bucket, key }) => {
  const range = readRange(request.header('range'))
  // AWS: of nothing, the last zero bytes cannot be had.
  const body = await objects.read(bucket, key, range)
  if (body === undefined) throw noSuchKey()
  try {
    const notModified = unchangedAnswer(request, body.info)
    if (notModified === undefined) return bodyAnswer(request, body, range !== undefined)
    await body.close()
    return notModified
  } catch (error) {
    await body.close()
    throw error
  }
}

export const headObject: ObjectHandler = async (request, { objects, bucket, key }) => {
  const info = await objects.stat(bucket, key)
  if (info === undefined) throw noSuchKey()
  const notModified = unchangedAnswer(request, info)
  if (notModified !== undefined) return notModified
  const headers = [...objectHeaders(info), 'Content-Length', String(info.bytes)]
  return { status: 200, headers: replaced(request, headers) }
}

function unchangedAnswer({ header }: S3Request, info: ObjectInfo): S3Answer | undefined {
  if (!isUnchanged(header, info)) return undefined
  const [name, etag, ...rest] = objectHeaders(info)
  return { status: 304, headers: [name!, etag!, ...rest.slice(0, 2)] }
}

function bodyAnswer(request: S3Request, body: ObjectBody, isPart: boolean): S3Answer {
  const { info, start, end } = body
  const headers = [...objectHeaders(info), 'Content-Length', String(end - start)]
  if (isPart) headers.push('Content-Range', `bytes ${start}-${end - 1}/${info.bytes}`)
  return { status: isPart ? 206 : 200, headers: replaced(request, headers), stream: streamOf(body) }
}

function streamOf(body: ObjectBody): AnswerStream {
  return {
    [Symbol.asyncIterator]: () => body.chunks[Symbol.asyncIterator](),
    close: () => body.close(),
  }
}

/** Headers that a presigned address may set for whoever opens it. */
export const responseParameters: Readonly<Record<string, string>> = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-cache-control': 'cache-control',
}

function replaced({ query }: S3Request, headers: readonly string[]): readonly string[] {
  let result = [...headers]
  for (const [parameter, name] of Object.entries(responseParameters)) {
    const value = query.get(parameter)
    if (value === undefined) continue
    result = without(result, name)
    // A line break would begin another header.
    result.push(name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' '))
  }
  return result
}

function without(headers: readonly string[], name: string): string[] {
  const kept: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    if (headers[i]!.toLowerCase() !== name) kept.push(headers[i]!, headers[i + 1]!)
  }
  return kept
}

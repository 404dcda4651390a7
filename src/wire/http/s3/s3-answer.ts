/** Answers of S3: headers, and XML or the bytes of an object. */
import { emptyBody, type AnswerStream, type WireResponse } from '../message.js'
import type { S3Error } from './s3-error.js'

export interface S3Answer {
  readonly status: number
  /** Alternating names and values. */
  readonly headers?: readonly string[]
  /** XML without its declaration. */
  readonly xml?: string
  /** What is sent instead. The headers have its length, unless it is not known. */
  readonly stream?: AnswerStream
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const s3Namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

export function xmlBytes(xml: string): Buffer {
  return Buffer.from(declaration + xml)
}

/** AWS: an answer to HEAD has no body, not even for an error. */
export function finishS3(answer: S3Answer, requestId: string, method: string): WireResponse {
  const { status, xml, stream } = answer
  const headers = ['Server', 'Server', 'x-amz-request-id', requestId, ...(answer.headers ?? [])]
  if (stream !== undefined) return { status, headers, body: emptyBody, stream }
  const body = xml === undefined || method === 'HEAD' ? emptyBody : xmlBytes(xml)
  if (xml !== undefined) headers.push('Content-Type', 'application/xml')
  const saysLength = headers.includes('Content-Length') || status === 204 || status === 304
  if (!saysLength && method !== 'HEAD') headers.push('Content-Length', String(body.length))
  return { status, headers, body }
}

export function errorAnswer(error: S3Error, requestId: string, resource: string): S3Answer {
  return { status: error.status, xml: errorXml(error, requestId, resource) }
}

export function errorXml(error: S3Error, requestId: string, resource: string): string {
  return element(
    'Error',
    text('Code', error.code),
    text('Message', error.message),
    text('Resource', resource),
    text('RequestId', requestId),
    text('HostId', requestId),
  )
}

export function element(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`
}

/** The outermost element of an answer. */
export function root(name: string, ...content: readonly string[]): string {
  return `<${name} xmlns="${s3Namespace}">${content.join('')}</${name}>`
}

/** Nothing if there is no value. */
export function text(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? '' : element(name, escaped(String(value)))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** AWS: also characters that XML has no place for are written by their numbers. */
function escaped(value: string): string {
  return value.replace(
    /[&<>"\p{Cc}]/gu,
    (character) => entities[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
  )
}

/** Keys may contain what XML cannot, so SDKs ask for them in the form of addresses. */
export function keyText(
  name: string,
  key: string | undefined,
  encoding: string | undefined,
): string {
  if (key === undefined) return ''
  return text(name, encoding === 'url' ? encodeURIComponent(key).replaceAll('%2F', '/') : key)
}

export function isoDate(ms: number): string {
  return new Date(ms).toISOString()
}

/** A request as S3 reads it: which bucket and key it names, in the path or in the name of the host. */
import { isBucketName } from '../../../objects/object-names.js'
import type { Room } from '../../flight/room.js'
import { hostNameOf } from '../../host-names.js'
import { headerOf, pathOf, queryOf, type RequestStream, type WireRequest } from '../message.js'
import type { SignedPayload } from './authenticate-s3.js'
import { S3Error } from './s3-error.js'

export interface S3Request {
  readonly method: string
  /** Undefined for the service itself. */
  readonly bucket: string | undefined
  /** Undefined for a bucket. */
  readonly key: string | undefined
  /** Without what signs the request. */
  readonly query: ReadonlyMap<string, string>
  readonly header: (name: string) => string | undefined
  readonly headerNames: readonly string[]
  readonly stream: RequestStream
  /** The memory that it takes; undefined within the process. */
  readonly room: Room | undefined
  /** What was signed of the body; undefined where signatures are not verified. */
  readonly payload?: SignedPayload
}

/** `baseHosts`: names under which buckets are called `<bucket>.<host>`. */
export function readS3Request(request: WireRequest, baseHosts: readonly string[]): S3Request {
  const named = bucketOfHost(headerOf(request, 'host') ?? '', baseHosts)
  const path = pathOf(request).replace(/^\//, '')
  const [, first = '', rest = ''] = /^([^/]*)\/?(.*)$/s.exec(path) ?? []
  const [bucket, key] =
    named === undefined ? [decoded(first), decoded(rest)] : [named, decoded(path)]
  return {
    method: request.method,
    bucket: bucket === '' ? undefined : bucket,
    key: key === '' ? undefined : key,
    query: readQuery(queryOf(request)),
    header: (name) => headerOf(request, name),
    headerNames: Object.keys(request.headers),
    stream: request.stream!,
    room: request.room,
  }
}

function bucketOfHost(host: string, baseHosts: readonly string[]): string | undefined {
  const name = hostNameOf(host)
  if (name === undefined || baseHosts.includes(name)) return undefined
  for (const base of baseHosts) {
    const bucket = name.endsWith(`.${base}`) ? name.slice(0, -base.length - 1) : ''
    if (isBucketName(bucket)) return bucket
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI', 400, "Couldn't parse the specified URI.")
  }
}

/** SDKs add `x-id` to tell operations apart in their logs. */
function readQuery(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!/^x-amz-/i.test(name) && name !== 'x-id') parameters.set(name, value)
  }
  return parameters
}

/** The number that a parameter gives, within bounds. */
export function numberOf(
  { query }: S3Request,
  name: string,
  usual: number,
  highest: number,
): number {
  const text = query.get(name)
  if (text === undefined) return usual
  if (!/^\d{1,9}$/.test(text)) {
    throw new S3Error(
      'InvalidArgument',
      400,
      `Provided ${name} not an integer or within integer range`,
    )
  }
  return Math.min(Number(text), highest)
}

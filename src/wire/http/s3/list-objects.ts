/** ListObjectsV2, and ListObjects, its older form. */
import type { ObjectPage } from '../../../objects/object-store.js'
import { s3EntriesMax } from '../../limits.js'
import { owner } from './buckets.js'
import { quoted } from './object-headers.js'
import { element, isoDate, keyText, root, text } from './s3-answer.js'
import { invalidArgument } from './s3-error.js'
import type { BucketHandler, BucketTarget } from './s3-handler.js'
import { numberOf, type S3Request } from './s3-request.js'

export const listObjectsV2: BucketHandler = async (request, target) => {
  const { query } = request
  if (query.get('list-type') !== '2') throw invalidArgument('Invalid List Type')
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after')
  const encoding = encodingOf(request)
  const after = token === undefined ? startAfter : readToken(token)
  const { page, shared } = await readPage(request, target, after)
  const withOwner = query.get('fetch-owner') === 'true'
  const xml = root(
    'ListBucketResult',
    ...shared,
    text('KeyCount', page.objects.length + page.commonPrefixes.length),
    text('ContinuationToken', token),
    text('NextContinuationToken', page.next === undefined ? undefined : writeToken(page.next)),
    keyText('StartAfter', startAfter, encoding),
    ...entries(page, encoding, withOwner),
  )
  return { status: 200, xml }
}

export const listObjects: BucketHandler = async (request, target) => {
  const marker = request.query.get('marker') ?? ''
  const encoding = encodingOf(request)
  const { page, shared } = await readPage(request, target, marker === '' ? undefined : marker)
  // AWS: without a delimiter, clients take the last key.
  const next = request.query.has('delimiter') ? page.next : undefined
  const xml = root(
    'ListBucketResult',
    ...shared,
    keyText('Marker', marker, encoding),
    keyText('NextMarker', next, encoding),
    ...entries(page, encoding, true),
  )
  return { status: 200, xml }
}

interface Listed {
  readonly page: ObjectPage
  /** What both forms begin with. */
  readonly shared: readonly string[]
}

async function readPage(
  request: S3Request,
  { objects, bucket }: BucketTarget,
  after: string | undefined,
): Promise<Listed> {
  const { query } = request
  const encoding = encodingOf(request)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const entriesMax = numberOf(request, 'max-keys', s3EntriesMax, s3EntriesMax)
  const found = await objects.list(bucket, {
    prefix,
    after,
    delimiter: delimiter === '' ? undefined : delimiter,
    entriesMax: Math.max(entriesMax, 1),
  })
  const page = entriesMax === 0 ? nothing : found
  const shared = [
    text('Name', bucket),
    keyText('Prefix', prefix, encoding),
    keyText('Delimiter', delimiter, encoding),
    text('MaxKeys', entriesMax),
    text('EncodingType', encoding),
    text('IsTruncated', page.more),
  ]
  return { page, shared }
}

const nothing: ObjectPage = { objects: [], commonPrefixes: [], next: undefined, more: false }

function entries(page: ObjectPage, encoding: string | undefined, withOwner: boolean): string[] {
  const contents = page.objects.map(({ key, modifiedAtMs, etag, bytes }) =>
    element(
      'Contents',
      keyText('Key', key, encoding),
      text('LastModified', isoDate(modifiedAtMs)),
      text('ETag', quoted(etag)),
      text('Size', bytes),
      withOwner ? owner : '',
      text('StorageClass', 'STANDARD'),
    ),
  )
  const prefixes = page.commonPrefixes.map((prefix) =>
    element('CommonPrefixes', keyText('Prefix', prefix, encoding)),
  )
  return [...contents, ...prefixes]
}

export function encodingOf({ query }: S3Request): string | undefined {
  const encoding = query.get('encoding-type')
  if (encoding === undefined || encoding === 'url') return encoding
  throw invalidArgument('Invalid Encoding Method specified in Request')
}

/** Of the last entry. There is nothing to hide in it. */
function writeToken(last: string): string {
  return Buffer.from(last).toString('base64url')
}

function readToken(token: string): string {
  const last = Buffer.from(token, 'base64url').toString()
  if (token !== '' && writeToken(last) === token) return last
  throw invalidArgument('The continuation token provided is incorrect')
}

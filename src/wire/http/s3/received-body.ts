/**
 * The body of a request on its way to where it is kept: decoded, counted, and checked against everything
 * that the client said about it. Nothing of it is kept if it is not what was announced.
 */
import { createHash } from 'node:crypto'
import type { ObjectWriter } from '../../../objects/object-store.js'
import { objectBytesMax, s3DocumentBytesMax } from '../../limits.js'
import { AwsChunkedBody } from './aws-chunked.js'
import { newChecksum, type RunningChecksum } from './checksums.js'
import { malformedXml, notImplemented, S3Error } from './s3-error.js'
import type { S3Request } from './s3-request.js'

interface Check {
  readonly checksum: RunningChecksum
  /** Throws if the value is not the announced one. Returns headers for the answer. */
  compare(value: string): readonly string[]
}

export class ReceivedBody {
  /** How many bytes were announced. */
  readonly bytes: number
  readonly #chunks: AsyncIterable<Uint8Array>
  readonly #checks: readonly Check[]

  /** `ofBody`: whether checksums in headers are those of the body; not if they are those of an object. */
  constructor(request: S3Request, ofBody = true) {
    const { stream, header, payload } = request
    const signed = payload?.kind === 'chunks' ? payload : undefined
    const chunked = isAwsChunked(request) ? new AwsChunkedBody(stream.chunks, signed) : undefined
    this.#chunks = chunked ?? stream.chunks
    this.bytes = announcedBytes(chunked === undefined ? stream.bytes : decodedBytes(header))
    this.#checks = [
      ...contentChecks(request),
      ...(ofBody ? checksumChecks(request, chunked?.trailers) : []),
    ]
  }

  /** Returns headers for the answer. The writer is aborted if anything is wrong. */
  async writeTo(writer: ObjectWriter): Promise<readonly string[]> {
    try {
      return await this.#pass((chunk) => writer.write(chunk))
    } catch (error) {
      await writer.abort()
      throw error
    }
  }

  /** A document that a request consists of. */
  async text(): Promise<string> {
    if (this.bytes > s3DocumentBytesMax) throw malformedXml()
    const chunks: Uint8Array[] = []
    await this.#pass(async (chunk) => void chunks.push(chunk))
    return Buffer.concat(chunks).toString()
  }

  async #pass(take: (chunk: Uint8Array) => Promise<void>): Promise<readonly string[]> {
    let bytes = 0
    for await (const chunk of this.#chunks) {
      bytes += chunk.length
      if (bytes > this.bytes) break
      for (const { checksum } of this.#checks) checksum.add(chunk)
      await take(chunk)
    }
    if (bytes !== this.bytes) throw incompleteBody()
    return this.#checks.flatMap((check) => check.compare(check.checksum.value()))
  }
}

type Header = S3Request['header']

function isAwsChunked({ header }: S3Request): boolean {
  const isStreaming = header('x-amz-content-sha256')?.startsWith('STREAMING-') === true
  return isStreaming || /\baws-chunked\b/.test(header('content-encoding') ?? '')
}

function decodedBytes(header: Header): number | undefined {
  const text = header('x-amz-decoded-content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function announcedBytes(bytes: number | undefined): number {
  if (bytes === undefined) {
    throw new S3Error(
      'MissingContentLength',
      411,
      'You must provide the Content-Length HTTP header.',
    )
  }
  if (bytes <= objectBytesMax) return bytes
  throw new S3Error('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size')
}

function contentChecks({ header, payload }: S3Request): readonly Check[] {
  const checks: Check[] = []
  const md5 = header('content-md5')
  if (md5 !== undefined) checks.push(md5Check(md5))
  const sha256 = payload?.kind === 'hash' ? payload.sha256 : (header('x-amz-content-sha256') ?? '')
  if (/^[\da-f]{64}$/i.test(sha256)) checks.push(sha256Check(sha256.toLowerCase()))
  return checks
}

function md5Check(expected: string): Check {
  if (Buffer.from(expected, 'base64').length !== 16) {
    throw new S3Error('InvalidDigest', 400, 'The Content-MD5 you specified was invalid.')
  }
  const message = 'The Content-MD5 you specified did not match what we received.'
  return check('md5', (value) => {
    if (value !== expected) throw new S3Error('BadDigest', 400, message)
    return []
  })
}

function sha256Check(expected: string): Check {
  const hash = createHash('sha256')
  return {
    checksum: { add: (bytes) => void hash.update(bytes), value: () => hash.digest('hex') },
    compare(value) {
      if (value === expected) return []
      const message = "The provided 'x-amz-content-sha256' header does not match what was computed."
      throw new S3Error('XAmzContentSHA256Mismatch', 400, message)
    },
  }
}

const checksumName = /^x-amz-checksum-(?!algorithm$|type$|mode$)(.+)$/

/** In a header, or announced there and sent after the body. */
function checksumChecks(
  { header, headerNames }: S3Request,
  trailers: ReadonlyMap<string, string> | undefined,
): readonly Check[] {
  const trailing = (header('x-amz-trailer') ?? '').toLowerCase().split(/[, ]+/)
  const names = new Set([...headerNames, ...trailing])
  return [...names].flatMap((name) => {
    const [, algorithm] = checksumName.exec(name) ?? []
    if (algorithm === undefined) return []
    return [check(algorithm, (value) => compare(name, value, header(name) ?? trailers?.get(name)))]
  })
}

function compare(name: string, value: string, expected: string | undefined): readonly string[] {
  if (value === expected) return [name, value, 'x-amz-checksum-type', 'FULL_OBJECT']
  const algorithm = name.slice('x-amz-checksum-'.length).toUpperCase()
  throw new S3Error(
    'BadDigest',
    400,
    `The ${algorithm} you specified did not match the calculated checksum.`,
  )
}

function check(algorithm: string, compare: Check['compare']): Check {
  const checksum = newChecksum(algorithm)
  if (checksum === undefined) throw notImplemented(`x-amz-checksum-${algorithm}`)
  return { checksum, compare }
}

function incompleteBody(): S3Error {
  return new S3Error(
    'IncompleteBody',
    400,
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  )
}

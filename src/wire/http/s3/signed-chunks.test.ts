/** Bodies in signed chunks: the examples in S3's documentation, and what is refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../../../stdx/clock.js'
import { testIdentity } from '../../sigv4/sigv4-suite.js'
import { SignatureVerifier } from '../../sigv4/verify.js'
import type { WireRequest } from '../message.js'
import { s3Authentication } from './authenticate-s3.js'
import { AwsChunkedBody } from './aws-chunked.js'
import { exampleMs, exampleSecret, signedExample, type S3Example } from './s3-signatures-suite.js'
import { toS3Error } from './to-s3-error.js'

/** The documentation's body: 65 KB of the letter a, in chunks of 64 KB. */
const letters = Buffer.alloc(66_560, 'a')

function chunkedBody(signatures: readonly string[], ending: string, content = letters): Buffer {
  const pieces = [content.subarray(0, 65_536), content.subarray(65_536), Buffer.alloc(0)]
  const chunks = pieces.map((piece, i) => {
    const head = `${piece.length.toString(16)};chunk-signature=${signatures[i]}\r\n`
    return Buffer.concat([Buffer.from(head), piece, Buffer.from(piece.length > 0 ? '\r\n' : '')])
  })
  return Buffer.concat([...chunks, Buffer.from(ending)])
}

describe('the examples of signed chunks', () => {
  const signatures = [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ]
  const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'
  const trailing = [
    'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
    '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
    '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
  ]
  const trailingSeed = '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e'
  const trailer = (value: string, signature: string): string =>
    `x-amz-checksum-crc32c:${value}\r\nx-amz-trailer-signature:${signature}\r\n\r\n`
  const goodTrailer = trailer(
    'sOO8/Q==',
    'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
  )
  const headers = {
    host: 's3.amazonaws.com',
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  const plain: S3Example = {
    url: '/examplebucket/chunkObject.txt',
    method: 'PUT',
    headers: { ...headers, 'content-length': '66824' },
    hash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  }
  const withTrailer: S3Example = {
    ...plain,
    headers: { ...headers, 'x-amz-trailer': 'x-amz-checksum-crc32c' },
    hash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
  }

  /** What is read of the body, or the error. */
  async function read(request: WireRequest): Promise<string> {
    const clock = new VirtualClock(exampleMs)
    const keys = { find: () => ({ secretAccessKey: exampleSecret, identity: testIdentity }) }
    const authenticate = s3Authentication(new SignatureVerifier({ keys, clock }), clock)
    const { payload } = await authenticate(request)
    assert(payload.kind === 'chunks')
    const body = new AwsChunkedBody(request.stream!.chunks, payload)
    const pieces: Uint8Array[] = []
    try {
      for await (const piece of body) pieces.push(piece)
    } catch (error) {
      return toS3Error(error).code
    }
    return Buffer.concat(pieces).equals(letters) ? 'all of it' : 'something else'
  }
  const reads = (name: string, body: Buffer, expected = 'SignatureDoesNotMatch') =>
    void it(name, async () => {
      assert.equal(await read(signedExample(seed, { ...plain, body })), expected)
    })
  const readsTrailer = (name: string, body: Buffer, expected = 'SignatureDoesNotMatch') =>
    void it(name, async () => {
      assert.equal(await read(signedExample(trailingSeed, { ...withTrailer, body })), expected)
    })

  reads('are accepted', chunkedBody(signatures, '\r\n'), 'all of it')
  readsTrailer('are accepted with a trailer', chunkedBody(trailing, goodTrailer), 'all of it')
  const [first = '', second = '', last = ''] = signatures
  const zeros = '0'.repeat(64)
  reads('are refused with a wrong signature', chunkedBody([first, zeros, last], '\r\n'))
  reads('are refused with a wrong last signature', chunkedBody([first, second, zeros], '\r\n'))
  reads('are refused in another order', chunkedBody([second, first, last], '\r\n'))
  const other = Buffer.from(letters)
  other[66_559] = 0
  reads('are refused with other bytes', chunkedBody(signatures, '\r\n', other))
  const bare = Buffer.from(
    chunkedBody(signatures, '\r\n')
      .toString('latin1')
      .replaceAll(/;chunk-signature=\w+/g, ''),
  )
  reads('are refused without signatures', bare)
  reads('are refused if they end early', chunkedBody([last, '', ''], '\r\n', Buffer.alloc(0)))
  reads('are refused with a trailer that is not signed', chunkedBody(signatures, 'x-a:b\r\n\r\n'))
  reads('are refused with a trailer that was not announced', chunkedBody(signatures, goodTrailer))
  readsTrailer('are refused without the trailer', chunkedBody(trailing, '\r\n'))
  readsTrailer(
    'are refused with a wrong trailer',
    chunkedBody(trailing, trailer('AAAAAA==', zeros)),
  )
  const changed = goodTrailer.replace('sOO8', 'sOO9')
  readsTrailer('are refused with another trailer', chunkedBody(trailing, changed))
  const unsignedTrailer = goodTrailer.replace(/x-amz-trailer-signature:.*\r\n/, '')
  readsTrailer('are refused without its signature', chunkedBody(trailing, unsignedTrailer))
})

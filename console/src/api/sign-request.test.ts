import assert from 'node:assert/strict'
import { createHash, createHmac, type BinaryLike } from 'node:crypto'
import { describe, it } from 'node:test'
import { SignatureV4 } from '@smithy/signature-v4'
import { signRequest } from './sign-request.js'

/** Node's, in the form that the other signer asks for. */
class NodeSha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
  constructor(secret?: BinaryLike) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  }
  update(chunk: BinaryLike): void {
    this.#hash.update(chunk)
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }
  reset(): void {}
}

const at = new Date('2026-11-16T12:34:56.789Z')
const key = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'wJalr/XUtnFEMI+K7MDENG' }
const session = { ...key, sessionToken: 'FwoGZXIvYXdzE//token+with/signs==' }

describe('a signature made in the browser', () => {
  for (const [name, credentials, host, region, body] of [
    ['a plain call', key, 'localhost:8000', 'us-east-1', '{}'],
    ['temporary credentials', session, 'db.example.com', 'eu-west-1', '{"TableName":"Music"}'],
    ['text beyond ASCII', key, '[::1]:8000', 'local', '{"a":{"S":"Zénobe 🎶"}}'],
    ['a long body', session, '10.0.0.1', 'ap-southeast-2', 'x'.repeat(70_000)],
  ] as const) {
    it(`is that of the AWS SDK: ${name}`, async () => {
      const headers = {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': 'DynamoDB_20120810.Query',
      }
      const ours = signRequest(
        { host, region, signingName: 'dynamodb', headers, body: new TextEncoder().encode(body) },
        credentials,
        at,
      )
      const signer = new SignatureV4({
        credentials,
        region,
        service: 'dynamodb',
        sha256: NodeSha256 as never,
        applyChecksum: false,
      })
      const theirs = await signer.sign(
        {
          method: 'POST',
          protocol: 'http:',
          hostname: host,
          path: '/',
          query: {},
          headers: { ...headers, host },
          body,
        },
        { signingDate: at },
      )
      assert.equal(ours['authorization'], theirs.headers['authorization'])
      assert.equal(ours['x-amz-security-token'], theirs.headers['x-amz-security-token'])
    })
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import aws4 from 'aws4'
import { signedHeaders } from './sign-request.js'

describe('signed requests', () => {
  const check = (path: string, body: string | Buffer, sessionToken?: string) => {
    it(`are signed as another program signs them: ${path} ${body.length} ${sessionToken ?? ''}`, () => {
      const key = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+', sessionToken }
      const url = new URL(path, 'https://db.example.com:8443')
      const headers = { 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' }
      const call = { service: 'gramme', headers, body }
      const ours = signedHeaders({ ...key, url, region: 'eu-west-1' }, call, 1_700_000_000_000)
      const request = {
        // Its type does not know that it can leave out headers.
        extraHeadersToIgnore: { 'content-length': true },
        method: 'POST',
        path,
        service: 'gramme',
        region: 'eu-west-1',
        headers: { ...headers, Host: url.host, 'X-Amz-Date': '20231114T221320Z' },
        body,
      }
      const theirs = aws4.sign(request, key)
      assert.equal(ours['authorization'], theirs.headers!['Authorization'])
    })
  }

  check('/', '{}')
  check('/', '{}', 'token')
  check('/service/Gramme_20261101/operation/ReadReplicationLog', Buffer.of(0xbf, 0xff))
})

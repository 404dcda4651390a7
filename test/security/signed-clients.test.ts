/** The SDK and hand-written clients that sign, against a server that lets in only who has signed. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { GetCallerIdentityCommand, GetSessionTokenCommand, STSClient } from '@aws-sdk/client-sts'
import { SignatureV4 } from '@smithy/signature-v4'
import aws4 from 'aws4'
import { createGramme } from '../../src/server/gramme.js'
import { exchange } from '../support/http.js'
import { rootKey, startIamServer } from '../support/iam-server.js'
import { s3Client } from '../support/s3.js'
import { Sha256 } from '../support/sha256.js'
import type { TestServer } from '../support/server.js'

const region = 'us-east-1'
let server: TestServer
let host: string

before(async () => {
  server = await startIamServer()
  ;({ host } = new URL(server.url))
})
after(() => server.stop())

interface SigningKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** With 403. */
async function fails(name: string, work: () => Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error: Error & { $metadata?: { httpStatusCode?: number } }) => {
    assert.equal(error.name, name)
    assert.equal(error.$metadata?.httpStatusCode, 403)
    return true
  })
}

const wrongKey = { ...rootKey, secretAccessKey: 'not the secret' }

describe('the SDK', () => {
  it('reads and writes items', async () => {
    const sdk = new DynamoDBClient({ endpoint: server.url, region, credentials: rootKey })
    const TableName = 'items'
    await sdk.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    )
    // Longer than what is hashed at once, and than what the express lane answers.
    const Item = { pk: { S: 'ü' }, text: { S: 'x'.repeat(390_000) } }
    await sdk.send(new PutItemCommand({ TableName, Item }))
    const found = await sdk.send(new GetItemCommand({ TableName, Key: { pk: { S: 'ü' } } }))
    assert.deepEqual(found.Item, Item)
    sdk.destroy()
  })

  it('is told if its secret is wrong', async () => {
    const sdk = new DynamoDBClient({ endpoint: server.url, region, credentials: wrongKey })
    await assert.rejects(sdk.send(new ListTablesCommand({})), {
      name: 'InvalidSignatureException',
      message: /^The request signature we calculated does not match/,
    })
    sdk.destroy()
  })

  it('corrects its clock by the answer to its first request', async () => {
    const sdk = new DynamoDBClient({
      endpoint: server.url,
      region,
      credentials: rootKey,
      systemClockOffset: 60 * 60 * 1000,
    })
    await assert.rejects(sdk.send(new ListTablesCommand({})), /Signature not yet current/)
    await sdk.send(new ListTablesCommand({}))
    sdk.destroy()
  })

  it('calls STS, whose errors have other names', async () => {
    const sts = new STSClient({ endpoint: server.url, region, credentials: rootKey })
    const { Arn } = await sts.send(new GetCallerIdentityCommand({}))
    assert.equal(Arn, 'arn:aws:iam::000000000000:root')
    const wrong = new STSClient({ endpoint: server.url, region, credentials: wrongKey })
    await fails('SignatureDoesNotMatch', () => wrong.send(new GetCallerIdentityCommand({})))
    const nobody = { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' }
    const unknown = new STSClient({ endpoint: server.url, region, credentials: nobody })
    await fails('InvalidClientTokenId', () => unknown.send(new GetCallerIdentityCommand({})))
    for (const client of [sts, wrong, unknown]) client.destroy()
  })
})

describe('temporary credentials', () => {
  it('are sent with their token', async () => {
    const sts = new STSClient({ endpoint: server.url, region, credentials: rootKey })
    const { Credentials: given } = await sts.send(new GetSessionTokenCommand({}))
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = given ?? {}
    const key = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey }
    const list = async (credentials: SigningKey): Promise<string> => {
      const sdk = new DynamoDBClient({ endpoint: server.url, region, credentials })
      const outcome = await sdk.send(new ListTablesCommand({})).then(
        () => 'accepted',
        (error: unknown) => (error instanceof Error ? error.name : String(error)),
      )
      sdk.destroy()
      return outcome
    }
    const unrecognized = 'UnrecognizedClientException'
    assert.equal(await list({ ...key, sessionToken: SessionToken }), 'accepted')
    assert.equal(await list(key), unrecognized)
    assert.equal(await list({ ...key, sessionToken: SessionToken.slice(1) }), unrecognized)
    assert.equal(await list({ ...rootKey, sessionToken: SessionToken }), unrecognized)
    const other = { ...key, secretAccessKey: rootKey.secretAccessKey }
    assert.equal(await list({ ...other, sessionToken: SessionToken }), 'InvalidSignatureException')
    sts.destroy()
  })
})

describe('fetch without a network', () => {
  it('is signed for the host of its address', async () => {
    const gramme = createGramme({
      inMemory: true,
      auth: 'iam',
      rootAccessKeyId: rootKey.accessKeyId,
      rootSecretAccessKey: rootKey.secretAccessKey,
      logLevel: 'silent',
    })
    await gramme.start({ listen: false })
    const body = '{}'
    const signed = aws4.sign(
      {
        service: 'dynamodb',
        region,
        method: 'POST',
        path: '/',
        headers: {
          host: 'db.example.com:99',
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'DynamoDB_20120810.ListTables',
        },
        body,
      },
      rootKey,
    )
    // A program leaves it to `fetch`.
    const { host: _host, ...headers } = signed.headers as Record<string, string>
    const status = async (url: string): Promise<number> =>
      (await gramme.fetch(url, { method: 'POST', headers, body })).status
    assert.equal(await status('http://db.example.com:99/'), 200)
    assert.equal(await status('http://db.example.com/'), 400)
    await gramme.stop()
  })
})

describe('a body', () => {
  const call = (body: Buffer, headers: Readonly<Record<string, string>>) => {
    const request = {
      service: 'dynamodb',
      region,
      method: 'POST',
      path: '/',
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        ...headers,
      },
      // The types know only texts.
      body: body as unknown as string,
    }
    return aws4.sign(request, rootKey).headers as Record<string, string>
  }

  it('is signed as it is sent, if it is compressed', async () => {
    const body = gzipSync('{"Limit":1}')
    const headers = call(body, { 'content-encoding': 'gzip' })
    assert.equal((await exchange(server.url, { headers, body })).status, 200)
    const other = gzipSync('{"Limit":2}')
    assert.equal((await exchange(server.url, { headers, body: other })).status, 400)
  })

  it('is signed without the chunks of the transfer', async () => {
    const body = Buffer.from('{"Limit":1}')
    const { 'Content-Length': _length, ...headers } = call(body, { 'transfer-encoding': 'chunked' })
    const authorization = headers['Authorization']!
    // aws4 signs a length that is not sent.
    assert.match(authorization, /content-length/)
    const unsigned = aws4.sign(
      {
        service: 'dynamodb',
        region,
        method: 'POST',
        path: '/',
        headers: {
          host,
          'x-amz-target': 'DynamoDB_20120810.ListTables',
          'x-amz-content-sha256': sha256(body),
          'X-Amz-Date': amzDate(),
        },
        doNotModifyHeaders: true,
      },
      rootKey,
    ).headers as Record<string, string>
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { ...unsigned, 'content-type': 'application/x-amz-json-1.0' },
      body: Readable.toWeb(Readable.from([body.subarray(0, 3), body.subarray(3)])),
      duplex: 'half',
    })
    assert.equal(answer.status, 200, await answer.text())
  })
})

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

function amzDate(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '')
}

interface Presigned {
  readonly service: string
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly key?: typeof rootKey | typeof wrongKey
  readonly at?: Date
}

/** Path and query of an address that is signed by the SDK's signer. */
async function presigned(wanted: Presigned): Promise<string> {
  const { service, method, path, query = {}, body = '', key = rootKey, at = new Date() } = wanted
  const signer = new SignatureV4({
    service,
    region,
    credentials: key,
    sha256: Sha256,
    uriEscapePath: service !== 's3',
  })
  const payload: Readonly<Record<string, string>> =
    service === 's3' ? { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } : {}
  const request = await signer.presign(
    {
      method,
      protocol: 'http:',
      hostname: host,
      path,
      query,
      headers: { host, ...payload, ...wanted.headers },
      body,
    },
    {
      expiresIn: 60,
      signingDate: at,
      unhoistableHeaders: new Set(['x-amz-target', 'content-type']),
    },
  )
  return `${path}?${new URLSearchParams(request.query as Record<string, string>).toString()}`
}

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

describe('an address that was signed in advance', () => {
  it('calls DynamoDB', async () => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    }
    const wanted = { service: 'dynamodb', method: 'POST', path: '/', headers, body: '{}' }
    const path = await presigned(wanted)
    const sent = { ...headers, host }
    assert.equal((await exchange(server.url, { path, headers: sent, body: '{}' })).status, 200)
    const other = await exchange(server.url, { path, headers: sent, body: '{ }' })
    assert.equal(other.status, 400)
    assert.match(other.body.toString(), /InvalidSignatureException/)
    const wrong = await presigned({ ...wanted, key: wrongKey })
    assert.equal(
      (await exchange(server.url, { path: wrong, headers: sent, body: '{}' })).status,
      400,
    )
  })

  it('tells STS who signed it', async () => {
    const query = { Action: 'GetCallerIdentity', Version: '2011-06-15' }
    const wanted = { service: 'sts', method: 'GET', path: '/', query }
    const ask = async (path: string) => {
      const { status, body } = await exchange(server.url, {
        method: 'GET',
        path,
        headers: { host },
      })
      return `${status} ${/<(?:Arn|Code)>(.*?)</.exec(body.toString())?.[1]}`
    }
    assert.equal(await ask(await presigned(wanted)), '200 arn:aws:iam::000000000000:root')
    // AWS: STS does not look at X-Amz-Expires.
    assert.equal(
      await ask(await presigned({ ...wanted, at: minutesAgo(14) })),
      '200 arn:aws:iam::000000000000:root',
    )
    assert.equal(
      await ask(await presigned({ ...wanted, at: minutesAgo(16) })),
      '403 SignatureDoesNotMatch',
    )
    assert.equal(await ask(`${await presigned(wanted)}&a=b`), '403 SignatureDoesNotMatch')
  })
})

describe('buckets', () => {
  const Bucket = 'signed'
  let s3: S3Client
  before(async () => {
    s3 = s3Client(server.url, { credentials: rootKey })
    await s3.send(new CreateBucketCommand({ Bucket }))
  })
  after(() => s3.destroy())

  const get = async (Key: string): Promise<Buffer> => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    return Buffer.from(await Body!.transformToByteArray())
  }

  for (const Key of [
    'plain',
    'folder/a b+c',
    "odd (1) ~'*!&=?#%",
    'ü/ሴ/😀',
    '../..//x',
    '.',
    'a%2Fb',
  ]) {
    it(`keep ${Key}`, async () => {
      const Body = randomBytes(1000)
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, Metadata: { colour: 'dark  red' } }))
      assert(Body.equals(await get(Key)))
    })
  }

  it('take streams, lists, copies, parts and many deletions', async () => {
    const body = randomBytes(300_000)
    const stream = Readable.from([body.subarray(0, 70_001), body.subarray(70_001)])
    await s3.send(
      new PutObjectCommand({ Bucket, Key: 'stream', Body: stream, ContentLength: body.length }),
    )
    assert(body.equals(await get('stream')))
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/stream` }))
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }))
    const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1 }
    const { ETag } = await s3.send(new UploadPartCommand({ ...part, Body: body }))
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
    await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }),
    )
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'pa' }))
    assert.deepEqual(
      Contents.map(({ Key }) => Key),
      ['parts'],
    )
    const Objects = [{ Key: 'parts' }, { Key: 'copy' }]
    const { Deleted } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    assert.equal(Deleted?.length, 2)
  })

  it('tell a client that its secret is wrong, or its key', async () => {
    const wrong = s3Client(server.url, { credentials: wrongKey })
    const put = new PutObjectCommand({ Bucket, Key: 'evil', Body: 'x' })
    await fails('SignatureDoesNotMatch', () => wrong.send(put))
    const nobody = s3Client(server.url, { credentials: { accessKeyId: 'A', secretAccessKey: 'x' } })
    await fails('InvalidAccessKeyId', () => nobody.send(put))
    const { KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'evil' }))
    assert.equal(KeyCount, 0)
    for (const client of [wrong, nobody]) client.destroy()
  })

  it('are opened by whoever has an address, for as long as it counts', async () => {
    const path = `/${Bucket}/presigned%20%2B`
    const put = await presigned({ service: 's3', method: 'PUT', path })
    const sent = await exchange(server.url, {
      method: 'PUT',
      path: put,
      headers: { host },
      body: 'hello',
    })
    assert.equal(sent.status, 200, sent.body.toString())
    const got = await presigned({ service: 's3', method: 'GET', path })
    const answer = await exchange(server.url, { method: 'GET', path: got, headers: { host } })
    assert.equal(answer.body.toString(), 'hello')
    // Of anything else it says nothing.
    const refused = async (other: string, method = 'GET', headers = {}) => {
      const { status, body } = await exchange(server.url, {
        method,
        path: other,
        headers: { host, ...headers },
      })
      return `${status} ${/<Code>(.*?)</.exec(body.toString())?.[1]}`
    }
    assert.equal(await refused(got.replace('presigned', 'stream')), '403 SignatureDoesNotMatch')
    assert.equal(await refused(got, 'DELETE'), '403 SignatureDoesNotMatch')
    assert.equal(
      await refused(put, 'PUT', { 'x-amz-copy-source': `/${Bucket}/stream` }),
      '403 AccessDenied',
    )
    const old = await presigned({ service: 's3', method: 'GET', path, at: minutesAgo(2) })
    assert.equal(await refused(old), '403 AccessDenied')
  })
})

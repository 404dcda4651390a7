/**
 * Clients that want in without a key: what they send is refused in AWS's words, changes nothing, and whatever
 * they did to a connection, the next request on it has to be signed as well.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { CreateTableCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import aws4 from 'aws4'
import { requestHeadBytesMax } from '../../src/wire/limits.js'
import { rootKey, startIamServer } from '../support/iam-server.js'
import type { TestServer } from '../support/server.js'

const TableName = 'guarded'
let server: TestServer
let port: number
let host: string
let sdk: DynamoDBClient

before(async () => {
  server = await startIamServer()
  ;({ host } = new URL(server.url))
  port = Number(new URL(server.url).port)
  sdk = new DynamoDBClient({ endpoint: server.url, region: 'us-east-1', credentials: rootKey })
  await sdk.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  )
})
after(async () => {
  sdk.destroy()
  await server.stop()
})

interface Call {
  readonly url: string
  readonly lines: readonly string[]
  readonly body: string
}

const item = JSON.stringify({ TableName, Item: { pk: { S: 'evil' } } })
type Headers = Readonly<Record<string, string>>
interface SigningPair {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

function signedPut(headers: Headers = {}, key: SigningPair = rootKey): Call {
  return signed('PutItem', item, headers, key)
}

function signed(
  operation: string,
  body: string,
  headers: Headers = {},
  key: SigningPair = rootKey,
): Call {
  const request = aws4.sign(
    {
      service: 'dynamodb',
      region: 'us-east-1',
      method: 'POST',
      path: '/',
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-length': String(body.length),
        ...headers,
      },
      body,
    },
    key,
  )
  const lines = Object.entries(request.headers ?? {}).map(
    ([name, value]) => `${name}: ${String(value)}`,
  )
  return { url: '/', lines, body }
}

function bytesOf({ url, lines, body }: Call): string {
  return `POST ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

function changed(call: Call, pattern: RegExp, replacement: string): Call {
  const lines = call.lines.map((line) => line.replace(pattern, replacement))
  assert.notDeepEqual(lines, call.lines)
  return { ...call, lines }
}

function lineOf({ lines }: Call, name: string): string {
  const found = lines.find((line) => line.toLowerCase().startsWith(`${name}:`))
  assert(found !== undefined)
  return found
}

/** What is heard until the answers are complete: as many as are wanted, or the end of the connection. */
async function heard(bytes: string, answers = 1): Promise<readonly string[]> {
  const socket: Socket = connect(port, '127.0.0.1')
  return new Promise((resolve, reject) => {
    let text = ''
    const complete = (): readonly string[] =>
      text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((answer) => isComplete(answer))
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
      if (complete().length >= answers) socket.destroy()
    })
    socket.on('error', reject).on('close', () => resolve(complete()))
    socket.write(bytes, 'latin1')
  })
}

function isComplete(answer: string): boolean {
  const [, length] = /\r\nContent-Length: (\d+)\r\n/i.exec(answer) ?? []
  const end = answer.indexOf('\r\n\r\n')
  return end !== -1 && (length === undefined || answer.length >= end + 4 + Number(length))
}

async function send(call: Call): Promise<string> {
  const [answer = ''] = await heard(bytesOf(call))
  return answer
}

async function isEmpty(): Promise<boolean> {
  const { Count } = await sdk.send(new ScanCommand({ TableName }))
  return Count === 0
}

const mismatch =
  /^HTTP\/1\.1 400 [^]*"com\.amazon\.coral\.service#InvalidSignatureException","message":"The request signature we calculated does not match the signature you provided\. /

function refused(name: string, call: () => Call, expected: RegExp = mismatch): void {
  it(`is refused: ${name}`, async () => {
    assert.match(await send(call()), expected)
    assert(await isEmpty())
  })
}

const ago = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString().replace(/[-:]|\.\d+/g, '')

describe('a request that was tampered with', () => {
  refused('another body', () => ({ ...signedPut(), body: item.replace('evil', 'good') }))
  refused('another operation', () => changed(signedPut(), /PutItem/, 'DeleteItem'), mismatch)
  refused('another media type', () =>
    changed(signedPut(), /application\/x-amz-json-1\.0/, 'application/json'),
  )
  refused('another host', () => changed(signedPut(), /^host: .*/i, 'Host: localhost'))
  refused('a query', () => ({ ...signedPut(), url: '/?a=b' }))
  refused('another signature', () => changed(signedPut(), /Signature=\w/, 'Signature=g'))
  refused('a short signature', () => changed(signedPut(), /(Signature=\w{63})\w$/, '$1'))
  refused('another region', () => changed(signedPut(), /\/us-east-1\//, '/eu-west-1/'))
  refused('fewer signed headers', () => changed(signedPut(), /;x-amz-target/, ''))
  refused(
    'a repeated header',
    () => {
      const call = signedPut()
      return { ...call, lines: [...call.lines, 'X-Amz-Target: DynamoDB_20120810.PutItem'] }
    },
    /^HTTP\/1\.1 400 [^]*(UnknownOperationException|InvalidSignatureException)/,
  )
  refused('a repeated header that is read once', () => {
    const call = signedPut()
    return { ...call, lines: [...call.lines, 'Content-Type: application/json'] }
  })
  refused("a secret that is not the key's", () =>
    signedPut({}, { ...rootKey, secretAccessKey: 'a guess' }),
  )
})

describe('a request whose signature does not count', () => {
  refused(
    'a replay after the window',
    () => signedPut({ 'X-Amz-Date': ago(16) }),
    /InvalidSignatureException[^]*Signature expired: /,
  )
  refused(
    'one for later',
    () => signedPut({ 'X-Amz-Date': ago(-16) }),
    /InvalidSignatureException[^]*Signature not yet current: /,
  )
  refused(
    'an unknown key',
    () => signedPut({}, { ...rootKey, accessKeyId: 'AKIANOBODY' }),
    /UnrecognizedClientException","message":"The security token included in the request is invalid\."/,
  )
  refused(
    'a token that nobody issued',
    () => signedPut({ 'X-Amz-Security-Token': 'forged' }),
    /UnrecognizedClientException","message":"The security token included in the request is invalid"/,
  )
  refused(
    'a host that is not signed',
    () => changed(signedPut(), /;host;/, ';'),
    /InvalidSignatureException[^]*'Host' or ':authority' must be a 'SignedHeader'/,
  )
  refused(
    'no signature at all',
    () => ({ ...signedPut(), lines: signedPut().lines.filter((line) => !/^auth/i.test(line)) }),
    /MissingAuthenticationTokenException/,
  )
  refused(
    'another algorithm',
    () => changed(signedPut(), /AWS4-HMAC-SHA256/, 'AWS4-ECDSA-P256-SHA256'),
    /IncompleteSignatureException[^]*Unsupported AWS 'algorithm'/,
  )
  refused(
    'another service',
    () => changed(signedPut(), /\/dynamodb\//, '/sts/'),
    /InvalidSignatureException[^]*Credential should be scoped to correct service: 'dynamodb'/,
  )
})

describe('of several Authorization headers', () => {
  const with2 = (first: Call, second: Call): Call => ({
    ...first,
    lines: [...first.lines, lineOf(second, 'authorization')],
  })
  const wrong = (): Call => changed(signedPut(), /Signature=\w/, 'Signature=g')
  refused('the first counts', () => with2(wrong(), signedPut()))

  it('is accepted: the first counts', async () => {
    const good = signed('ListTables', '{}')
    assert.match(await send(with2(good, wrong())), /^HTTP\/1\.1 200 /)
  })
})

describe('what an honest client may do', () => {
  const accepted = (name: string, call: () => Call) =>
    void it(`is accepted: ${name}`, async () => {
      assert.match(await send(call()), /^HTTP\/1\.1 200 [^]*"TableNames":\["guarded"\]/)
    })
  accepted('a plain request', () => signed('ListTables', '{}'))
  accepted('names in any order', () =>
    changed(signed('ListTables', '{}'), /SignedHeaders=([^;]+);([^,]+),/, 'SignedHeaders=$2;$1,'),
  )
  accepted('a header twice', () => {
    const call = signed('ListTables', '{}', { 'x-twice': 'a,b' })
    const lines = call.lines.flatMap((line) =>
      /^x-twice/.test(line) ? ['X-Twice: a', 'x-twice:   b'] : [line],
    )
    return { ...call, lines }
  })
  accepted('the same request again within the window', () =>
    signed('ListTables', '{}', { 'X-Amz-Date': ago(14) }),
  )
})

describe('a connection', () => {
  const list = (): string => bytesOf(signed('ListTables', '{}'))
  const bare = (): Call => {
    const call = signedPut()
    return { ...call, lines: call.lines.filter((line) => !/^(auth|x-amz-date)/i.test(line)) }
  }
  const missing = /MissingAuthenticationTokenException/

  it('is not trusted for the request that was signed on it', async () => {
    const [first = '', second = ''] = await heard(list() + bytesOf(bare()), 2)
    assert.match(first, /^HTTP\/1\.1 200 /)
    assert.match(second, missing)
    assert(await isEmpty())
  })

  it('is not trusted after it has changed lanes', async () => {
    const odd = bytesOf({ ...bare(), lines: [...bare().lines, 'X-Odd: a', 'X-Odd: b'] })
    const [, second = '', third = ''] = await heard(list() + odd + bytesOf(bare()), 3)
    assert.match(second, missing)
    assert.match(third, missing)
    assert(await isEmpty())
  })

  it('does not take what is in a body for a request', async () => {
    const inner = bytesOf(bare())
    const call = signed(
      'ListTables',
      JSON.stringify({ ExclusiveStartTableName: inner.slice(0, 200) }),
    )
    const answers = await heard(bytesOf(call) + list(), 2)
    assert.match(answers[0]!, /ValidationException/)
    assert.match(answers[1]!, /^HTTP\/1\.1 200 /)
    assert(await isEmpty())
  })

  it('takes what comes after a body for a request of its own', async () => {
    const short = changed(signedPut(), /^content-length: \d+/i, 'Content-Length: 2')
    const answers = await heard(bytesOf({ ...short, body: `{}${bytesOf(bare())}` }), 2)
    assert.match(answers[0]!, mismatch)
    assert.match(answers[1]!, missing)
    assert(await isEmpty())
  })

  for (const line of [
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Transfer-Encoding : chunked',
    ' folded',
  ]) {
    it(`is closed at ${line.trim()} beside a length`, async () => {
      const call = signedPut()
      const body = `0\r\n\r\n${bytesOf(bare())}`
      const answers = await heard(bytesOf({ ...call, lines: [...call.lines, line], body }), 2)
      assert(answers.length <= 1, answers.join('\n'))
      assert.match(answers[0] ?? 'HTTP/1.1 400 ', /^HTTP\/1\.1 400 /)
      assert(await isEmpty())
    })
  }
})

describe('a head', () => {
  it('over the limit is refused as it is without a signature', async () => {
    const long = changed(
      signedPut(),
      /SignedHeaders=/,
      `SignedHeaders=${'a;'.repeat(requestHeadBytesMax / 2)}`,
    )
    assert.match(await send(long), /^HTTP\/1\.1 400 Bad Request\r\nContent-Length: 0\r\n/)
    assert(await isEmpty())
  })

  refused('as many names as fit', () =>
    changed(signedPut(), /SignedHeaders=/, `SignedHeaders=${'a;'.repeat(7_000)}`),
  )
  refused('names of what every object has', () =>
    changed(signedPut(), /SignedHeaders=/, 'SignedHeaders=__proto__;constructor;'),
  )
  refused('a header with such a name', () => {
    const call = changed(signedPut(), /SignedHeaders=/, 'SignedHeaders=__proto__;')
    return { ...call, lines: [...call.lines, '__proto__: x'] }
  })
})

describe('a signature', () => {
  it('is compared in constant time, in one place', () => {
    const folder = new URL('../../../src/wire/sigv4/', import.meta.url)
    const sources = readdirSync(folder).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test'),
    )
    const texts = sources.map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const comparing = texts.filter((text) => text.includes('timingSafeEqual('))
    assert.equal(comparing.length, 1)
    for (const text of texts)
      assert.doesNotMatch(text, /signature\)? *[!=]==|[!=]== *\(?(?:\w+\.)*signature\b/i)
  })
})

/** Bytes on the wire: keep-alive, compression, size limits, hostile sockets. */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { connect as openSocket } from 'node:net'
import { describe, it } from 'node:test'
import { crc32, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { connect, readAnswer, testCredentials } from '../../support/client.js'
import { exchange, type Answer, type Exchange } from '../../support/http.js'
import { signedHeaders } from '../../support/sign.js'
import { partitionOnly } from '../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const { host, hostname, port } = new URL(client.url)

function send(operation: string, change: Exchange): Promise<Answer> {
  const body = change.body ?? '{}'
  const target = `DynamoDB_20120810.${operation}`
  const signed = signedHeaders(testCredentials, { host, target, body, at: new Date() })
  const headers = { 'content-type': 'application/x-amz-json-1.0', ...signed, ...change.headers }
  return exchange(client.url, { ...change, body, headers })
}

describe('a connection', () => {
  it('is kept alive', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let sockets = 0
    const create = agent.createConnection.bind(agent)
    agent.createConnection = (...given) => {
      sockets++
      return create(...given)
    }
    for (let n = 0; n < 5; n++) assert.equal((await send('ListTables', { agent })).status, 200)
    assert.equal(sockets, 1)
    agent.destroy()
  })
})

describe('a compressed request', () => {
  const item = (name: string): string =>
    JSON.stringify({ TableName: table, Item: { pk: { S: name }, pad: { S: 'x'.repeat(5000) } } })
  const cut = (text: string): Buffer => {
    const half = text.length >> 1
    return Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))])
  }
  const rows: readonly (readonly [string, string, (text: string) => Buffer])[] = [
    ['gzip', 'gzip', gzipSync],
    ['gzip in several members', 'gzip', cut],
    ['deflate', 'deflate', deflateSync],
  ]
  for (const [name, encoding, compress] of rows) {
    it(`with ${name} is accepted`, async () => {
      const body = compress(item(name))
      const answer = await send('PutItem', { body, headers: { 'content-encoding': encoding } })
      assert.equal(answer.status, 200, answer.body.toString())
      const { Item } = await client.ask('GetItem', { TableName: table, Key: { pk: { S: name } } })
      assert.ok(Item)
    })
  }

  for (const [name, body, encoding] of [
    ['with an unknown encoding', Buffer.from('{}'), 'br-x'],
    ['that is broken', Buffer.from('{}'), 'gzip'],
    ['that unpacks to more than 16 MiB', gzipSync(Buffer.alloc(64 << 20, ' ')), 'gzip'],
  ] as const) {
    it(`${name} is refused`, async () => {
      const answer = await send('ListTables', { body, headers: { 'content-encoding': encoding } })
      // AWS: an unknown encoding, and a body that does not decompress, are answered with a 500.
      assert.ok(answer.status >= 400, String(answer.status))
    })
  }
})

describe('a compressed answer', () => {
  const big = { pk: { S: 'big' }, pad: { S: 'abc'.repeat(3000) } }
  const get = async (
    accept: string | readonly string[],
    Key = { pk: { S: 'big' } },
  ): Promise<Answer> => {
    await client.ask('PutItem', { TableName: table, Item: big })
    const body = JSON.stringify({ TableName: table, Key })
    return send('GetItem', { body, headers: accept === '' ? {} : { 'accept-encoding': accept } })
  }
  const rows = [
    ['gzip', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['gzip;q=0.1, identity;q=0', 'gzip', gunzipSync],
    ['deflate;q=0.5, gzip;q=0.9', 'gzip', gunzipSync],
    // AWS: of several headers only the first counts.
    [['deflate;q=0.5', 'gzip'], 'deflate', inflateSync],
    [['gzip;q=0.5', 'deflate'], 'gzip', gunzipSync],
  ] as const
  for (const [accept, encoding, unpack] of rows) {
    it(`is sent to a client that accepts ${String(accept)}`, async () => {
      const { headers, body } = await get(accept)
      assert.equal(headers['content-encoding'], encoding)
      assert.deepEqual(JSON.parse(unpack(body).toString()), { Item: big })
      // The SDKs verify the checksum of the bytes on the wire.
      assert.equal(headers['x-amz-crc32'], String(crc32(body)))
    })
  }
  for (const accept of ['', 'identity', 'gzip;q=0', 'br', ['identity', 'gzip']]) {
    it(`is not sent to a client that accepts ${JSON.stringify(accept)}`, async () => {
      const { headers, body } = await get(accept)
      assert.equal(headers['content-encoding'], undefined)
      assert.deepEqual(JSON.parse(body.toString()), { Item: big })
    })
  }

  it('is not sent below 4 KB', async () => {
    const { headers } = await get('gzip', { pk: { S: 'nobody' } })
    assert.equal(headers['content-encoding'], undefined)
  })
})

describe('a body', () => {
  const limit = 16 * 1024 * 1024
  const listing = (bytes: number): string => '{}'.padEnd(bytes, ' ')

  it('of 16 MiB is read', async () => {
    const answer = await send('ListTables', { body: listing(limit) })
    assert.equal(answer.status, 200)
  })

  it('of one byte more is refused', async () => {
    const answer = await send('ListTables', { body: listing(limit + 1), agent: new Agent() })
    assert.equal(answer.status, 413)
    assert.equal(answer.body.length, 0)
  })
})

/** Writes raw bytes and returns what comes back until the server closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = openSocket(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(received))
  })
}

describe('a hostile request', () => {
  const rest =
    'Content-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\nConnection: close\r\n'
  const rows: readonly (readonly [string, string])[] = [
    ['of two hosts', `POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${rest}\r\n{}`],
    [
      'of headers over 16 KB',
      `POST / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n${rest}\r\n{}`,
    ],
    [
      'of a request line over 16 KB',
      `POST /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n${rest}\r\n{}`,
    ],
    ['that is not HTTP', 'hello there\r\n\r\n'],
  ]
  for (const [name, text] of rows) {
    it(`${name} is refused with 400`, async () => {
      assert.match(await raw(text), /^HTTP\/1\.1 400 /)
    })
  }

  it('that is abandoned does not affect others', async () => {
    const socket = openSocket(Number(port), hostname)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"half')
    socket.destroy()
    assert.equal(readAnswer(await send('ListTables', {})).status, 200)
  })
})

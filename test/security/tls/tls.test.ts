/** HTTPS: which protocols and certificates are accepted, and what clients see of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { after, before, describe, it } from 'node:test'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import {
  missingOpenssl,
  TestAuthority,
  type IssuedCertificate,
} from '../../support/certificates.js'
import { callHeaders, http2Post, http2Session, postHttp1, startTlsServer } from './tls-suite.js'
import type { TlsServer } from './tls-suite.js'

const skip = missingOpenssl()

describe('a server with a certificate', { skip }, () => {
  let authority: TestAuthority
  let certificate: IssuedCertificate
  let server: TlsServer
  before(async () => {
    authority = new TestAuthority()
    certificate = authority.issue('first')
    server = await startTlsServer(certificate)
  })
  after(async () => {
    await server.gramme.stop()
    authority.remove()
  })

  it('says https', () => assert.match(server.url, /^https:\/\/127\.0\.0\.1:\d+$/))

  const sdkCalls = (name: string, handler: () => NodeHttpHandler) =>
    void it(`serves the SDK over ${name}`, async () => {
      const client = new DynamoDBClient({
        endpoint: server.url,
        region: 'eu-west-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        requestHandler: handler(),
      })
      const { TableNames } = await client.send(new ListTablesCommand({}))
      assert.deepEqual(TableNames, [])
      client.destroy()
    })
  sdkCalls('HTTP/1.1', () => {
    return new NodeHttpHandler({ httpsAgent: new Agent({ ca: authority.pem }) })
  })

  it('answers the same over HTTP/1.1, in both lanes, and HTTP/2', async () => {
    const session = http2Session(server.port, authority)
    const agent = new Agent({ ca: authority.pem })
    const plain = await postHttp1(server.port, { agent })
    const slow = await postHttp1(server.port, { agent, headers: { ...callHeaders, te: 'x' } })
    const multiplexed = await http2Post(session)
    for (const { status, body, headers } of [plain, slow, multiplexed]) {
      assert.equal(status, 200)
      assert.equal(body, '{"TableNames":[]}')
      assert.match(String(headers['x-amzn-requestid']), /^[A-Z0-9]{52}$/)
      assert.equal(headers['strict-transport-security'], 'max-age=31536000')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.ok(headers['date'])
    }
    session.close()
    agent.destroy()
  })

  const handshake = async (options: ConnectionOptions): Promise<TLSSocket> => {
    const common = { host: '127.0.0.1', port: server.port, ca: authority.pem }
    const socket = connectTls({ ...common, ...options })
    await once(socket, 'secureConnect')
    return socket
  }

  it('refuses TLS 1.1', async () => {
    const old = {
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const
    await assert.rejects(handshake(old))
  })

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`accepts ${version}`, async () => {
      const socket = await handshake({ minVersion: version, maxVersion: version })
      assert.equal(socket.getProtocol(), version)
      socket.destroy()
    })
  }

  it('tells a client of plain HTTP what it needs', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n')
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(socket, 'close')
    assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n[^]*This port speaks HTTPS/)
  })

  it('closes a connection over the limit without an answer', async () => {
    const own = await startTlsServer(authority.issue('crowded'), { connectionsPerAddressMax: 1 })
    const first = await handshake({ port: own.port })
    const second = connect(own.port, '127.0.0.1').on('error', () => undefined)
    let bytes = 0
    second.on('data', (piece: Buffer) => (bytes += piece.length))
    await once(second, 'close')
    assert.equal(bytes, 0)
    first.destroy()
    await own.gramme.stop()
  })

  const shownName = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN

  it('takes a new certificate without closing connections, and keeps it if the next is broken', async () => {
    const before = await handshake({ ALPNProtocols: ['http/1.1'] })
    const next = authority.issue('second')
    copyFileSync(next.cert, certificate.cert)
    // A certificate without its key is not taken.
    await server.gramme.reload()
    const between = await handshake({})
    assert.equal(shownName(between), 'first')
    copyFileSync(next.key, certificate.key)
    await server.gramme.reload()
    const after = await handshake({})
    assert.equal(shownName(after), 'second')
    writeFileSync(certificate.cert, 'not a certificate')
    await server.gramme.reload()
    const last = await handshake({})
    assert.equal(shownName(last), 'second')
    before.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    let text = ''
    before.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(before, 'close')
    assert.match(text, /^HTTP\/1\.1 200 OK/)
    for (const socket of [between, after, last]) socket.destroy()
    copyFileSync(next.cert, certificate.cert)
  })
})

describe('a server that wants certificates of clients', { skip }, () => {
  let authority: TestAuthority
  let stranger: TestAuthority
  let server: TlsServer
  before(async () => {
    authority = new TestAuthority()
    stranger = new TestAuthority('stranger')
    server = await startTlsServer(authority.issue('server'), { tlsClientCa: authority.cert })
  })
  after(async () => {
    await server.gramme.stop()
    authority.remove()
    stranger.remove()
  })

  const ask = async (client?: IssuedCertificate) => {
    const own =
      client === undefined ? {} : { cert: readFileSync(client.cert), key: readFileSync(client.key) }
    const agent = new Agent({ ca: authority.pem, ...own })
    return postHttp1(server.port, { agent }).finally(() => agent.destroy())
  }

  it('serves one of its authority', async () => {
    assert.equal((await ask(authority.issue('client'))).status, 200)
  })
  it('refuses one without', () => assert.rejects(ask()))
  it('refuses one of another authority', () => assert.rejects(ask(stranger.issue('client'))))
})

describe('files that cannot be used', { skip }, () => {
  const refused = (name: string, files: (a: TestAuthority) => IssuedCertificate, text: RegExp) =>
    void it(name, async () => {
      const authority = new TestAuthority()
      try {
        await assert.rejects(startTlsServer(files(authority)), {
          name: 'CannotStart',
          message: text,
        })
      } finally {
        authority.remove()
      }
    })
  refused(
    'a missing certificate',
    (a) => ({ ...a.issue('x'), cert: '/nowhere.crt' }),
    /^The certificate \/nowhere\.crt cannot be read: ENOENT\.$/,
  )
  refused(
    'a key of another certificate',
    (a) => ({ cert: a.issue('x').cert, key: a.issue('y').key }),
    /cannot be used together: .*mismatch\.$/,
  )
  refused(
    'a file without a certificate',
    (a) => ({ ...a.issue('x'), cert: a.issue('y').key }),
    /\.key has no certificate in PEM form\.$/,
  )
})

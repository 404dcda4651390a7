/** The express lane behind TLS: HTTP/1.1 begins in the lane, HTTP/2 never enters it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectHttp2, createSecureServer, type Http2SecureServer } from 'node:http2'
import { Agent, request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { usualTimeouts } from '../listener.js'
import type { Handle } from '../message.js'
import { ExpressLane } from './express-lane.js'
import { muchMemory } from '../../wire-suite.js'
import { readRequest } from './read-request.js'

const certificates = new URL('../../../../../test/failover/certificate/', import.meta.url)
const [key, cert] = ['server.key', 'server.crt'].map((name) => {
  return readFileSync(new URL(name, certificates))
})

describe('the express lane behind TLS', () => {
  let server: Http2SecureServer
  let port: number
  const agent = new Agent({ keepAlive: true })

  before(async () => {
    server = createSecureServer({ key: key!, cert: cert!, allowHTTP1: true }, (_, response) => {
      response.end('node')
    })
    const body = Buffer.from('lane')
    // Without a length the client would wait for the end of the connection.
    const headers = ['Content-Length', String(body.length)]
    const handle: Handle = async () => ({ status: 200, headers, body })
    const failed = (error: unknown) => assert.fail(String(error))
    const parts = { event: 'secureConnection', read: readRequest, handle, failed } as const
    new ExpressLane(server, { ...parts, timeouts: usualTimeouts, flight: muchMemory })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })

  after(() => {
    agent.destroy()
    server.close()
  })

  const overHttp1 = (method: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { port, method, ca: cert!, agent, host: '127.0.0.1' }
      const asked = requestHttps(options, (answer) => {
        let text = ''
        answer.on('data', (piece: Buffer) => (text += piece.toString()))
        answer.on('end', () => resolve(text))
      })
      asked.on('error', reject).end(method === 'POST' ? '{}' : undefined)
    })

  it('answers plain requests of HTTP/1.1 itself', async () => {
    assert.equal(await overHttp1('POST'), 'lane')
  })

  it('hands unusual requests of HTTP/1.1 over', async () => {
    assert.equal(await overHttp1('DELETE'), 'node')
  })

  it('hands connections of HTTP/2 over', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: cert! })
    const stream = session.request({ ':method': 'POST', ':path': '/' })
    stream.end('{}')
    let text = ''
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    await once(stream, 'end')
    assert.equal(text, 'node')
    session.close()
  })
})

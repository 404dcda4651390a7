/** Who is at the other end: the same object for all requests of a connection, in both lanes. */
import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Duplex } from 'node:stream'
import { anywhere, bindListener } from './express/lanes-suite.js'
import { inProcessFetch } from './in-process-fetch.js'
import type { HttpListener } from './listener.js'
import { emptyBody, type Handle, type Peer } from './message.js'
import { peerOf } from './peer.js'
import { keptLog } from '../wire-suite.js'

describe('the peer of a request', () => {
  const peers: (Peer | undefined)[] = []
  const handle: Handle = async ({ peer }) => {
    peers.push(peer)
    return { status: 200, headers: ['Content-Length', '0'], body: emptyBody }
  }
  let listener: HttpListener
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  before(async () => {
    listener = await bindListener(anywhere, keptLog())
    listener.serve({ handle })
  })
  after(async () => {
    agent.destroy()
    await listener.drain(100)
  })

  const ask = (method: string) =>
    new Promise<void>((resolve, reject) => {
      const { port } = listener.address
      const asked = httpRequest({ host: '127.0.0.1', port, method, agent }, (answer) => {
        answer.resume().on('end', () => resolve())
      })
      asked.on('error', reject).end(method === 'POST' ? '{}' : undefined)
    })

  it('is one object for the connection, whichever lane reads it', async () => {
    for (const method of ['POST', 'POST', 'DELETE', 'POST']) await ask(method)
    const { address, tls } = peers[0]!
    assert.deepEqual({ address, tls }, { address: '127.0.0.1', tls: undefined })
    assert.deepEqual(
      peers.map((peer) => peer === peers[0]),
      [true, true, true, true],
    )
  })

  it('is gone when its connection is closed', () => {
    const socket = new Duplex()
    const peer = peerOf(socket)
    assert.equal(peer.isGone?.(), false)
    socket.destroy()
    assert.equal(peer.isGone?.(), true)
  })

  it('is not there for a call within the process', async () => {
    await inProcessFetch(handle)('/', { method: 'POST', body: '{}' })
    assert.equal(peers.at(-1), undefined)
  })

  const isShown = (given: string, address: string) =>
    void it(`at ${given} is ${address}`, () => {
      assert.equal(peerOf(Object.assign(new Duplex(), { remoteAddress: given })).address, address)
    })
  isShown('::ffff:192.0.2.7', '192.0.2.7')
  isShown('2001:db8::1', '2001:db8::1')
  isShown('fe80::1%eth0', 'fe80::1')
})

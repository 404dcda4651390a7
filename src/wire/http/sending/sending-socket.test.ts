import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { SendingSocket } from './sending-socket.js'

async function accepted(
  server: Server,
): Promise<{ readonly socket: Socket; readonly client: Socket }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  const [socket] = (await once(server, 'connection')) as [Socket]
  return { socket, client }
}

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('a connection that a thread sends to', () => {
  // Fails on a version of Node that hides what it takes; the server works there, but more slowly.
  it('is written to by its descriptor', async () => {
    const server = await listening()
    const { socket, client } = await accepted(server)
    const sending = SendingSocket.of(socket)!
    writeSync(sending.descriptor, 'by number')
    const [piece] = (await once(client, 'data')) as [Buffer]
    assert.equal(String(piece), 'by number')
    client.destroy()
    server.close()
  })

  for (const [how, leave] of [
    ['closed', (socket: Socket) => socket.destroy()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    it(`keeps its descriptor until it is sent, if it is ${how} before`, async () => {
      const server = await listening()
      const { socket, client } = await accepted(server)
      const sending = SendingSocket.of(socket)!
      sending.begin()
      leave(socket)
      let isClosed = false
      const closed = once(socket, 'close').then(() => (isClosed = true))
      // Whoever connects now must not get the number.
      const next = await accepted(server)
      for (let i = 0; i < 10; i++) await turn()
      assert.notEqual(SendingSocket.of(next.socket)!.descriptor, sending.descriptor)
      assert.equal(isClosed, false)
      let order = ''
      sending.end(() => (order += `${sending.isSending}`))
      assert.equal(order, 'false')
      await closed
      // Now it is free, and the system gives out the lowest that is.
      const last = await accepted(server)
      const given = [last.client, last.socket].map((each) => SendingSocket.of(each)!.descriptor)
      assert.ok(given.includes(sending.descriptor), `${sending.descriptor} in ${String(given)}`)
      for (const each of [client, next.client, last.client]) each.destroy()
      server.close()
    })
  }

  it('that is not being sent to closes at once, and lets nobody wait', async () => {
    const server = await listening()
    const { socket, client } = await accepted(server)
    const sending = SendingSocket.of(socket)!
    let waited = 0
    sending.afterSending(() => waited++)
    assert.equal(waited, 1)
    socket.destroy()
    await once(socket, 'close')
    assert.equal(SendingSocket.of(socket), undefined)
    client.destroy()
    server.close()
  })
})

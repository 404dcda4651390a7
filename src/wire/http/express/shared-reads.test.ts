import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { readBytesAtOnce } from '../../limits.js'
import { shareReads } from './shared-reads.js'

/** A server's socket, and the client that sends to it. */
async function connected(): Promise<{ readonly socket: Socket; readonly client: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
  const [socket] = (await once(server, 'connection')) as [Socket]
  server.close()
  return { socket, client }
}

/** What the connection was given, as text, until it has so many bytes. */
async function heard(socket: Socket, takes: (bytes: Buffer) => boolean, length: number) {
  const taken: string[] = []
  const emitted: string[] = []
  let bytesLeft = length
  await new Promise<void>((resolve) => {
    const count = (list: string[], bytes: Buffer): void => {
      list.push(bytes.toString('latin1'))
      bytesLeft -= bytes.length
      if (bytesLeft <= 0) resolve()
    }
    socket.on('data', (piece: Buffer) => count(emitted, piece))
    shareReads(socket, (bytes) => {
      if (!takes(bytes)) return false
      count(taken, bytes)
      return true
    })
  })
  return { taken: taken.join(''), emitted: emitted.join('') }
}

describe('reads that share memory', () => {
  // Fails on a version of Node that hides what it takes; the server works there, but more slowly.
  it('come without the stream', async () => {
    const { socket, client } = await connected()
    client.write('one')
    assert.deepEqual(await heard(socket, () => true, 3), { taken: 'one', emitted: '' })
    client.destroy()
  })

  it('come as data if they are left to the stream, each byte once and in order', async () => {
    const { socket, client } = await connected()
    const sent = Array.from({ length: 3 * readBytesAtOnce }, (_, i) => i % 10).join('')
    client.write(sent)
    const { taken, emitted } = await heard(socket, () => false, sent.length)
    assert.equal(taken, '')
    assert.equal(emitted, sent)
    client.destroy()
  })

  it('go on after a pause, behind what was put back', async () => {
    const { socket, client } = await connected()
    const texts: string[] = []
    const all = new Promise<void>((resolve) => {
      const add = (text: string): void => {
        texts.push(text)
        if (texts.join('').length === 9) resolve()
      }
      socket.on('data', (piece: Buffer) => add(piece.toString()))
      shareReads(socket, (bytes) => {
        if (texts.length > 0 || bytes[0] !== 'o'.charCodeAt(0)) return false
        socket.pause()
        socket.unshift(Buffer.from(bytes))
        client.write('two')
        setImmediate(() => {
          socket.resume()
          client.write('six')
        })
        return true
      })
    })
    client.write('one')
    await all
    assert.equal(texts.join(''), 'onetwosix')
    client.destroy()
  })

  it('tell the end', async () => {
    const { socket, client } = await connected()
    shareReads(socket, () => true)
    const ended = once(socket.resume(), 'end')
    client.end('last')
    await ended
    socket.destroy()
  })
})

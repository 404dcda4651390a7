import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { silentLog } from '../../stdx/log.js'
import { tlsHandshakeMsMax } from '../limits.js'
import { ConnectionGate } from './connection-gate.js'

const limits = { connectionsMax: 10, connectionsPerAddressMax: 10 }

describe('a connection to a port with TLS', () => {
  it('is closed if it says nothing for too long', (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const server = new EventEmitter()
    new ConnectionGate(server, limits, true, silentLog)
    const socket = new PassThrough()
    server.emit('connection', socket)
    test.mock.timers.tick(tlsHandshakeMsMax - 1)
    assert.equal(socket.destroyed, false)
    test.mock.timers.tick(1)
    assert.equal(socket.destroyed, true)
  })

  it('is passed on with its first byte of a handshake', async () => {
    const server = new EventEmitter()
    const passed = new Promise((resolve) => server.on('connection', resolve))
    new ConnectionGate(server, limits, true, silentLog)
    const socket = new PassThrough()
    server.emit('connection', socket)
    socket.write(Buffer.of(0x16, 3, 1))
    assert.equal(await passed, socket)
  })
})

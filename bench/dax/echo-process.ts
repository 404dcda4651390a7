/** A bare node:net server that answers every piece with the same bytes: what the sockets alone take. */
import { createServer, type AddressInfo } from 'node:net'

const payloadBytes = 768
/** The head of an item of that size. */
const head = Buffer.from([0x80, 0xbf, 0x00, 0x59, payloadBytes >> 8, payloadBytes & 0xff])
const answer = Buffer.concat([head, Buffer.alloc(payloadBytes), Buffer.of(0xff)]).toString('latin1')

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('data', () => socket.write(answer, 'latin1'))
  socket.on('error', () => undefined)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())

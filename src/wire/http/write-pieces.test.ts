import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { nextTurn, turnIsOver, withTurnClock } from '../../stdx/turns.js'
import { answerProgressBytes, writtenBytesAtOnce } from '../limits.js'
import { writePieces } from './write-pieces.js'

/** A client that takes everything at once. */
class Client extends Writable {
  readonly pieces: Buffer[] = []
  failsAfter = Infinity

  override _write(piece: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.pieces.push(piece)
    done(this.pieces.length > this.failsAfter ? new Error('gone') : undefined)
  }
}

function write(to: Client, body: Buffer): { progress: number; written: Promise<unknown> } {
  const result = { progress: 0, written: Promise.resolve() as Promise<unknown> }
  result.written = new Promise((resolve) => {
    writePieces(to, body, { progress: () => result.progress++, written: resolve })
  })
  return result
}

function bytes(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, n) => n % 251))
}

describe('the pieces of an answer', () => {
  it('is one up to the limit', async () => {
    const client = new Client()
    const body = bytes(writtenBytesAtOnce)
    await write(client, body).written
    assert.deepEqual(client.pieces, [body])
  })

  it('are two beyond it', async () => {
    const client = new Client()
    const body = bytes(writtenBytesAtOnce + 1)
    await write(client, body).written
    assert.deepEqual(
      client.pieces.map(({ length }) => length),
      [writtenBytesAtOnce, 1],
    )
    assert.deepEqual(Buffer.concat(client.pieces), body)
  })

  it('tell that the client reads once in a megabyte', async () => {
    const writing = write(new Client(), bytes(2 * answerProgressBytes + 1))
    await writing.written
    assert.equal(writing.progress, 2)
  })

  it('leave the event loop to others when the turn is over', async () => {
    let nowMs = 0
    using _ = withTurnClock(() => (nowMs += 1_000))
    assert.equal(turnIsOver(), false)
    const client = new Client()
    const body = bytes(3 * writtenBytesAtOnce)
    const { written } = write(client, body)
    await new Promise<void>((resolve) => process.nextTick(resolve))
    assert.equal(client.pieces.length, 1)
    await nextTurn()
    await written
    assert.deepEqual(Buffer.concat(client.pieces), body)
  })

  it('end with the error of a client that has left', async () => {
    const client = new Client().on('error', () => undefined)
    client.failsAfter = 1
    const error = await write(client, bytes(4 * writtenBytesAtOnce)).written
    assert.ok(error instanceof Error)
    assert.equal(client.pieces.length, 2)
  })
})

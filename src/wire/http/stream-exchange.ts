/**
 * A request and its answer whose bodies pass through as they come, however long they are. What
 * of them is in memory is bounded, and so is how slow a client may be: pieces have to come, or to be read,
 * now and then, and more often while others wait for memory.
 */
import type { Writable } from 'node:stream'
import type { Room } from '../flight/room.js'
import {
  contendedPieceMsMax,
  streamedPieceBytes,
  streamedPieceMsMax,
  streamedRequestBytes,
  unwantedBodyBytesMax,
  unwantedBodyMsMax,
} from '../limits.js'
import type { Carrier } from './carrier.js'
import type { ExchangeParts } from './exchange.js'
import { emptyBody, type AnswerStream, type WireRequest, type WireResponse } from './message.js'

const patience = { contendedMsMax: contendedPieceMsMax, msMax: streamedPieceMsMax }

export class StreamExchange {
  readonly #carrier: Carrier
  readonly #parts: Pick<ExchangeParts, 'handle' | 'flight' | 'failed'>
  readonly #isLast: () => boolean
  readonly #room: Room
  /** Since the client's last piece. */
  #bytes = 0

  /** `isLast`: whether the connection is to be closed after the answer. */
  constructor(
    carrier: Carrier,
    parts: Pick<ExchangeParts, 'handle' | 'flight' | 'failed'>,
    isLast: () => boolean,
  ) {
    this.#carrier = carrier
    this.#parts = parts
    this.#isLast = isLast
    this.#room = parts.flight.enter(streamedRequestBytes)
    // Told where it is read or written.
    carrier.input.on('error', () => undefined)
    carrier.output.on('error', () => undefined)
  }

  /** Never rejects. */
  async run(): Promise<void> {
    this.#carrier.pause()
    try {
      const held = await this.#room.held()
      this.#room.awaitClient(patience, () => this.#carrier.cutOff())
      const answer = await this.#parts.handle(this.#wireRequest(held))
      await this.#discardRest()
      await this.#send(answer)
    } catch (error) {
      this.#parts.failed(error)
      this.#carrier.abandon()
    } finally {
      this.#room.leave()
    }
  }

  #wireRequest(held: boolean): WireRequest {
    return {
      ...this.#carrier.head,
      body: held ? emptyBody : 'no-room',
      room: this.#room,
      stream: { chunks: this.#chunks(), bytes: this.#carrier.declaredBytes },
    }
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    // Whoever stops reading still wants to answer.
    for await (const chunk of this.#carrier.input.iterator({ destroyOnReturn: false })) {
      this.#count((chunk as Buffer).length)
      yield chunk as Buffer
    }
  }

  /** The client has sent or read so much. */
  #count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < streamedPieceBytes) return
    this.#bytes = 0
    this.#room.progress()
  }

  /** A client that writes before it reads would not see the answer otherwise. */
  async #discardRest(): Promise<void> {
    const { input: request } = this.#carrier
    if (request.readableEnded || request.destroyed) return
    let left = unwantedBodyBytesMax
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, unwantedBodyMsMax).unref()
      const end = (): void => {
        clearTimeout(timer)
        resolve()
      }
      request.on('end', end).on('close', end)
      request.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) end()
      })
      request.resume()
    })
    if (!request.readableEnded) request.pause()
  }

  async #send(answer: WireResponse): Promise<void> {
    const { status, body, stream } = answer
    const carrier = this.#carrier
    const isLast = this.#isLast() || !carrier.input.readableEnded
    try {
      if (carrier.isGone) return
      carrier.begin(status, answer.headers, isLast)
      if (stream === undefined) carrier.output.end(body)
      else await this.#sendStream(stream)
    } finally {
      await stream?.close?.()
    }
    await finished(carrier.output)
  }

  async #sendStream(stream: AnswerStream): Promise<void> {
    const { output } = this.#carrier
    for await (const chunk of stream) {
      if (output.destroyed) return
      if (!output.write(chunk)) await drained(output)
      this.#count(chunk.length)
    }
    output.end()
  }
}

function drained(output: Writable): Promise<void> {
  return eventOf(output, 'drain')
}

async function finished(output: Writable): Promise<void> {
  if (!output.writableFinished && !output.destroyed) await eventOf(output, 'finish')
}

/** Or the end of the connection. */
function eventOf(output: Writable, name: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      output.off(name, end).off('close', end)
      resolve()
    }
    output.on(name, end).on('close', end)
  })
}

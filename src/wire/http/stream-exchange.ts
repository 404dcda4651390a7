/**
 * A request and its answer in node:http whose bodies pass through as they come, however long they are. What
 * of them is in memory is bounded, and so is how slow a client may be: pieces have to come, or to be read,
 * now and then, and more often while others wait for memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Room } from '../flight/room.js'
import {
  contendedPieceMsMax,
  streamedPieceBytes,
  streamedPieceMsMax,
  streamedRequestBytes,
  unwantedBodyBytesMax,
  unwantedBodyMsMax,
} from '../limits.js'
import { emptyBody, type AnswerStream, type WireRequest, type WireResponse } from './message.js'
import type { ExchangeParts } from './node-exchange.js'
import { letNodePause, readHead } from './node-request.js'
import { declaredBytes } from './receive-body.js'

const patience = { contendedMsMax: contendedPieceMsMax, msMax: streamedPieceMsMax }

export class StreamExchange {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #parts: Pick<ExchangeParts, 'handle' | 'flight' | 'failed'>
  readonly #isLast: () => boolean
  readonly #room: Room
  /** Since the client's last piece. */
  #bytes = 0

  /** `isLast`: whether the connection is to be closed after the answer. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    parts: Pick<ExchangeParts, 'handle' | 'flight' | 'failed'>,
    isLast: () => boolean,
  ) {
    this.#request = request
    this.#response = response
    this.#parts = parts
    this.#isLast = isLast
    this.#room = parts.flight.enter(streamedRequestBytes)
    // Told where it is read or written.
    request.on('error', () => undefined)
    response.on('error', () => undefined)
  }

  /** Never rejects. */
  async run(): Promise<void> {
    letNodePause(this.#request)
    try {
      const held = await this.#room.held()
      this.#room.awaitClient(patience, () => this.#request.socket.destroy())
      const answer = await this.#parts.handle(this.#wireRequest(held))
      await this.#discardRest()
      await this.#send(answer)
    } catch (error) {
      this.#parts.failed(error)
      this.#response.destroy()
    } finally {
      this.#room.leave()
    }
  }

  #wireRequest(held: boolean): WireRequest {
    return {
      ...readHead(this.#request),
      body: held ? emptyBody : 'no-room',
      room: this.#room,
      stream: { chunks: this.#chunks(), bytes: declaredBytes(this.#request) },
    }
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    // Whoever stops reading still wants to answer.
    for await (const chunk of this.#request.iterator({ destroyOnReturn: false })) {
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
    const request = this.#request
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
    const response = this.#response
    const isLast = this.#isLast() || !this.#request.readableEnded
    const headers = isLast ? [...answer.headers, 'Connection', 'close'] : answer.headers
    try {
      if (response.destroyed) return
      response.writeHead(status, headers as string[])
      if (stream === undefined) response.end(body)
      else await this.#sendStream(stream)
    } finally {
      await stream?.close?.()
    }
    await finished(response)
  }

  async #sendStream(stream: AnswerStream): Promise<void> {
    const response = this.#response
    for await (const chunk of stream) {
      if (response.destroyed) return
      if (!response.write(chunk)) await drained(response)
      this.#count(chunk.length)
    }
    response.end()
  }
}

function drained(response: ServerResponse): Promise<void> {
  return eventOf(response, 'drain')
}

async function finished(response: ServerResponse): Promise<void> {
  if (!response.writableFinished && !response.destroyed) await eventOf(response, 'finish')
}

/** Or the end of the connection. */
function eventOf(response: ServerResponse, name: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off(name, end).off('close', end)
      resolve()
    }
    response.on(name, end).on('close', end)
  })
}

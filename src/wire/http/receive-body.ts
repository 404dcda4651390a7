/**
 * Collects the body of a request, without copying if it comes in one piece.
 *
 * A body over the limit, or without room, is read to its end and discarded, because a client that
 * writes before it reads would not see the answer otherwise; the time limit of a request bounds that.
 * If the client disconnects half way, `received` is never called, since no one is left to answer.
 */
import { requestBodyBytesMax } from '../../model/limits.js'
import { bodyCost } from '../flight/body-cost.js'
import type { Room } from '../flight/room.js'
import { contendedBodyMsMax, smallBodyBytesMax } from '../limits.js'
import type { Carrier } from './carrier.js'
import { emptyBody, type Body } from './message.js'

const patience = { contendedMsMax: contendedBodyMsMax, msMax: Infinity }

export function receiveBody(
  { input, declaredBytes }: Pick<Carrier, 'input' | 'declaredBytes'>,
  room: Room,
  received: (body: Body) => void,
): void {
  const body = new ReceivedBody(room, declaredBytes)
  input.on('data', (chunk: Buffer) => body.add(chunk))
  input.on('end', () => received(body.end()))
}

class ReceivedBody {
  readonly #room: Room
  readonly #declared: number | undefined
  #chunks: Buffer[] = []
  /** For a large body whose length is known: chunks are copied here and released at once. */
  #whole: Buffer | undefined
  #length = 0
  #fault: 'over-limit' | 'no-room' | undefined

  constructor(room: Room, declared: number | undefined) {
    this.#room = room
    this.#declared = declared
    if ((declared ?? 0) > requestBodyBytesMax) this.#discard('over-limit')
    else if (!room.isHeld) this.#fault = 'no-room'
    else room.awaitClient(patience, () => this.#discard('no-room'))
  }

  add(chunk: Buffer): void {
    const start = this.#length
    this.#length += chunk.length
    if (this.#length > requestBodyBytesMax) this.#discard('over-limit')
    if (this.#fault !== undefined) return
    if (this.#length <= smallBodyBytesMax) this.#chunks.push(chunk)
    else this.#addToLarge(chunk, start)
  }

  end(): Body {
    this.#room.clientDone()
    return this.#fault ?? this.#whole ?? joined(this.#chunks)
  }

  #addToLarge(chunk: Buffer, start: number): void {
    if (this.#declared === undefined) return this.#addUndeclared(chunk)
    this.#whole ??= this.#begin(this.#declared)
    chunk.copy(this.#whole, start)
  }

  #begin(length: number): Buffer {
    const whole = Buffer.allocUnsafeSlow(length)
    let offset = 0
    for (const chunk of this.#chunks) offset += chunk.copy(whole, offset)
    this.#chunks = []
    return whole
  }

  /** It may become as large as any, so it gets the room of the largest, now or never. */
  #addUndeclared(chunk: Buffer): void {
    const bytes = bodyCost(requestBodyBytesMax)
    if (this.#room.bytes < bytes && !this.#room.tryChange(bytes)) this.#discard('no-room')
    else this.#chunks.push(chunk)
  }

  #discard(fault: 'over-limit' | 'no-room'): void {
    this.#fault = fault
    this.#chunks = []
    this.#whole = undefined
    this.#room.leave()
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  if (chunks.length === 0) return emptyBody
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

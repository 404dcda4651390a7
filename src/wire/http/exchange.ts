/**
 * One request and its answer, and the memory they take: held before the body is read, until the answer
 * is sent and, if the client has left, until the operation has ended.
 */
import { requestBodyBytesMax } from '../../model/limits.js'
import { bodyCost } from '../flight/body-cost.js'
import type { InFlight } from '../flight/in-flight.js'
import type { ClientPatience, Room } from '../flight/room.js'
import { writtenBytesAtOnce, requestBytesMin } from '../limits.js'
import type { Carrier } from './carrier.js'
import type { Body, Handle, WireResponse } from './message.js'
import { receiveBody } from './receive-body.js'
import { writePieces } from './write-pieces.js'

/** What all exchanges of a listener share. */
export interface ExchangeParts {
  readonly handle: Handle
  readonly flight: InFlight
  /** How long the client may take to read the answer. */
  readonly reading: ClientPatience
  /** Calls `send`, together with other answers. */
  readonly post: (answer: WireResponse, exchange: Exchange) => void
  readonly failed: (error: unknown) => void
  /** How long the client may take to send its request. */
  readonly requestMsMax: number
}

export class Exchange {
  readonly #carrier: Carrier
  readonly #parts: ExchangeParts
  readonly #room: Room
  #handling = false
  #late: NodeJS.Timeout | undefined

  constructor(carrier: Carrier, parts: ExchangeParts) {
    this.#carrier = carrier
    this.#parts = parts
    this.#room = enterFor(carrier, parts.flight)
    carrier.onClose(() => this.#closed())
  }

  /** Until there is room, the body is not read. */
  start(): void {
    this.#late = setTimeout(() => this.#carrier.cutOff(), this.#parts.requestMsMax).unref()
    const held = this.#room.held()
    if (!(held instanceof Promise)) return this.#receive()
    void held.then(() => this.#receive())
    this.#carrier.pause()
  }

  #receive(): void {
    if (this.#carrier.isGone) return
    receiveBody(this.#carrier, this.#room, (body) => {
      clearTimeout(this.#late)
      void this.#answer(body)
    })
  }

  async #answer(body: Body): Promise<void> {
    const { handle, post, failed } = this.#parts
    this.#handling = true
    try {
      post(await handle({ ...this.#carrier.head, body, room: this.#room }), this)
    } catch (error) {
      this.#handling = false
      failed(error)
      this.#room.leave()
      this.#carrier.abandon()
    }
  }

  /** Sends nothing if the client has disconnected. */
  send(answer: WireResponse, isLast: boolean): void {
    this.#handling = false
    const carrier = this.#carrier
    if (carrier.isGone) return this.#room.leave()
    const { status, headers, body } = answer
    carrier.begin(status, headers, isLast)
    if (body.length <= writtenBytesAtOnce) carrier.output.end(body)
    else this.#writePieces(body)
    if (carrier.isQueued) return
    this.#room.awaitClient(this.#parts.reading, () => carrier.abandon())
  }

  #writePieces(body: Buffer): void {
    const { output } = this.#carrier
    writePieces(output, body, {
      progress: () => this.#room.progress(),
      written: (error) => {
        if (!error) output.end()
      },
    })
  }

  #closed(): void {
    clearTimeout(this.#late)
    if (!this.#handling) this.#room.leave()
  }
}

/** Without a body there is nothing to wait for, nor with one that will be refused. */
function enterFor({ declaredBytes: declared = 1 }: Carrier, flight: InFlight): Room {
  if (declared === 0 || declared > requestBodyBytesMax) return flight.hold(requestBytesMin)
  return flight.enter(bodyCost(declared))
}

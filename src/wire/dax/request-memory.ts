/**
 * The memory of a request of DAX, which is part of what all doors share: it is taken before values are built, and kept
 * until the answer has left.
 */
import { serviceUnavailable } from '../../model/errors.js'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import type { CborValue } from '../cbor/cbor-value.js'
import type { InFlight } from '../flight/in-flight.js'
import type { ClientPatience, Room } from '../flight/room.js'
import {
  memoryPerContainer,
  memoryPerPage,
  memoryPerWideBodyByte,
  requestBytesMin,
  smallBodyBytesMax,
} from '../limits.js'
import { daxValuesMax } from './limits.js'
import { malformed } from './malformed.js'
import { UnreadableBytes, ValueScanner } from './value-scanner.js'

export class RequestMemory {
  readonly #flight: InFlight
  #small = 0
  #room: Room | undefined

  constructor(flight: InFlight) {
    this.#flight = flight
  }

  /** Waits only if it must. Throws an error that clients retry if there is none. */
  take(bytes: number): void | Promise<void> {
    const isSmall = bytes <= memoryOfBytes(smallBodyBytesMax)
    // A page that fits is only counted, too.
    const isPage = !isSmall && bytes <= memoryPerPage + memoryOfBytes(smallBodyBytesMax)
    if ((isSmall && this.#flight.takeSmall(bytes)) || (isPage && this.#flight.takePage(bytes))) {
      this.#small = bytes
      return undefined
    }
    this.#room = this.#flight.enter(bytes)
    return settled(this.#room.held())
  }

  /** The same for what is large. */
  takeRoom(bytes: number): void | Promise<void> {
    if (this.#room === undefined) {
      this.#room = this.#flight.enter(bytes)
      return settled(this.#room.held())
    }
    // It is no longer, or not only, up to the client.
    this.#room.clientDone()
    return settled(this.#room.change(bytes))
  }

  /** A client that is too slow loses what it holds: see `Room`. */
  awaitClient(patience: ClientPatience, cut: () => void): void {
    this.#room?.awaitClient(patience, cut)
  }

  leave(): void {
    if (this.#small > 0) this.#flight.leaveSmall(this.#small)
    this.#small = 0
    this.#room?.leave()
  }
}

function settled(held: boolean | Promise<boolean>): void | Promise<void> {
  if (held instanceof Promise) return held.then((got) => requireMemory(got))
  requireMemory(held)
  return undefined
}

function requireMemory(isHeld: boolean): void {
  if (isHeld) return
  throw serviceUnavailable('The server has no memory left for this request. Try again.')
}

/** What the bytes of a request, and the values that are built of a small one, take. */
export function memoryOfBytes(length: number): number {
  return requestBytesMin + length * memoryPerWideBodyByte
}

export function isLarge(length: number): boolean {
  return length > smallBodyBytesMax
}

/** What the values take that are nested in the byte strings of a large request. */
export async function memoryOfNested(given: readonly CborValue[]): Promise<number> {
  let values = 0
  for (const bytes of byteStringsIn(given)) {
    values += countValues(bytes)
    if (turnIsOver()) await nextTurn()
  }
  return values * memoryPerContainer
}

function* byteStringsIn(value: CborValue): Generator<Uint8Array> {
  if (value instanceof Uint8Array) yield value
  else if (Array.isArray(value))
    for (const element of value) yield* byteStringsIn(element as CborValue)
  else if (value instanceof Map)
    for (const member of value.values()) yield* byteStringsIn(member as CborValue)
}

/** A byte string that holds no values is a key, or is refused later. */
function countValues(bytes: Uint8Array): number {
  const scanner = new ValueScanner(daxValuesMax)
  scanner.expect(Infinity)
  try {
    scanner.scan(bytes as Buffer)
  } catch (error) {
    if (!(error instanceof UnreadableBytes)) throw error
    if (scanner.heads > daxValuesMax) throw malformed('an item or expression has too many values')
  }
  return scanner.heads
}

/**
 * The memory that a server shares with the thread that sends its answers: a ring of slots, each with an answer and the
 * descriptor of the connection that it is for.
 *
 * Answers are numbered. The server fills the slot of a number and then counts it as handed over; the thread sends it and
 * then counts it as sent. So neither sees half of what the other writes. A slot is filled again only after the
 * server has looked what became of its last answer.
 */
import { sentApartBytesMax, sentApartMax } from '../../limits.js'

/** Both sides write all the time, so their counters are in cache lines of their own. */
const [handedAt, sentAt, asleepAt, headNumbers] = [0, 16, 32, 48]
/** Of a slot. */
const [descriptorAt, lengthAt, acceptedAt, slotNumbers] = [0, 1, 2, 4]

const numbers = headNumbers + sentApartMax * slotNumbers
const numbersBytes = numbers * Int32Array.BYTES_PER_ELEMENT

/** Sends the first `length` bytes. Returns how many the system has accepted: not all if it has no room, none if it refuses. */
export type Accept = (descriptor: number, bytes: Buffer, length: number) => number

/** Numbers have 32 bits: the lowest follows the highest. */
export function numberAfter(number: number): number {
  return (number + 1) | 0
}

/** How far `to` is ahead of `from`. */
export function stepsBetween(from: number, to: number): number {
  return (to - from) | 0
}

export function slotOf(number: number): number {
  return (number >>> 0) % sentApartMax
}

export class SendingRing {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array
  readonly #bytes: readonly Buffer[]

  constructor(memory = new SharedArrayBuffer(numbersBytes + sentApartMax * sentApartBytesMax)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory, 0, numbers)
    this.#bytes = Array.from({ length: sentApartMax }, (_, slot) =>
      Buffer.from(memory, numbersBytes + slot * sentApartBytesMax, sentApartBytesMax),
    )
  }

  /** The number after the last one that was sent. */
  get sent(): number {
    return Atomics.load(this.#numbers, sentAt)
  }

  /** Hands over an answer that fits into a slot, and wakes the thread if it sleeps. */
  hand(number: number, descriptor: number, bytes: Buffer): void {
    const slot = slotOf(number)
    const at = placeOf(slot)
    this.#numbers[at + descriptorAt] = descriptor
    this.#numbers[at + lengthAt] = bytes.length
    // `set` copies into shared memory eight bytes at a time, and takes ten times as long.
    this.#bytes[slot]!.fill(bytes, 0, bytes.length)
    Atomics.store(this.#numbers, handedAt, numberAfter(number))
    const isAsleep = Atomics.exchange(this.#numbers, asleepAt, 0) === 1
    if (isAsleep) Atomics.notify(this.#numbers, handedAt)
  }

  /** A copy of what the system did not accept of an answer that was sent; undefined if it has all. */
  restOf(number: number): Buffer | undefined {
    const slot = slotOf(number)
    const at = placeOf(slot)
    const [length, accepted] = [this.#numbers[at + lengthAt]!, this.#numbers[at + acceptedAt]!]
    if (accepted === length) return undefined
    return Buffer.from(this.#bytes[slot]!.subarray(accepted, length))
  }

  /** For the thread: sends one answer after the other, and sleeps while there is none. */
  serve(accept: Accept): never {
    for (let number = 0; ; number = numberAfter(number)) {
      this.#await(number)
      const slot = slotOf(number)
      const at = placeOf(slot)
      const [descriptor, length] = [
        this.#numbers[at + descriptorAt]!,
        this.#numbers[at + lengthAt]!,
      ]
      // No view of the bytes: it would be garbage for each answer.
      this.#numbers[at + acceptedAt] = accept(descriptor, this.#bytes[slot]!, length)
      Atomics.store(this.#numbers, sentAt, numberAfter(number))
    }
  }

  #await(number: number): void {
    while (Atomics.load(this.#numbers, handedAt) === number) {
      Atomics.store(this.#numbers, asleepAt, 1)
      // Does not wait if it was handed over meanwhile.
      Atomics.wait(this.#numbers, handedAt, number)
    }
  }
}

function placeOf(slot: number): number {
  return headNumbers + slot * slotNumbers
}

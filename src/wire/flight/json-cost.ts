/**
 * How much memory JSON takes once it is parsed, counted from its bytes without parsing them.
 *
 * The same number of bytes can be one text or millions of objects. Counting takes a fraction of the
 * time of parsing and no memory, but for a long body still longer than a turn (`stdx/turns.ts`), so
 * it is done in turns. What is counted need not be JSON: parsing finds that out.
 */
import {
  backslash,
  closeList,
  closeObject,
  comma,
  openList,
  openObject,
  quote,
} from '../../stdx/json-bytes.js'
import { isAscii } from 'node:buffer'
import { nextTurn, turnIsOver } from '../../stdx/turns.js'
import {
  countedBytesAtOnce,
  jsonDepthMax,
  jsonEntriesMax,
  jsonMembersMax,
  memoryPerBodyByte,
  memoryPerContainer,
  memoryPerEntry,
  memoryPerString,
  memoryPerWideBodyByte,
} from '../limits.js'

/** `unlimited` if it is nested more deeply, or has more entries in one container, than allowed. */
export async function jsonCost(json: Buffer): Promise<number | 'unlimited'> {
  const counter = new Counter(json)
  while (counter.countPiece()) if (turnIsOver()) await nextTurn()
  if (counter.isUnlimited) return 'unlimited'
  const perByte = isAscii(json) ? memoryPerBodyByte : memoryPerWideBodyByte
  return json.length * perByte + counter.cost
}

/** Strings up to this length are read faster here than by a search. */
const shortStringBytes = 48

class Counter {
  readonly #json: Buffer
  /** The commas in each open container, and how many it may have. */
  readonly #commas = new Uint32Array(jsonDepthMax + 1)
  readonly #commasMax = new Uint32Array(jsonDepthMax + 1).fill(jsonEntriesMax)
  #at = 0
  #depth = 0
  /** The first backslash at or after the last search; the length if there is none. */
  #backslashAt = -1
  cost = 0
  isUnlimited = false

  constructor(json: Buffer) {
    this.#json = json
  }

  /** Counts some more; returns whether something is left. */
  countPiece(): boolean {
    const json = this.#json
    const commas = this.#commas
    const end = Math.min(json.length, this.#at + countedBytesAtOnce)
    let [at, depth, cost] = [this.#at, this.#depth, 0]
    for (; at < end; at++) {
      const byte = json[at]!
      switch (byte) {
        case quote:
          cost += memoryPerString
          at = this.#endOfString(at + 1)
          break
        case comma:
          cost += memoryPerEntry
          if (++commas[depth]! >= this.#commasMax[depth]!) return this.#refuse()
          break
        case openList:
        case openObject:
          cost += memoryPerContainer
          if (++depth > jsonDepthMax) return this.#refuse()
          commas[depth] = 0
          this.#commasMax[depth] = byte === openList ? jsonEntriesMax : jsonMembersMax
          break
        case closeList:
        case closeObject:
          if (depth > 0) depth--
      }
    }
    this.#at = at
    this.#depth = depth
    this.cost += cost
    return at < json.length
  }

  #refuse(): false {
    this.isUnlimited = true
    return false
  }

  /** Where the closing quote is, or the end. */
  #endOfString(start: number): number {
    const json = this.#json
    let searchAt = start + shortStringBytes
    for (let at = start; at < json.length; at++) {
      if (at >= searchAt) {
        const end = this.#plainEnd(at)
        if (end !== undefined) return end
        searchAt = Infinity
      }
      const byte = json[at]
      if (byte === quote) return at
      if (byte === backslash) at++
    }
    return json.length
  }

  /** Where the string ends, if nothing in the rest of it is escaped. */
  #plainEnd(from: number): number | undefined {
    const found = this.#json.indexOf(quote, from)
    const end = found === -1 ? this.#json.length : found
    return this.#nextBackslash(from) > end ? end : undefined
  }

  #nextBackslash(from: number): number {
    if (this.#backslashAt >= from) return this.#backslashAt
    const found = this.#json.indexOf(backslash, from)
    return (this.#backslashAt = found === -1 ? this.#json.length : found)
  }
}

/**
 * How much memory JSON takes once it is parsed, counted from its bytes without parsing them.
 *
 * The same number of bytes can be one text or millions of objects. Counting takes a fraction of the
 * time of parsing and no memory. What is counted need not be JSON: parsing finds that out.
 */
import {
  backslash,
  closeList,
  closeObject,
  comma,
  openList,
  openObject,
  quote,
} from '../json-bytes.js'
import { isAscii } from 'node:buffer'
import {
  jsonDepthMax,
  jsonEntriesMax,
  memoryPerBodyByte,
  memoryPerContainer,
  memoryPerEntry,
  memoryPerString,
  memoryPerWideBodyByte,
} from '../limits.js'

/** `unlimited` if it is nested more deeply, or has more entries in one container, than allowed. */
export function jsonCost(json: Buffer): number | 'unlimited' {
  const counts = new Counter(json).count()
  if (counts === undefined) return 'unlimited'
  const { containers, strings, entries } = counts
  const perByte = isAscii(json) ? memoryPerBodyByte : memoryPerWideBodyByte
  return (
    json.length * perByte +
    containers * memoryPerContainer +
    strings * memoryPerString +
    entries * memoryPerEntry
  )
}

export interface JsonCounts {
  readonly containers: number
  readonly strings: number
  readonly entries: number
}

/** Strings up to this length are read faster here than by a search. */
const shortStringBytes = 48

class Counter {
  readonly #json: Buffer
  /** The commas in each open container. */
  readonly #commas = new Uint32Array(jsonDepthMax + 1)
  /** The first backslash at or after the last search; the length if there is none. */
  #backslashAt = -1

  constructor(json: Buffer) {
    this.#json = json
  }

  count(): JsonCounts | undefined {
    const json = this.#json
    const commas = this.#commas
    let [depth, containers, strings, entries] = [0, 0, 0, 0]
    for (let at = 0; at < json.length; at++) {
      switch (json[at]!) {
        case quote:
          strings++
          at = this.#endOfString(at + 1)
          break
        case comma:
          entries++
          if (++commas[depth]! >= jsonEntriesMax) return undefined
          break
        case openList:
        case openObject:
          containers++
          if (++depth > jsonDepthMax) return undefined
          commas[depth] = 0
          break
        case closeList:
        case closeObject:
          if (depth > 0) depth--
      }
    }
    return { containers, strings, entries }
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

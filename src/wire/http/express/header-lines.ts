/** The text of an answer's status and headers. */
import { STATUS_CODES } from 'node:http'
import { AssertionError } from '../../../stdx/assert.js'
import type { WireResponse } from '../message.js'

const unprintable = /[^\x20-\x7e]/

/** How many names and values of an answer belong to its opening. */
export const openingLength = 4

/** The status line and the first headers, which are put together once for many answers: they rarely differ. */
export class Opening {
  #status = 0
  #headers: readonly string[] = []
  #lines = ''

  of({ status, headers }: WireResponse): string {
    if (!this.#isOf(status, headers)) {
      const first = headers.slice(0, openingLength)
      const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
      this.#lines = statusLine + headerLines(first, 0)
      this.#status = status
      this.#headers = first
    }
    return this.#lines
  }

  #isOf(status: number, headers: readonly string[]): boolean {
    if (status !== this.#status) return false
    for (let i = 0; i < openingLength; i++) if (headers[i] !== this.#headers[i]) return false
    return true
  }
}

/** The lines of the headers from `start` on. */
export function headerLines(headers: readonly string[], start: number): string {
  let lines = ''
  for (let i = start; i < headers.length; i += 2) {
    const value = headers[i + 1]!
    if (!isPrintable(value)) throw unsafe(headers[i]!)
    lines += `${headers[i]}: ${value}\r\n`
  }
  return lines
}

/** Numbers and the like are not worth a regular expression. */
const shortValueLengthMax = 16

function isPrintable(value: string): boolean {
  if (value.length > shortValueLengthMax) return !unprintable.test(value)
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 0x20 || code > 0x7e) return false
  }
  return true
}

/** A line break in a value would let it add headers, or even answers. */
function unsafe(name: string): AssertionError {
  return new AssertionError('a header with an unprintable value', { name })
}

/** Finds the lines of a CSV file. A newline between quotation marks does not end a line. */
import { quote } from '../stdx/json-bytes.js'
import { Cutter, type Cut } from './cutter.js'
import { byteOrderMark, startsWithMark } from './json-cutter.js'
import { UnreadableText } from './text-record.js'

export class CsvCutter extends Cutter {
  #isFirst = true
  #inQuotes = false

  next(bytes: Buffer, isLast: boolean): Cut | undefined {
    if (this.#isFirst) {
      if (bytes.length < byteOrderMark.length && !isLast) return undefined
      this.#isFirst = false
      if (startsWithMark(bytes)) this.at = byteOrderMark.length
    }
    for (;;) {
      const line = this.#line(bytes, isLast)
      // Blank lines are no records.
      if (line === undefined || line.end > line.start) return line
    }
  }

  #line(bytes: Buffer, isLast: boolean): Cut | undefined {
    if (this.start === undefined && this.at >= bytes.length) return undefined
    this.start ??= this.at
    for (let at = this.at; at < bytes.length; at++) {
      // A doubled mark leaves and enters again.
      if (bytes[at] === quote) this.#inQuotes = !this.#inQuotes
      else if (bytes[at] === newline && !this.#inQuotes) {
        const { start } = this.cutAt(at + 1)
        return { start, end: bytes[at - 1] === carriageReturn && at > start ? at - 1 : at }
      }
    }
    this.at = bytes.length
    if (!isLast) return undefined
    if (this.#inQuotes) throw new UnreadableText('A quotation mark is not closed')
    return this.cutAt(bytes.length)
  }
}

const newline = 0x0a
const carriageReturn = 0x0d

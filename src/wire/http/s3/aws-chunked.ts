/**
 * The coding `aws-chunked`, in which SDKs send bodies whose checksum follows them: chunks with their lengths
 * in hexadecimal digits, then trailers. Signatures of chunks are read over.
 */
import { chunkHeadBytesMax } from '../../limits.js'
import { S3Error } from './s3-error.js'

const lineEnd = 0x0a

export class AwsChunkedBody implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>
  /** By lower-case name; complete when the body was read to its end. */
  readonly trailers = new Map<string, string>()
  #rest: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const length = chunkLength(await this.#line())
      if (length === 0) break
      yield* this.#bytes(length)
      if ((await this.#line()) !== '') throw incomplete()
    }
    for (let line = await this.#trailer(); line !== ''; line = await this.#trailer()) {
      const colon = line.indexOf(':')
      if (colon === -1) throw incomplete()
      this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    }
    // To the end of the request.
    while (await this.#more()) this.#rest = new Uint8Array(0)
  }

  async *#bytes(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#more())) throw incomplete()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      if (piece.length > 0) yield piece
    }
  }

  /** Some clients leave out the last, empty line. */
  async #trailer(): Promise<string> {
    if (this.#rest.length === 0 && !(await this.#more())) return ''
    return this.#line()
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(lineEnd)
      if (end !== -1) {
        const line = Buffer.from(this.#rest.subarray(0, end)).toString('latin1')
        this.#rest = this.#rest.subarray(end + 1)
        return line.replace(/\r$/, '')
      }
      if (this.#rest.length > chunkHeadBytesMax) throw incomplete()
      if (!(await this.#more())) throw incomplete()
    }
  }

  async #more(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done === true) return false
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    return true
  }
}

function chunkLength(line: string): number {
  const [, digits] = /^([\da-f]{1,12})(?:;.*)?$/i.exec(line) ?? []
  if (digits === undefined) throw incomplete()
  return Number.parseInt(digits, 16)
}

function incomplete(): S3Error {
  return new S3Error('IncompleteBody', 400, 'The request body terminated unexpectedly')
}

/**
 * The coding `aws-chunked`, in which SDKs send bodies whose checksum follows them: chunks with their lengths
 * in hexadecimal digits, then trailers. Signatures of chunks are read over, unless there is something to
 * verify them with; a chunk is then passed on before its signature was seen, so nothing must be kept of a
 * body that was not read to its end.
 */
import { createHash, type Hash } from 'node:crypto'
import { chunkHeadBytesMax, chunkTrailersMax } from '../../limits.js'
import type { ChunkSignatures } from '../../sigv4/chunk-signatures.js'
import { S3Error } from './s3-error.js'

const lineEnd = 0x0a
const trailerSignature = 'x-amz-trailer-signature'

export interface SignedChunks {
  readonly signatures: ChunkSignatures
  /** Whether lines follow the chunks, with a signature of their own. */
  readonly hasTrailer: boolean
}

export class AwsChunkedBody implements AsyncIterable<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>
  /** By lower-case name; complete when the body was read to its end. */
  readonly trailers = new Map<string, string>()
  readonly #signed: SignedChunks | undefined
  #rest: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>, signed?: SignedChunks) {
    this.#source = source[Symbol.asyncIterator]()
    this.#signed = signed
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { length, signature } = readChunkHead(await this.#line())
      const hash = this.#signed === undefined ? undefined : createHash('sha256')
      if (length > 0) yield* this.#bytes(length, hash)
      if (hash !== undefined) this.#signed?.signatures.requireChunk(signature, hash.digest('hex'))
      if (length === 0) break
      if ((await this.#line()) !== '') throw incomplete()
    }
    for (let line = await this.#trailer(); line !== ''; line = await this.#trailer()) {
      const colon = line.indexOf(':')
      if (colon === -1 || this.trailers.size >= chunkTrailersMax) throw incomplete()
      this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    }
    if (this.#signed !== undefined) verifyTrailers(this.#signed, this.trailers)
    // To the end of the request.
    while (await this.#more()) this.#rest = new Uint8Array(0)
  }

  async *#bytes(length: number, hash: Hash | undefined): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0 && !(await this.#more())) throw incomplete()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      hash?.update(piece)
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

function readChunkHead(line: string): { readonly length: number; readonly signature: string } {
  const [, digits, extension = ''] = /^([\da-f]{1,12})(?:;(.*))?$/i.exec(line) ?? []
  if (digits === undefined) throw incomplete()
  const [, signature = ''] = /^chunk-signature=([\da-f]{64})$/.exec(extension) ?? []
  return { length: Number.parseInt(digits, 16), signature }
}

/** Lines that were not announced have no signature, and are refused. */
function verifyTrailers(
  { signatures, hasTrailer }: SignedChunks,
  trailers: ReadonlyMap<string, string>,
): void {
  if (!hasTrailer && trailers.size === 0) return
  const lines = [...trailers].filter(([name]) => name !== trailerSignature)
  const text = lines.map(([name, value]) => `${name}:${value}\n`).join('')
  signatures.requireTrailer(hasTrailer ? (trailers.get(trailerSignature) ?? '') : '', text)
}

function incomplete(): S3Error {
  return new S3Error('IncompleteBody', 400, 'The request body terminated unexpectedly')
}

/**
 * One compressed file of lines, as exports have them: the lines go in, the file's bytes come out as
 * they are made, and in the end its checksums are known. zlib works in Node's thread pool.
 */
import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import { compressedPieceBytes } from './limits.js'

export interface FinishedPart {
  readonly itemCount: number
  /** Of the compressed file. */
  readonly bytes: number
  /** In base64, as manifests have it. */
  readonly md5: string
  /** That of an upload in one part: the hex MD5 of the MD5, with the number of parts. */
  readonly etag: string
}

export class GzipPart {
  readonly #gzip = createGzip()
  readonly #sent: Promise<void>
  readonly #hash = createHash('md5')
  #failed = false
  #bytes = 0
  #itemCount = 0
  #held: Uint8Array[] = []
  #heldBytes = 0

  /** `send` gets the compressed bytes, one piece after another. */
  constructor(send: (bytes: Uint8Array) => Promise<void>) {
    this.#sent = this.#sendAll(send)
    // Told by whoever waits next; until then nobody does.
    this.#sent.catch(() => undefined)
  }

  /** So many uncompressed bytes were added. */
  #added = 0

  get addedBytes(): number {
    return this.#added
  }

  get itemCount(): number {
    return this.#itemCount
  }

  /** Adds a line, which ends with a newline. A promise if the caller has to wait. */
  add(line: Uint8Array): Promise<void> | undefined {
    this.#itemCount++
    this.#added += line.length
    this.#held.push(line)
    this.#heldBytes += line.length
    return this.#heldBytes < compressedPieceBytes ? undefined : this.#compress()
  }

  async finish(): Promise<FinishedPart> {
    await this.#compress()
    this.#gzip.end()
    await this.#sent
    const digest = this.#hash.digest()
    const etag = `${createHash('md5').update(digest).digest('hex')}-1`
    const md5 = digest.toString('base64')
    return { itemCount: this.#itemCount, bytes: this.#bytes, md5, etag }
  }

  /** Ends without a file. */
  abort(): void {
    this.#gzip.destroy()
  }

  /** Resolves when there is room for more; rejects if sending failed. */
  async #compress(): Promise<void> {
    const piece = Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    if (this.#failed) return this.#sent
    const written = new Promise<void>((resolve) => this.#gzip.write(piece, () => resolve()))
    await Promise.race([written, this.#sent])
  }

  async #sendAll(send: (bytes: Uint8Array) => Promise<void>): Promise<void> {
    try {
      for await (const piece of this.#gzip as AsyncIterable<Uint8Array>) {
        this.#hash.update(piece)
        this.#bytes += piece.length
        await send(piece)
      }
    } catch (error) {
      this.#failed = true
      throw error
    }
  }
}

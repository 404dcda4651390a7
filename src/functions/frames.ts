/**
 * Messages between the server and the process of a handler: four bytes of length, then JSON.
 * Neither side trusts the other: a message longer than allowed is refused by its length alone.
 */
const lengthBytes = 4

export class FrameTooLong extends Error {
  override readonly name = 'FrameTooLong'
}

export function encodeFrame(json: string): Buffer {
  const body = Buffer.from(json)
  const frame = Buffer.allocUnsafe(lengthBytes + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, lengthBytes)
  return frame
}

export class FrameReader {
  readonly #bytesMax: number
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The messages that are complete with this chunk. Throws `FrameTooLong`. */
  push(chunk: Buffer): readonly string[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const messages: string[] = []
    for (let next = this.#next(); next !== undefined; next = this.#next()) messages.push(next)
    return messages
  }

  #next(): string | undefined {
    if (this.#bytes < lengthBytes) return undefined
    if (this.#chunks[0]!.length < lengthBytes) this.#join()
    const length = this.#chunks[0]!.readUInt32BE(0)
    if (length > this.#bytesMax) throw new FrameTooLong(`a message of ${length} bytes`)
    const end = lengthBytes + length
    if (this.#bytes < end) return undefined
    this.#join()
    const [all] = this.#chunks
    this.#chunks = all!.length > end ? [all!.subarray(end)] : []
    this.#bytes -= end
    return all!.toString('utf8', lengthBytes, end)
  }

  #join(): void {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
  }
}

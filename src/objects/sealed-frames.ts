/** The frames of an encrypted object (`sealed-objects.ts` has their form), written and read in order. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { ObjectInfo, ObjectWriter } from './object-store.js'

export const objectMagic = Buffer.from('GRAMME\0\x01', 'latin1')

const cipherName = 'aes-256-gcm'
const tagBytes = 16
const nonceBytes = 12
const lengthBytes = 4
/** Of content. A frame is in memory as a whole. */
const frameBytesMax = 256 * 1024
const headerBytesMax = 64 * 1024

/** Up to the header, whose length is the last of it. */
export const objectPrefixBytes = objectMagic.length + lengthBytes

/** How much was encrypted, in an object of so many bytes. */
export function contentBytes(objectBytes: number, headerBytes: number): number {
  const framed = objectBytes - objectPrefixBytes - headerBytes
  const overhead = lengthBytes + tagBytes
  return framed - overhead * Math.ceil(framed / (frameBytesMax + overhead))
}

/** An encrypted object is not what was written. Completes the sentence "data/00001.json.gz …". */
export class UnopenedObject extends Error {
  override readonly name = 'UnopenedObject'
}

/** Every object has its own key, so numbers are nonces. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce[0] = isLast ? 1 : 0
  nonce.writeUIntBE(number, nonceBytes - 6, 6)
  return nonce
}

export class SealedFrameWriter implements ObjectWriter {
  readonly #writer: ObjectWriter
  readonly #key: Buffer
  readonly #held: Buffer = Buffer.allocUnsafe(frameBytesMax)
  #heldBytes = 0
  #number = 0

  constructor(writer: ObjectWriter, key: Buffer) {
    this.#writer = writer
    this.#key = key
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      // A full frame is written only when more follows: the last one is marked.
      if (this.#heldBytes === frameBytesMax) await this.#flush(false)
      const piece = chunk.subarray(at, at + frameBytesMax - this.#heldBytes)
      this.#held.set(piece, this.#heldBytes)
      this.#heldBytes += piece.length
      at += piece.length
    }
  }

  async #flush(isLast: boolean): Promise<void> {
    const nonce = nonceOf(this.#number++, isLast)
    const cipher = createCipheriv(cipherName, this.#key, nonce, { authTagLength: tagBytes })
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(this.#heldBytes)
    const content = cipher.update(this.#held.subarray(0, this.#heldBytes))
    cipher.final()
    this.#heldBytes = 0
    await this.#writer.write(Buffer.concat([length, content, cipher.getAuthTag()]))
  }

  async finish(): Promise<ObjectInfo> {
    await this.#flush(true)
    return this.#writer.finish()
  }

  abort(): Promise<void> {
    return this.#writer.abort()
  }
}

export class SealedFrameReader {
  readonly #chunks: AsyncIterator<Uint8Array, undefined>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  }

  /** Takes these bytes if they come next, and nothing otherwise. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    await this.#hold(bytes.length)
    if (!this.#held.subarray(0, bytes.length).equals(bytes)) return false
    this.#held = this.#held.subarray(bytes.length)
    return true
  }

  async header(): Promise<Buffer> {
    return this.#take(await this.headerBytes())
  }

  /** How long the header is that follows. */
  async headerBytes(): Promise<number> {
    const length = (await this.#take(lengthBytes)).readUInt32BE()
    if (length > headerBytesMax) throw new UnopenedObject('has an unreadable key')
    return length
  }

  async *frames(key: Buffer): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number++) {
      const length = (await this.#take(lengthBytes)).readUInt32BE()
      if (length > frameBytesMax) throw damaged()
      const frame = await this.#take(length + tagBytes)
      const isLast = !(await this.#hold(1))
      const content = opened(frame, key, nonceOf(number, isLast))
      if (content.length > 0) yield content
      if (isLast) return
    }
  }

  /** What has not been taken. */
  async *rest(): AsyncGenerator<Uint8Array> {
    if (this.#held.length > 0) yield this.#held
    for (;;) {
      const { done, value } = await this.#chunks.next()
      if (done === true) return
      yield value
    }
  }

  async #take(bytes: number): Promise<Buffer> {
    if (!(await this.#hold(bytes))) throw damaged()
    const taken = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return taken
  }

  /** Whether there are so many bytes. */
  async #hold(bytes: number): Promise<boolean> {
    if (this.#held.length >= bytes) return true
    const pieces: Uint8Array[] = [this.#held]
    let length = this.#held.length
    while (length < bytes) {
      const { done, value } = await this.#chunks.next()
      if (done === true) break
      pieces.push(value)
      length += value.length
    }
    this.#held = Buffer.concat(pieces)
    return length >= bytes
  }
}

function opened(frame: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
  cipher.setAuthTag(frame.subarray(frame.length - tagBytes))
  try {
    const content = cipher.update(frame.subarray(0, frame.length - tagBytes))
    cipher.final()
    return content
  } catch {
    throw damaged()
  }
}

function damaged(): UnopenedObject {
  return new UnopenedObject('was changed or cut short after it was encrypted')
}

import { crc32 } from '../stdx/crc32.js'

/**
 * An item as the JSON bytes it is stored in. An answer that needs nothing else of the item carries
 * it in this form, and `wire/` copies the bytes into the body without parsing them.
 */
export class ItemJson {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The CRC-32 of the bytes behind others, whose own is `begun`. */
  crc32(begun: number): number {
    return crc32(this.bytes, begun)
  }

  /** For callers that serialise an answer with `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.bytes.toString('utf8'))
  }
}

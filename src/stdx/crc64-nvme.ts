/**
 * CRC-64/NVME. A remainder of 64 bits is kept in two halves, because numbers have 53 bits and BigInt is
 * slow. Eight bytes at a time.
 */

/** The reversed polynomial, 0x9a6c9329ac4bc9b5. */
const polynomialHigh = 0x9a6c9329
const polynomialLow = 0xac4bc9b5

/** Eight tables of 256 remainders, one after another; each other one is for a byte followed by one more. */
const high = new Int32Array(8 * 256)
const low = new Int32Array(8 * 256)
fillTables()

export class Crc64Nvme {
  #high = -1
  #low = -1

  add(bytes: Uint8Array): void {
    let h = this.#high
    let l = this.#low
    let i = 0
    for (const end = bytes.length - 7; i < end; i += 8) {
      l ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
      h ^= bytes[i + 4]! | (bytes[i + 5]! << 8) | (bytes[i + 6]! << 16) | (bytes[i + 7]! << 24)
      const a = 1792 + (l & 0xff)
      const b = 1536 + ((l >>> 8) & 0xff)
      const c = 1280 + ((l >>> 16) & 0xff)
      const d = 1024 + (l >>> 24)
      const e = 768 + (h & 0xff)
      const f = 512 + ((h >>> 8) & 0xff)
      const g = 256 + ((h >>> 16) & 0xff)
      const j = h >>> 24
      h = high[a]! ^ high[b]! ^ high[c]! ^ high[d]! ^ high[e]! ^ high[f]! ^ high[g]! ^ high[j]!
      l = low[a]! ^ low[b]! ^ low[c]! ^ low[d]! ^ low[e]! ^ low[f]! ^ low[g]! ^ low[j]!
    }
    for (; i < bytes.length; i++) {
      const at = (l ^ bytes[i]!) & 0xff
      l = ((l >>> 8) | (h << 24)) ^ low[at]!
      h = (h >>> 8) ^ high[at]!
    }
    this.#high = h
    this.#low = l
  }

  /** In base64, as S3 writes it. */
  value(): string {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32BE(~this.#high, 0)
    bytes.writeInt32BE(~this.#low, 4)
    return bytes.toString('base64')
  }
}

function fillTables(): void {
  for (let byte = 0; byte < 256; byte++) {
    let h = 0
    let l = byte
    for (let bit = 0; bit < 8; bit++) {
      const odd = l & 1
      l = (l >>> 1) | (h << 31)
      h = h >>> 1
      if (odd !== 0) {
        h ^= polynomialHigh
        l ^= polynomialLow
      }
    }
    high[byte] = h
    low[byte] = l
  }
  for (let i = 256; i < 8 * 256; i++) {
    const h = high[i - 256]!
    const l = low[i - 256]!
    high[i] = (h >>> 8) ^ high[l & 0xff]!
    low[i] = ((l >>> 8) | (h << 24)) ^ low[l & 0xff]!
  }
}

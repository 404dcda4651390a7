/** CRC-32 as in gzip and PNG. Node has it built in since 20.15; older versions use a table. */
import * as zlib from 'node:zlib'

type Crc32 = (bytes: Uint8Array, begun?: number) => number

const native = (zlib as { readonly crc32?: Crc32 }).crc32

/** `begun` is the result for the bytes before these. */
export const crc32: Crc32 = native ?? tableCrc32

/** The version with a table, exported so that a test can compare the two. */
export function tableCrc32(bytes: Uint8Array, begun = 0): number {
  let crc = ~begun
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!
  return ~crc >>> 0
}

/** Bytes that are not worth a call out of JavaScript. */
const shortBytesMax = 32

/** The same for bytes that are often few. */
export function crc32OfFew(bytes: Uint8Array, start: number, end: number, begun: number): number {
  if (end - start > shortBytesMax) return crc32(bytes.subarray(start, end), begun)
  let crc = ~begun
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!
  return ~crc >>> 0
}

/** Of CRC-32; the highest coefficient is the lowest bit. */
export const reversedPolynomial = 0xedb88320

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
  }
  return remainder
})

/** CRC-32C (Castagnoli), which Node does not have. Eight bytes at a time. */

const reversedPolynomial = 0x82f63b78

/** The first table is the usual one; each other one is for a byte that is followed by one more. */
const tables = makeTables()

/** `begun` is the result for the bytes before these. */
export function crc32c(bytes: Uint8Array, begun = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as Tables
  let crc = ~begun
  let i = 0
  for (const end = bytes.length - 7; i < end; i += 8) {
    const low =
      crc ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24))
    crc =
      t7[low & 0xff]! ^
      t6[(low >>> 8) & 0xff]! ^
      t5[(low >>> 16) & 0xff]! ^
      t4[low >>> 24]! ^
      t3[bytes[i + 4]!]! ^
      t2[bytes[i + 5]!]! ^
      t1[bytes[i + 6]!]! ^
      t0[bytes[i + 7]!]!
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]!) & 0xff]!
  return ~crc >>> 0
}

type Table = Uint32Array
type Tables = [Table, Table, Table, Table, Table, Table, Table, Table]

function makeTables(): readonly Table[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ reversedPolynomial : remainder >>> 1
    }
    return remainder
  })
  const all = [first]
  for (let i = 1; i < 8; i++) {
    const before = all[i - 1]!
    all.push(before.map((crc) => (crc >>> 8) ^ first[crc & 0xff]!))
  }
  return all
}

/**
 * Where in a space a partition is stored: 22 bytes in place of a partition key of up to 2 KB.
 *
 * The first 6 bytes are those of MD5("Outliers" + key), which is the order in which AWS has been
 * seen to return a Scan (recorded in tests of other implementations), and they divide a table into
 * parallel-scan segments. The next 16 are from SHA-256(key) and keep partitions apart: two keys
 * that agree in all 22 bytes would share a partition, but finding such a pair takes about 2^64
 * hashes and would only corrupt one's own table. Stored items still carry their full key.
 */
import * as crypto from 'node:crypto'

export const orderBytes = 6
const distinctBytes = 16
export const partitionHashBytes = orderBytes + distinctBytes

/** How many places there are for partitions. */
export const partitionNumbers = 256 ** orderBytes

/** The first bytes of a key in a table's or index's space as a number: its partition's place. */
export function partitionNumber(key: Uint8Array): number {
  let number = 0
  for (let i = 0; i < orderBytes; i++) number = number * 256 + key[i]!
  return number
}

const salt = Buffer.from('Outliers')

export function partitionHash(key: Uint8Array): Buffer {
  const salted = Buffer.allocUnsafe(salt.length + key.length)
  salted.set(salt)
  salted.set(key, salt.length)
  const hash = Buffer.allocUnsafe(partitionHashBytes)
  digest('md5', salted).copy(hash, 0, 0, orderBytes)
  digest('sha256', key).copy(hash, orderBytes, 0, distinctBytes)
  return hash
}

// The one-shot function takes a third of the time, but Node has it only since 20.12.
const digest: (algorithm: string, bytes: Uint8Array) => Buffer =
  typeof crypto.hash === 'function'
    ? (algorithm, bytes) => crypto.hash(algorithm, bytes, 'buffer')
    : (algorithm, bytes) => crypto.createHash(algorithm).update(bytes).digest()

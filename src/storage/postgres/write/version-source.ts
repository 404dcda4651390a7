/**
 * Versions of entries: numbers that no entry has had before, but by a chance of 2^-63.
 *
 * Randomness is bought in bulk, since asking for a few bytes costs as much as asking for many.
 */
import type { Random } from '../../../stdx/random.js'

const versionBytes = 8
const versionsPerPool = 128

export function versionSource(random: Random): () => string {
  let pool: Buffer = Buffer.alloc(0)
  let offset = 0
  return () => {
    if (offset === pool.length) {
      pool = Buffer.from(random.bytes(versionBytes * versionsPerPool))
      offset = 0
    }
    const version = pool.readBigUInt64BE(offset) >> 1n
    offset += versionBytes
    return version.toString()
  }
}

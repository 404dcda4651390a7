/**
 * Versions of entries: random numbers that an entry has not had before, except with probability
 * 2^-63.
 *
 * Randomness is drawn in bulk, since drawing a few bytes costs as much as drawing many.
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

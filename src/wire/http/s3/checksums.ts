/** The checksums that S3's clients send with bodies, computed as the bytes pass. */
import { createHash } from 'node:crypto'
import { crc32 } from '../../../stdx/crc32.js'
import { crc32c } from '../../../stdx/crc32c.js'
import { Crc64Nvme } from '../../../stdx/crc64-nvme.js'

export interface RunningChecksum {
  add(bytes: Uint8Array): void
  /** In base64. */
  value(): string
}

const algorithms: Readonly<Record<string, () => RunningChecksum>> = {
  crc32: () => runningCrc(crc32),
  crc32c: () => runningCrc(crc32c),
  crc64nvme: () => new Crc64Nvme(),
  sha1: () => runningHash('sha1'),
  sha256: () => runningHash('sha256'),
  md5: () => runningHash('md5'),
}

/** Undefined if it is not known. */
export function newChecksum(algorithm: string): RunningChecksum | undefined {
  return Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm]!() : undefined
}

function runningHash(algorithm: string): RunningChecksum {
  const hash = createHash(algorithm)
  return { add: (bytes) => void hash.update(bytes), value: () => hash.digest('base64') }
}

function runningCrc(crc: (bytes: Uint8Array, begun?: number) => number): RunningChecksum {
  let value = 0
  return {
    add: (bytes) => void (value = crc(bytes, value)),
    value() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

/**
 * The secret of a database: 32 random bytes, created once and shared by every server that opens it,
 * so that any server can open what another one sealed, also after a restart. Each use derives its
 * own key from it.
 */
import { assert } from '../stdx/assert.js'
import type { Random } from '../stdx/random.js'
import { systemSpace, type Engine } from './engine.js'
import { currentFormat } from './format.js'
import { secretKey } from './keyspace.js'

const secretBytes = 32

/** The secret, created if there is none yet. */
export async function ensureSecret(engine: Engine, random: Random): Promise<Buffer> {
  const get = { kind: 'get', space: systemSpace, key: secretKey() } as const
  const [record] = await engine.read([get])
  if (record !== undefined) return decodeSecret(record)
  // Drawn outside `decide`, which may run again and must be pure.
  const fresh = encodeSecret(random.bytes(secretBytes))
  return engine.transact({
    reads: [get],
    decide([found]) {
      // Another server may have created one since we looked.
      if (found !== undefined) return { mutations: [], result: decodeSecret(found) }
      const put = { kind: 'put', space: systemSpace, key: secretKey(), value: fresh } as const
      return { mutations: [put], result: decodeSecret(fresh) }
    },
  })
}

function encodeSecret(secret: Uint8Array): Buffer {
  assert(secret.length === secretBytes, 'a secret has 32 bytes', { length: secret.length })
  return Buffer.concat([Buffer.of(currentFormat.secret), secret])
}

function decodeSecret(record: Buffer): Buffer {
  const known = record[0] === currentFormat.secret && record.length === 1 + secretBytes
  assert(known, 'a secret of unknown form', { revision: record[0], length: record.length })
  return Buffer.from(record.subarray(1))
}

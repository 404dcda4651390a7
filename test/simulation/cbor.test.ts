/** Our CBOR and the AWS SDK's read each other's bytes, for random values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cbor } from '@smithy/core/cbor'
import type { CborValue } from '../../src/wire/cbor/cbor-value.js'
import { CborError, decodeCbor } from '../../src/wire/cbor/decode-cbor.js'
import { encodeCbor } from '../../src/wire/cbor/encode-cbor.js'
import { seededRandom, type SeededRandom } from '../support/seeded-random.js'

const seed = Number(process.env['GRAMME_SEED'] ?? Date.now() % 2 ** 32)

/** The values that both support; the SDK has objects where we have maps. */
type Plain =
  number | bigint | string | boolean | null | Uint8Array | Plain[] | { [key: string]: Plain }

const scalars: readonly ((random: SeededRandom) => Plain)[] = [
  ({ below }) => below(300) - 150,
  ({ below, pick }) => pick([1, -1]) * below(2 ** 31) * below(2 ** 20),
  ({ fraction, below }) => (fraction() - 0.5) * 10 ** (below(600) - 300),
  ({ pick }) => pick([0, 23, 24, 255, 256, 65535, 65536, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1]),
  ({ below }) => 2n ** 63n - BigInt(below(1000)),
  ({ below }) => 'aé漢😀'.repeat(below(30)),
  ({ below }) => Uint8Array.from({ length: below(300) }, () => below(256)),
  ({ pick }) => pick([true, false, null]),
]

function plain(random: SeededRandom, depth: number): Plain {
  const kind = depth === 0 ? 0 : random.below(4)
  const length = random.below(5)
  if (kind === 1) return Array.from({ length }, () => plain(random, depth - 1))
  if (kind === 2) {
    const entries = Array.from({ length }, (_, i) => [`k${i}`, plain(random, depth - 1)])
    return Object.fromEntries(entries) as Plain
  }
  return random.pick(scalars)(random)
}

function ours(value: Plain): CborValue {
  if (Array.isArray(value)) return value.map(ours)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return new Map(Object.entries(value).map(([key, each]) => [key, ours(each)]))
}

function normal(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (value instanceof Map) return normal(Object.fromEntries(value))
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, normal(each)]))
}

describe('CBOR', () => {
  const random = seededRandom(seed)

  it(`written here is read by the SDK, and the reverse (GRAMME_SEED=${seed})`, () => {
    for (let round = 0; round < 2000; round++) {
      const value = plain(random, 4)
      const written = encodeCbor(ours(value))
      assert.deepEqual(normal(cbor.deserialize(written)), normal(value))
      assert.deepEqual(normal(decodeCbor(Buffer.from(cbor.serialize(value)))), normal(value))
      assert.deepEqual(normal(decodeCbor(written)), normal(value))
    }
  })

  it(`fails only with its own error on broken bytes (GRAMME_SEED=${seed})`, () => {
    for (let round = 0; round < 5000; round++) {
      const bytes = Buffer.from(encodeCbor(ours(plain(random, 4))))
      for (let i = random.below(4); i >= 0; i--) {
        if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
      }
      try {
        decodeCbor(bytes.subarray(0, random.below(bytes.length + 1)))
      } catch (error) {
        assert.ok(error instanceof CborError, `${String(error)} for ${bytes.toString('hex')}`)
      }
    }
  })
})

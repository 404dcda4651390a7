/**
 * Damaged requests to the door of DAX: whatever the bytes, each is answered or ends its connection, and the server
 * goes on. A failure prints its seed and bytes.
 */
import assert from 'node:assert/strict'
import { seededRandom, type SeededRandom } from '../support/seeded-random.js'
import { RawClient } from './raw-client.js'

type Change = (random: SeededRandom, bytes: Buffer) => Buffer

const heads = [
  '1a',
  '1b',
  '3a',
  '5a',
  '5bffffffffffffffff',
  '7f',
  '9f',
  '9a00ffffff',
  'bf',
  'bb',
  'c2',
  'c4',
  'd90cf9',
  'f6',
  'f7',
  'f9',
  'fb',
  'ff',
]

const changes: readonly Change[] = [
  (random, bytes) => spliced(bytes, random.below(bytes.length), 1, Buffer.of(random.below(256))),
  (random, bytes) =>
    spliced(bytes, random.below(bytes.length), 1 + random.below(6), Buffer.alloc(0)),
  (random, bytes) =>
    spliced(bytes, random.below(bytes.length), 0, Buffer.from(random.pick(heads), 'hex')),
  (random, bytes) =>
    spliced(bytes, random.below(bytes.length), 1, Buffer.from(random.pick(heads), 'hex')),
  (random, bytes) => bytes.subarray(0, random.below(bytes.length)),
  (_, bytes) => Buffer.concat([bytes, bytes]),
]

export interface FuzzTarget {
  readonly port: number
  /** Requests before they are damaged. */
  readonly requests: readonly string[]
  /** A request that is always answered with the same bytes. */
  readonly probe: { readonly sent: string; readonly answer: string }
}

export async function fuzzRequests(
  seed: number,
  times: number,
  { port, requests, probe }: FuzzTarget,
): Promise<{ readonly cut: number; readonly answered: number }> {
  const random = seededRandom(seed)
  const counts = { cut: 0, answered: 0 }
  for (let i = 0; i < times; i++) {
    let bytes = Buffer.from(random.pick(requests), 'hex')
    for (let n = 1 + random.below(3); n > 0 && bytes.length > 0; n--) {
      bytes = Buffer.from(random.pick(changes)(random, bytes))
    }
    const client = await RawClient.connect(port)
    const heard = client.answer().then(
      () => 'answered' as const,
      () => 'cut' as const,
    )
    client.socket.end(bytes)
    // A request that is not complete is waited for, until the client has gone.
    counts[await heard]++
    client.close()
    if (i % 50 !== 0) continue
    const other = await RawClient.connect(port)
    const where = `seed ${seed}, ${i}: ${bytes.toString('hex')}`
    assert.equal(await other.ask(probe.sent), probe.answer, where)
    other.close()
  }
  return counts
}

function spliced(bytes: Buffer, at: number, count: number, added: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + count)])
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Mutation } from '../../engine.js'
import { FrameBody, FrameDamaged, FrameReader, FrameWriter, fromWorker } from './frames.js'
import { BatchWriter, readBatch, type SentBatch } from './transaction-codec.js'

const key = Buffer.from('key')
const value = Buffer.from('value')
const everyKind: readonly Mutation[] = [
  { kind: 'put', space: 7, key, value },
  { kind: 'delete', space: 7, key },
  { kind: 'tally', space: 7, entries: -1, bytes: -(2 ** 40) },
  { kind: 'append', space: 7, log: key, value },
  { kind: 'start-log', space: 7, log: key, number: 2 ** 40 },
  { kind: 'create-space', space: 8, label: 'Caf\u00e9' },
  { kind: 'drop-space', space: 9 },
]

function writeBatch(out: FrameWriter, id: number): void {
  const batch = new BatchWriter(out, { id, turn: 3, snapshot: 2 ** 40 })
  batch.get(7, key, 0)
  batch.get(7, key, 2 ** 35)
  batch.read({ kind: 'range', space: 7, from: key, to: value, entriesMax: 1 })
  batch.read({ kind: 'tally', space: 8 })
  batch.read({ kind: 'heads', space: 9 })
  batch.mutations(everyKind)
  batch.mutations([])
  batch.end()
}

const stored = (space: number, text: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, space]), Buffer.from(text)]).toString('latin1')

const expected = (id: number): SentBatch => ({
  id,
  turn: 3,
  snapshot: 2 ** 40,
  transactions: [
    {
      reads: [
        { kind: 'get', key: stored(7, 'key'), sequence: 0 },
        { kind: 'get', key: stored(7, 'key'), sequence: 2 ** 35 },
        { kind: 'range', from: stored(7, 'key'), to: stored(7, 'value') },
        { kind: 'tally', space: 8 },
        { kind: 'heads', space: 9 },
      ],
      mutations: everyKind,
    },
    { reads: [], mutations: [] },
  ],
})

describe('frames', () => {
  it('arrive whole wherever they are cut', () => {
    const out = new FrameWriter(16)
    for (const id of [1, 2, 3]) writeBatch(out, id)
    const bytes = out.handOver()
    for (let first = 0; first <= bytes.length; first++) {
      const reader = new FrameReader()
      const found: SentBatch[] = []
      const take = (kind: number, body: Buffer) => {
        assert.equal(kind, fromWorker.batch)
        found.push(readBatch(body))
      }
      for (const part of [bytes.subarray(0, first), bytes.subarray(first)]) {
        if (part.length > 0) reader.push(part, take)
      }
      assert.deepEqual(found, [1, 2, 3].map(expected), `cut at ${first}`)
    }
  })

  it('arrive whole byte by byte', () => {
    const out = new FrameWriter()
    for (const id of [1, 2]) writeBatch(out, id)
    const reader = new FrameReader()
    const found: SentBatch[] = []
    for (const byte of out.handOver()) {
      reader.push(Buffer.of(byte), (_, body) => found.push(readBatch(body)))
    }
    assert.deepEqual(found, [1, 2].map(expected))
  })

  it('are as large as their limit, and no larger', () => {
    const frame = (size: number) => {
      const bytes = Buffer.alloc(4 + size, 1)
      bytes.writeUInt32BE(size)
      return bytes
    }
    const sizes: number[] = []
    new FrameReader(100).push(frame(100), (_, body) => sizes.push(body.length + 1))
    assert.deepEqual(sizes, [100])
    assert.throws(() => new FrameReader(100).push(frame(101), () => {}), FrameDamaged)
    assert.throws(() => new FrameReader(100).push(Buffer.alloc(5), () => {}), FrameDamaged)
  })

  it('of a batch that ends anywhere too early are damaged', () => {
    const out = new FrameWriter()
    writeBatch(out, 1)
    const body = out.handOver().subarray(5)
    for (let end = 0; end < body.length; end++) {
      assert.throws(() => readBatch(body.subarray(0, end)), FrameDamaged, `ends at ${end}`)
    }
    assert.throws(() => readBatch(Buffer.concat([body, Buffer.of(0)])), FrameDamaged)
  })

  it('of random bytes are damaged or a batch, and nothing else happens', () => {
    const out = new FrameWriter()
    writeBatch(out, 1)
    const body = out.handOver().subarray(5)
    for (let at = 0; at < body.length; at++) {
      for (const bit of [1, 0x80]) {
        const damaged = Buffer.from(body)
        damaged[at]! ^= bit
        try {
          readBatch(damaged)
        } catch (error) {
          assert.ok(error instanceof FrameDamaged, String(error))
        }
      }
    }
    assert.throws(() => new FrameBody(Buffer.from('\0\0\0\x01x')).json(), FrameDamaged)
  })
})

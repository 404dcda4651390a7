import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReadMemory } from './read-memory.js'

const half = Buffer.alloc(32 * 1024, 'a')

describe('the memory of a request', () => {
  it('holds copies up to 64 KB', () => {
    const memory = new ReadMemory()
    const original = Buffer.from('value')
    const copy = memory.copyOf(original)!
    original.fill('x')
    assert.equal(copy.toString(), 'value')
    assert.equal(memory.copyOf(half)!.length, half.length)
    assert.equal(memory.copyOf(half), undefined)
    assert.equal(memory.copyOf(half.subarray(5))!.length, half.length - 5)
    assert.equal(memory.copyOf(Buffer.of(1)), undefined)
    assert.equal(copy.toString(), 'value')
  })

  it('holds any number of large copies, and is used again as well', () => {
    const lengths = [400, 128, 130, 200, 512, 300].map((kb) => kb * 1024)
    const memory = new ReadMemory()
    const originals = lengths.map((length, i) => Buffer.alloc(length, `${i}`))
    const copies = originals.map((original) => memory.copyOf(original)!)
    assert.deepEqual(copies, originals)
    assert.equal(memory.copyOf(half)!.length, half.length)
    assert.equal(memory.copyOf(Buffer.alloc(512 * 1024 + 1)), undefined)
    memory.release()
    assert.equal(memory.copyOf(originals[0]!), undefined)
    const next = new ReadMemory()
    assert.ok(copies.some(({ buffer }) => buffer === next.copyOf(originals[0]!)!.buffer))
    next.release()
  })

  it('belongs to one request at a time', () => {
    const requests = Array.from({ length: 100 }, () => new ReadMemory())
    const copies = requests.map((memory, i) => memory.copyOf(Buffer.alloc(1000, i))!)
    for (const [i, copy] of copies.entries()) assert.deepEqual(copy, Buffer.alloc(1000, i))
    for (const memory of requests) memory.release()
  })

  it('is used again after it was released, and only then', () => {
    const first = new ReadMemory()
    const copy = first.copyOf(half)!
    first.release()
    assert.equal(first.copyOf(Buffer.of(1)), undefined)
    first.release()
    const [second, third] = [new ReadMemory(), new ReadMemory()]
    assert.equal(second.copyOf(half)!.buffer, copy.buffer)
    assert.notEqual(third.copyOf(half)!.buffer, copy.buffer)
  })
})

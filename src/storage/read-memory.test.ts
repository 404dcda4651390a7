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

  it('gives the system large copies back when it is released', () => {
    const memory = new ReadMemory()
    const large = Buffer.alloc(400 * 1024, 'b')
    const copy = memory.copyOf(large)!
    assert.deepEqual(copy, large)
    assert.equal(memory.copyOf(half)!.length, half.length)
    memory.release()
    assert.equal(copy.buffer.byteLength, 0)
    assert.equal(memory.copyOf(large), undefined)
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

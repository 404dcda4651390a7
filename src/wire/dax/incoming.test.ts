import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Incoming, type Preamble, type Request } from './incoming.js'
import { daxRequestBytesMax, daxValuesMax } from './limits.js'

const methods = new Map([
  [263244906, { name: 'getItem', arguments: 3 }],
  [455855874, { name: 'endpoints', arguments: 0 }],
])
type Method = { readonly name: string; readonly arguments: number }

const preamble = `674a37796e653547005${'0'.repeat(1)}${'00'.repeat(16)}a169557365724167656e74617800`
const endpoints = '011a1b2bcf02'
const getItem = '011a0fb0cc6a4454616232466161c11c0000bf00518201828212616e8412616d6178d90cfc01ff'
const argumentsHex = getItem.slice(12)

function started(): Incoming<Method> {
  const incoming = new Incoming<Method>((id) => methods.get(id))
  incoming.add(Buffer.from(preamble, 'hex'))
  assert.deepEqual(incoming.next(), { kind: 'preamble', userAgent: 'x', isFramed: false })
  return incoming
}

function all(incoming: Incoming<Method>): readonly (Preamble | Request<Method>)[] {
  const found: (Preamble | Request<Method>)[] = []
  for (let next = incoming.next(); next !== undefined; next = incoming.next()) found.push(next)
  return found
}

describe('what arrives on a connection of DAX', () => {
  it('is the same however it is split', () => {
    const bytes = Buffer.from(preamble + endpoints + getItem + getItem + endpoints, 'hex')
    for (let size = 1; size <= bytes.length; size++) {
      const incoming = new Incoming<Method>((id) => methods.get(id))
      const found = []
      for (let at = 0; at < bytes.length; at += size) {
        incoming.add(bytes.subarray(at, at + size))
        found.push(...all(incoming))
      }
      const read = found.map((each) =>
        each.kind === 'preamble' ? each.kind : `${each.method.name} ${each.bytes.toString('hex')}`,
      )
      const get = `getItem ${argumentsHex}`
      assert.deepEqual(read, ['preamble', 'endpoints ', get, get, 'endpoints '])
      assert.equal(incoming.pending, 0)
    }
  })

  it('does not change once it is handed out', () => {
    const incoming = started()
    const half = getItem.length / 2 - 3
    incoming.add(Buffer.from(getItem, 'hex').subarray(0, half))
    assert.equal(incoming.next(), undefined)
    incoming.add(Buffer.from(getItem, 'hex').subarray(half))
    const [request] = all(incoming)
    incoming.add(Buffer.from(getItem.replaceAll('5', '6').slice(0, 30), 'hex'))
    assert.equal((request as Request<Method>).bytes.toString('hex'), argumentsHex)
  })

  for (const [name, hex] of [
    ['another service', '021a1b2bcf02'],
    ['an unknown method', '011a1b2bcf03'],
    ['a method that is no number', '016161'],
    ['a break that ends nothing', '011a0fb0cc6aff'],
    ['a reserved length', '011a0fb0cc6a5c'],
    ['a reserved value', '011a0fb0cc6afc'],
    ['a length beyond all bounds', '011a0fb0cc6a5bffffffffffffffff'],
    ['a number without a length', '011a0fb0cc6a1f'],
  ] as const) {
    it(`is unreadable with ${name}`, () => {
      const incoming = started()
      incoming.add(Buffer.from(hex, 'hex'))
      assert.throws(() => incoming.next())
    })
  }

  it('is unreadable without the words that clients begin with', () => {
    const incoming = new Incoming<Method>((id) => methods.get(id))
    incoming.add(Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
    assert.throws(() => all(incoming))
  })

  it('may be as long as a request may be', () => {
    const head = Buffer.from('011a0fb0cc6a5a00000000', 'hex')
    const text = (bytes: number): Buffer => {
      const request = Buffer.alloc(bytes)
      head.copy(request)
      request.writeUInt32BE(bytes, 7)
      return request
    }
    const incoming = started()
    incoming.add(text(daxRequestBytesMax))
    assert.equal(incoming.next(), undefined)
    incoming.add(Buffer.alloc(1))
    assert.throws(() => incoming.next(), /too long/)
  })

  it('may have as many values as a request may have', () => {
    const list = (values: number): Buffer => {
      const bytes = Buffer.alloc(11 + values)
      Buffer.from('011a0fb0cc6a9a00000000', 'hex').copy(bytes)
      bytes.writeUInt32BE(values, 7)
      return bytes
    }
    const fits = started()
    // The service, the method and the list itself count, too.
    fits.add(list(daxValuesMax - 3))
    assert.equal(fits.next(), undefined)
    const overflows = started()
    overflows.add(list(daxValuesMax - 2))
    assert.throws(() => overflows.next(), /too many values/)
  })
})

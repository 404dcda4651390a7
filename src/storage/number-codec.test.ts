import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssertionError } from '../stdx/assert.js'
import { compareNumbers, normalizeNumber } from '../model/decimal.js'
import { decodeNumber, encodeNumber } from './number-codec.js'

const digits38 = '12345678901234567890123456789012345678'

describe('number codec', () => {
  it('writes the bytes that are on disk', () => {
    const rows: [string, string][] = [
      ['0', '80'],
      ['1', 'c102'],
      ['10', 'c10b'],
      ['99', 'c164'],
      ['100', 'c202'],
      ['0.1', 'c00b'],
      ['0.01', 'c002'],
      ['-1', '3e6466'],
      ['-100', '3d6466'],
      ['1e-130', '8002'],
      ['-1e-130', '7f6466'],
      ['9.99e125', 'ff645b'],
      ['-9.99e125', '00020b66'],
    ]
    for (const [text, hex] of rows) assert.equal(encodeNumber(text).toString('hex'), hex, text)
  })

  it('sorts as numbers do, over the whole range', () => {
    const numbers = sampleNumbers()
    const sorted = [...numbers].sort(compareNumbers)
    const byBytes = numbers
      .map((text) => ({ text, bytes: encodeNumber(text) }))
      .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    assert.deepEqual(
      byBytes.map(({ text }) => text),
      sorted,
    )
  })

  it('decodes to the normal form', () => {
    for (const text of sampleNumbers()) assert.equal(decodeNumber(encodeNumber(text)), text)
  })

  it('gives equal numbers equal bytes', () => {
    const rows = [
      ['100', '1e2', '+100.00', '0100'],
      ['0', '-0', '0.000', '0e9'],
      ['-0.5', '-.5', '-5e-1'],
    ]
    for (const row of rows)
      assert.equal(new Set(row.map((text) => encodeNumber(text).toString('hex'))).size, 1)
  })

  it('refuses what is not a number in range', () => {
    for (const text of ['', 'x', '1e126', '-1e126', `${digits38}123`]) {
      assert.throws(() => encodeNumber(text), AssertionError, text)
    }
  })
})

/** Every magnitude, both signs, short and full mantissas, and neighbours with a common start. */
function sampleNumbers(): string[] {
  const mantissas = [
    '1',
    '9',
    '12',
    '99',
    '101',
    '1.5',
    '1.50001',
    digits38,
    `${digits38.slice(0, 37)}9`,
  ]
  const texts = ['0']
  for (let exponent = -130; exponent <= 125; exponent++) {
    for (const mantissa of mantissas)
      texts.push(`${mantissa}e${exponent}`, `-${mantissa}e${exponent}`)
  }
  const normal = texts.map(normalizeNumber).flatMap((each) => ('text' in each ? [each.text] : []))
  return [...new Set(normal)]
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareNumbers, normalizeNumber } from '../../model/decimal.js'
import { decodeLexDecimal, encodeLexDecimal } from './lex-decimal.js'

/** The protocol's own examples that are in normal form. */
const examples = [
  ['0', '80'],
  ['1', 'c11c0000'],
  ['-1', '3ee3fff0'],
  ['12', 'c2210010'],
  ['123', 'c321c020'],
  ['1234', 'c421d9c000'],
  ['-12.345', '3dde231ff8'],
  ['0.5', 'c0800000'],
  ['100', 'c31c0020'],
  ['-0.001', '41e3fff0'],
] as const

/** Bytes that clients send for numbers that are not, or that we write with more digits. */
const otherForms = [
  ['1.0', 'c11c0010', '1'],
  ['1E61', 'fe8000003e1c0000', `1${'0'.repeat(61)}`],
  ['1E-64', '817fffffc11c0000', `0.${'0'.repeat(63)}1`],
  ['-1E100', '017fffff9ae3fff0', `-1${'0'.repeat(100)}`],
  ['1E2', 'c31c0000', '100'],
  ['another zero', '7f', '0'],
] as const

describe('numbers in the sort keys of DAX', () => {
  for (const [text, hex] of examples) {
    it(`${text} is ${hex}`, () => {
      assert.equal(encodeLexDecimal(text).toString('hex'), hex)
      assert.equal(read(hex), text)
    })
  }

  for (const [name, hex, text] of otherForms) {
    it(`reads ${name} as ${hex}`, () => assert.equal(read(hex), text))
  }

  it('come back, and are in the order of the numbers', () => {
    const largest = '9'.repeat(38) + '0'.repeat(88)
    const smallest = `0.${'0'.repeat(129)}1`
    const numbers = ['-1', '1', '0', '0.25', '-0.3', '10', '9.99', '1000', '-1000', '999']
    const all = [...numbers, largest, `-${largest}`, smallest, `-${smallest}`]
    const byValue = all.toSorted(compareNumbers)
    const byBytes = all.toSorted((a, b) => encodeLexDecimal(a).compare(encodeLexDecimal(b)))
    assert.deepEqual(byBytes, byValue)
    for (const text of all) assert.equal(read(encodeLexDecimal(text).toString('hex')), text)
  })

  for (const hex of [
    '',
    '00',
    'ff',
    '8000',
    'c1',
    'c1ffff',
    'fe80',
    'c10c',
    'c1'.padEnd(600, '0'),
  ]) {
    it(`refuses ${hex.slice(0, 16) || 'nothing'}`, () => assert.equal(read(hex), undefined))
  }
})

function read(hex: string): string | undefined {
  const text = decodeLexDecimal(Buffer.from(hex, 'hex'))
  if (text === undefined) return undefined
  const normal = normalizeNumber(text)
  return 'text' in normal ? normal.text : normal.fault
}

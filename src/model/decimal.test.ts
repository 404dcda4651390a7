import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addNumbers, compareNumbers, normalizeNumber, subtractNumbers } from './decimal.js'

describe('normal form of a number', () => {
  const check = (text: string, expected: string) => {
    it(`${text.slice(0, 60)} is ${expected.slice(0, 60)}`, () => {
      const result = normalizeNumber(text)
      assert.equal('text' in result ? result.text : result.fault, expected)
    })
  }
  check('0', '0')
  check('-0', '0')
  check('-0.00', '0')
  check('0e125', '0')
  check('0e126', 'overflow')
  check('0e-131', 'underflow')
  check('007', '7')
  check('+7', '7')
  check('-7', '-7')
  check('1.0', '1')
  check('1.50', '1.5')
  check('.5', '0.5')
  check('5.', '5')
  check('1e2', '100')
  check('1E+2', '100')
  check('12e-1', '1.2')
  check('-1.5e-3', '-0.0015')
  check('123456789012345678901234567890', '123456789012345678901234567890')
  check('0.000001', '0.000001')
  check('9'.repeat(38), '9'.repeat(38))
  check('9'.repeat(38) + '000', '9'.repeat(38) + '000')
  check('1'.repeat(39), 'too-many-digits')
  check(`0.${'1'.repeat(39)}`, 'too-many-digits')
  check('1e-130', `0.${'0'.repeat(129)}1`)
  check('1e-131', 'underflow')
  check('0.9e-130', 'underflow')
  check(`9.${'9'.repeat(37)}e125`, '9'.repeat(38) + '0'.repeat(88))
  check('1e126', 'overflow')
  check('-1e126', 'overflow')
  check('1e9223372036854775807', 'overflow')
  check('1e9223372036854775808', 'not-a-number')
  check('1e-9223372036854775808', 'underflow')
  check('1e-9223372036854775809', 'not-a-number')
  check('1' + '0'.repeat(200), 'overflow')
  for (const text of [
    '',
    '.',
    '-',
    'e5',
    '1e',
    '1e5.5',
    '--1',
    '1 ',
    ' 1',
    '1,5',
    'NaN',
    'Infinity',
    '0x10',
    '１',
  ]) {
    check(text, 'not-a-number')
  }

  it('takes time in proportion to the length of hostile texts', () => {
    const zeros = '0'.repeat(1_000_000)
    assert.deepEqual(normalizeNumber(`1${zeros}1`), { fault: 'overflow' })
    assert.deepEqual(normalizeNumber(`0.1${zeros}1`), { fault: 'too-many-digits' })
    assert.deepEqual(normalizeNumber(`${zeros}1`), { text: '1' })
  })
})

describe('arithmetic', () => {
  const check = (name: string, actual: { text: string } | { fault: string }, expected: string) => {
    it(name, () => assert.equal('text' in actual ? actual.text : actual.fault, expected))
  }
  check('adds', addNumbers('1', '2'), '3')
  check('carries', addNumbers('99', '1'), '100')
  check('is exact where floats are not', addNumbers('0.1', '0.2'), '0.3')
  check('subtracts to zero', subtractNumbers('1.5', '1.5'), '0')
  check('crosses zero', subtractNumbers('1', '2.5'), '-1.5')
  check('subtracts zero from zero', subtractNumbers('0', '0'), '0')
  check('makes an integer longer', addNumbers('9'.repeat(15), '1'), `1${'0'.repeat(15)}`)
  check(
    'is exact in long integers',
    subtractNumbers(`-${'9'.repeat(15)}`, '9'.repeat(16)),
    '-10999999999999998',
  )
  check('keeps 38 digits', addNumbers('9'.repeat(37) + '8', '1'), '9'.repeat(38))
  check('refuses to round', addNumbers(`1${'0'.repeat(50)}`, '1'), 'overflow')
  check(
    'overflows',
    addNumbers('9'.repeat(38) + '0'.repeat(88), '9'.repeat(38) + '0'.repeat(88)),
    'overflow',
  )
})

describe('order of numbers', () => {
  const ascending = [
    '-1e125',
    '-10.5',
    '-10',
    '-1',
    '-0.001',
    '-1e-130',
    '0',
    '1e-130',
    '0.5',
    '1',
    '1.0000001',
    '9',
    '9.9999999999998',
    '9.9999999999999',
    '9.99999999999999999',
    '10',
    '999999999999998',
    '999999999999999',
    '1000000000000000',
    '99999999999999999999',
    '1e125',
  ]
  it('is numeric over the whole range', () => {
    const normal = ascending.map((text) => (normalizeNumber(text) as { text: string }).text)
    for (const [i, left] of normal.entries()) {
      for (const [j, right] of normal.entries()) {
        assert.equal(Math.sign(compareNumbers(left, right)), Math.sign(i - j), `${left} ${right}`)
      }
    }
  })
})

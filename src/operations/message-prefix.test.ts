import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError, validation } from '../model/errors.js'
import { readAttributeValue, type RawAttributeValue } from '../model/read-attribute-value.js'
import { asWordedBy } from './message-prefix.js'

function faultOf(value: RawAttributeValue): ServiceError {
  try {
    readAttributeValue(value)
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return error
  }
  throw new Error('the value has no fault')
}

describe('an error as an operation words it', () => {
  const opening = 'One or more parameter values were invalid: Input collection'
  const noNumber = 'The parameter cannot be converted to a numeric value'
  const rows: readonly (readonly [RawAttributeValue, today: string, older: string])[] = [
    [{ N: '' }, `${noNumber}: `, noNumber],
    [{ N: 'x' }, `${noNumber}: x`, `${noNumber}: x`],
    [
      { SS: ['b', 'a', 'b'] },
      `${opening} ["a", "b", "b"] contains duplicates.`,
      `${opening} [b, a, b] contains duplicates.`,
    ],
    [
      { BS: ['/w==', 'AA==', 'AA=='] },
      `${opening} ["AA==","/w==","AA=="]of type BS contains duplicates.`,
      `${opening} [/w==, AA==, AA==]of type BS contains duplicates.`,
    ],
    [
      { NS: ['2', '1', '2'] },
      `${opening} contains duplicates.`,
      'Input collection contains duplicates',
    ],
  ]
  for (const [value, today, older] of rows) {
    it(JSON.stringify(value), () => {
      const fault = faultOf(value)
      assert.equal(asWordedBy('PutItem', fault).message, `1 validation error detected: ${today}`)
      assert.equal(asWordedBy('Query', fault).message, today)
      assert.equal(asWordedBy('Scan', fault).message, older)
      assert.equal(asWordedBy('BatchWriteItem', fault).message, older)
    })
  }

  it('has a prefix on Query only for misuse of Select', () => {
    const misuse = validation('Wrong', 'select')
    assert.equal(asWordedBy('Query', misuse).message, '1 validation error detected: Wrong')
    assert.equal(asWordedBy('Scan', misuse).message, 'Wrong')
  })
})

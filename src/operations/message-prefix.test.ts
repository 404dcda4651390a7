import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findServiceOperation } from '../api/services.js'
import { ServiceError } from '../model/errors.js'
import { readAttributeValue, type RawAttributeValue } from '../model/read-attribute-value.js'
import { asWordedBy } from './message-prefix.js'

function worded(operation: string, value: RawAttributeValue): string {
  try {
    readAttributeValue(value)
  } catch (error) {
    if (error instanceof ServiceError) {
      return asWordedBy(findServiceOperation(`dynamodb.${operation}`)!, error).message
    }
    throw error
  }
  return 'accepted'
}

describe('faults of values', () => {
  const rows: [RawAttributeValue, newer: string, older: string][] = [
    [
      { SS: ['b', 'a', 'b'] },
      'One or more parameter values were invalid: Input collection ["a", "b", "b"] contains duplicates.',
      'One or more parameter values were invalid: Input collection [b, a, b] contains duplicates.',
    ],
    [
      { BS: ['AQ==', 'AA==', 'AQ=='] },
      'One or more parameter values were invalid: Input collection ["AA==","AQ==","AQ=="]of type BS contains duplicates.',
      'One or more parameter values were invalid: Input collection [AQ==, AA==, AQ==]of type BS contains duplicates.',
    ],
    [
      { NS: ['1', '1.0'] },
      'One or more parameter values were invalid: Input collection contains duplicates.',
      'Input collection contains duplicates',
    ],
    [
      { N: '' },
      'The parameter cannot be converted to a numeric value: ',
      'The parameter cannot be converted to a numeric value',
    ],
    [
      { N: 'x' },
      'The parameter cannot be converted to a numeric value: x',
      'The parameter cannot be converted to a numeric value: x',
    ],
  ]

  it('have newer or older wording, with or without a prefix, depending on the operation', () => {
    for (const [value, newer, older] of rows) {
      assert.equal(worded('GetItem', value), newer)
      assert.equal(worded('PutItem', value), `1 validation error detected: ${newer}`)
      for (const operation of ['BatchWriteItem', 'TransactWriteItems', 'Scan']) {
        assert.equal(worded(operation, value), older)
      }
    }
  })
})

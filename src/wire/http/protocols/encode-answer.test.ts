import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stored } from '../../wire-suite.js'
import { encodeAnswer } from './encode-answer.js'

function check(answer: unknown, expected: string): void {
  it(expected === '' ? 'nothing' : expected, () =>
    assert.equal(encodeAnswer(answer).toString(), expected),
  )
}

const item = stored('{"pk":{"S":"ü€"}}')

describe('encodeAnswer', () => {
  check(undefined, '')
  check({}, '{}')
  check({ a: undefined, b: null, c: [undefined] }, '{"b":null,"c":[null]}')
  check({ Item: item }, '{"Item":{"pk":{"S":"ü€"}}}')
  check({ A: undefined, Item: item, Z: 1 }, '{"Item":{"pk":{"S":"ü€"}},"Z":1}')
  check(
    { Count: 2, Items: [item, item] },
    '{"Count":2,"Items":[{"pk":{"S":"ü€"}},{"pk":{"S":"ü€"}}]}',
  )
  check({ Items: [] }, '{"Items":[]}')
  check(
    { Responses: { 'a"b': [item, { pk: { S: 'ö' } }] }, Unprocessed: {} },
    '{"Responses":{"a\\"b":[{"pk":{"S":"ü€"}},{"pk":{"S":"ö"}}]},"Unprocessed":{}}',
  )
  check({ ü: [item, 'ß'] }, '{"ü":[{"pk":{"S":"ü€"}},"ß"]}')
  const long = 'x'.repeat(100)
  check({ [long]: item, text: `${long}€` }, `{"${long}":{"pk":{"S":"ü€"}},"text":"${long}€"}`)
  check(
    { Responses: [{ Item: item }, {}, undefined] },
    '{"Responses":[{"Item":{"pk":{"S":"ü€"}}},{},null]}',
  )
  check(
    { Attributes: JSON.parse('{"__proto__":{"S":"x"}}') as unknown, Item: item },
    '{"Attributes":{"__proto__":{"S":"x"}},"Item":{"pk":{"S":"ü€"}}}',
  )
  check(
    { Map: JSON.parse('{"__proto__":[]}') as unknown, toString: item },
    '{"Map":{"__proto__":[]},"toString":{"pk":{"S":"ü€"}}}',
  )
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../model/attribute-value.js'
import { parseValue } from './parse-value.js'

const members = Array.from({ length: 2000 }, (_, n) => `${n}`)
const around = (text: string): AttributeValue => ({ SS: [...members, text] })

const values: readonly (readonly [string, AttributeValue])[] = [
  ['a short set', { NS: ['1', '2'] }],
  ['a long set of numbers', { NS: members }],
  ['a long set of strings', { SS: members }],
  ['a long set of binaries', { BS: members.map((text) => Buffer.from(text).toString('base64')) }],
  ['one long member', { SS: ['x'.repeat(10_000)] }],
  ['an empty member', around('')],
  ['a quote in a member', around('a","b')],
  ['brackets in a member', around(']},{"N')],
  ['a backslash in a member', around('\\')],
  ['a line break in a member', around('a\nb')],
  ['text beyond ASCII', around('ü漢😀')],
  ['a long list', { L: members.map((text) => ({ N: text })) }],
  ['a long map', { M: Object.fromEntries(members.map((text) => [`SS${text}`, { NS: ['1'] }])) }],
  ['a long text that looks like a set', { S: `{"NS":["${members.join('","')}"]}` }],
]

describe('parsing a value', () => {
  for (const [name, value] of values) {
    it(`returns ${name} as it was`, () => {
      assert.deepEqual(parseValue(JSON.stringify(value)), value)
    })
  }
})

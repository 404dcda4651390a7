/** Expressions on the wire of DAX, with the protocol's own examples, and what they are as text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expressionOperatorsMax } from '../../model/limits.js'
import { encodeCbor } from '../cbor/encode-cbor.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { conditionText } from './condition-text.js'
import { opcodes } from './expression-tree.js'
import { daxExpressionDepthMax } from './limits.js'
import { Placeholders } from './placeholders.js'
import { readProjection } from './projection.js'
import { updateText } from './update-text.js'

const a = { '#0': 'a' }
const one = { ':0': { N: '1' } }

describe('conditions of DAX', () => {
  for (const [hex, text, names, values] of [
    ['830183008212616182110081' + '01', '#0 = :0', a, one],
    ['83018208830282126161821100' + '8101', 'NOT #0 < :0', a, one],
    ['8301840982126161821100821101820102', '#0 BETWEEN :0 AND :1', a, { ...one, ':1': { N: '2' } }],
    ['8301830a8212616182821100821101820102', '#0 IN (:0,:1)', a, { ...one, ':1': { N: '2' } }],
    [
      '83018307830683008212616182110083008212616282110183008212616382110283010261' + '78',
      '#0 = :0 AND #1 = :1 OR #2 = :2',
      { ...a, '#1': 'b', '#2': 'c' },
      { ...one, ':1': { N: '2' }, ':2': { S: 'x' } },
    ],
    ['8301820b8212616180', 'attribute_exists(#0)', a, undefined],
    ['83018304821082126161821100' + '8102', 'size(#0) > :0', a, { ':0': { N: '2' } }],
    ['8301830082126161821261628' + '0', '#0 = #1', { ...a, '#1': 'b' }, undefined],
  ] as const) {
    it(`${hex} is ${text}`, () => {
      const placeholders = new Placeholders()
      assert.equal(conditionText(Buffer.from(hex, 'hex'), placeholders), text)
      const { ExpressionAttributeNames, ExpressionAttributeValues } = placeholders.parameters
      assert.deepEqual(ExpressionAttributeNames, names)
      assert.deepEqual(ExpressionAttributeValues, values)
    })
  }

  const path = (name: string) => [opcodes.path, name]
  const exists = (name: string) => [opcodes.attributeExists, path(name)]
  for (const [tree, text] of [
    [
      [opcodes.and, [opcodes.or, exists('a'), exists('b')], exists('c')],
      '(attribute_exists(#0) OR attribute_exists(#1)) AND attribute_exists(#2)',
    ],
    [
      [opcodes.not, [opcodes.and, exists('a'), exists('b')]],
      'NOT (attribute_exists(#0) AND attribute_exists(#1))',
    ],
    [
      [opcodes.and, exists('a'), [opcodes.and, exists('b'), [opcodes.not, exists('a')]]],
      'attribute_exists(#0) AND attribute_exists(#1) AND NOT attribute_exists(#0)',
    ],
    [[opcodes.greaterOrEqual, path('a'), [opcodes.variable, 0]], '#0 >= :0'],
    [[opcodes.lessOrEqual, path('a'), [opcodes.variable, 0]], '#0 <= :0'],
    [[opcodes.notEqual, path('a'), [opcodes.variable, 0]], '#0 <> :0'],
    [[opcodes.attributeNotExists, path('a')], 'attribute_not_exists(#0)'],
    [[opcodes.attributeType, path('a'), [opcodes.variable, 0]], 'attribute_type(#0,:0)'],
    [[opcodes.beginsWith, path('a'), [opcodes.variable, 0]], 'begins_with(#0,:0)'],
    [[opcodes.contains, path('a'), [opcodes.variable, 0]], 'contains(#0,:0)'],
  ] as const) {
    it(`are ${text}`, () => assert.equal(textOf(tree), text))
  }

  it('name a value once, however often it is used', () => {
    const variable = [opcodes.variable, 0]
    const placeholders = new Placeholders()
    const bytes = encodeCbor([1, [opcodes.between, path('a'), variable, variable], [7]])
    assert.equal(conditionText(bytes, placeholders), '#0 BETWEEN :0 AND :0')
    assert.deepEqual(placeholders.parameters.ExpressionAttributeValues, { ':0': { N: '7' } })
  })

  it('may be as long as a chain of operators can be, and no deeper than their limit', () => {
    assert.match(textOf(chain(expressionOperatorsMax)), /^attribute_exists\(#0\) AND /)
    assert.throws(() => textOf(chain(daxExpressionDepthMax)), /malformed/)
  })

  function chain(length: number): CborValue {
    let tree: CborValue = exists('a')
    for (let i = 0; i < length; i++) tree = [opcodes.and, exists('a'), tree]
    return tree
  }

  for (const tree of [
    [],
    5,
    [99, path('a')],
    [opcodes.and, exists('a')],
    [opcodes.equal, path('a'), [opcodes.variable, 1]],
    [opcodes.equal, path('a'), [opcodes.variable, 'length']],
    [opcodes.attributeExists, [opcodes.path]],
    [opcodes.attributeExists, [opcodes.path, 5]],
    [opcodes.in, path('a'), 5],
    [opcodes.set, path('a'), path('b')],
    exists,
  ] as const) {
    it(`refuse ${JSON.stringify(tree) ?? 'what is no tree'}`, () => {
      assert.throws(() => textOf(typeof tree === 'function' ? 'x' : tree), /malformed/)
    })
  }
})

function textOf(tree: CborValue): string {
  return conditionText(encodeCbor([1, tree, ['x']]), new Placeholders())
}

describe('updates and projections of DAX', () => {
  for (const [hex, text] of [
    ['830181831382126161821100' + '8101', 'SET #0 = :0'],
    ['83018183138212616c8318188212616c821100818101', 'SET #0 = list_append(#0,:0)'],
    [
      '830181831382126161' + '83181a831782126161821100821101820102',
      'SET #0 = if_not_exists(#0,:0) - :1',
    ],
    [
      '830186831382126161831819821261618211008313821261628317821261628211018216' +
        '83126163d90cfc008216821261648314' +
        '8212616e82110283158212627374821103' +
        '84010201d90cf9816170',
      'SET #0 = #0 + :0,#1 = if_not_exists(#1,:1) REMOVE #2[0],#3 ADD #4 :2 DELETE #5 :3',
    ],
  ] as const) {
    it(`${hex.slice(0, 24)}… is ${text}`, () => {
      assert.equal(updateText(Buffer.from(hex, 'hex'), new Placeholders()), text)
    })
  }

  it('a projection is a list of paths, whose names may have dots', () => {
    const hex = '82018382126161841261626163d90cfc028212656e612e6d65'
    const read = readProjection(Buffer.from(hex, 'hex'))
    assert.deepEqual(read?.paths, [['a'], ['b', 'c', 2], ['na.me']])
    assert.deepEqual(read?.parameters, {
      ProjectionExpression: '#0,#1.#2[2],#3',
      ExpressionAttributeNames: { '#0': 'a', '#1': 'b', '#2': 'c', '#3': 'na.me' },
    })
  })
})

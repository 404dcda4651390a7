import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AttributeValue } from '../model/attribute-value.js'
import { ServiceError } from '../model/errors.js'
import { expressionBytesMax, inOperandsMax } from '../model/limits.js'
import { applyUpdate } from './apply-update.js'
import { holds } from './evaluate-condition.js'
import { fuzzExpressions } from './expressions.fuzz.js'
import { ParseCache } from './parse-cache.js'
import { conditionSyntax } from './parse.js'
import { readExpressions, type ExpressionRequest } from './read-expressions.js'

const values = { ':v': { N: '1' } }

/** An expression that took too long to read would run into the runner's time limit for a file. */
function answerTo(request: ExpressionRequest): string {
  try {
    readExpressions(request)
    return 'fine'
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.message.replace(/^Invalid \w+: /, '')
  }
}

function check(name: string, request: ExpressionRequest, expected: string): void {
  it(name, () => assert.equal(answerTo(request), expected))
}

function checkCondition(name: string, condition: string, expected: string): void {
  const used = condition.includes(':v') ? values : undefined
  check(name, { condition, values: used }, expected)
}

const redundant = 'The expression has redundant parentheses;'
const tooMany = 'The expression contains too many operators; operator count: 301'

function nested(open: string, close: string, levels: number): string {
  return open.repeat(levels) + 'a = :v' + close.repeat(levels)
}

function conjunction(operators: number): string {
  return Array.from({ length: (operators + 1) / 2 }, () => 'a=:v').join(' AND ')
}

describe('expressions of hostile shape', () => {
  checkCondition('1000 pairs of parentheses', nested('(', ')', 1000), redundant)
  checkCondition('parentheses that never close', '('.repeat(4000), redundant)
  checkCondition(
    'few parentheses that never close',
    '('.repeat(100),
    'Syntax error; token: "<EOF>", near: "("',
  )
  checkCondition('1000 NOTs', 'NOT '.repeat(1000) + 'a=:v', tooMany)
  checkCondition(
    '1000 NOTs of nothing',
    'NOT '.repeat(1000),
    'Syntax error; token: "<EOF>", near: "NOT"',
  )
  checkCondition('800 negated groups', nested('NOT(', ')', 800), tooMany)
  checkCondition('299 negated groups', nested('NOT(', ')', 299), 'fine')
  checkCondition('300 negated groups', nested('NOT(', ')', 300), tooMany)
  checkCondition('800 calls inside calls', 'f('.repeat(800) + 'a' + ')'.repeat(800), tooMany)
  checkCondition('groups opened and closed in turn', '(a=:v) AND '.repeat(149) + 'a=:v', 'fine')
  checkCondition('299 operators', conjunction(299), 'fine')
  checkCondition('301 operators', conjunction(301), tooMany)
  check('1000 parentheses in an update', { update: 'SET a=' + '('.repeat(1000) }, redundant)
  check('800 calls in an update', { update: 'SET a=' + 'f('.repeat(800) }, tooMany)
  check(
    '301 sums',
    { update: 'SET ' + Array.from({ length: 301 }, (_, i) => `a${i}=:v+:v`).join(','), values },
    tooMany,
  )
  check(
    '560 paths apart',
    { projection: Array.from({ length: 560 }, (_, i) => `a.b${i}`).join(',') },
    'fine',
  )
})

describe('expressions of hostile size', () => {
  const sentence = 'Expression size has exceeded the maximum allowed size;'
  const longest = 'a'.repeat(expressionBytesMax - 3) + '=:v'
  checkCondition('4096 bytes', longest, 'fine')
  checkCondition('4097 bytes', `b${longest}`, `${sentence} expression size: 4097`)
  checkCondition(
    '4097 bytes in fewer characters',
    'é'.repeat(2046) + 'aa=:v',
    `${sentence} expression size: 4097`,
  )
  checkCondition('a million bytes', 'a'.repeat(1e6), `${sentence} expression size: 1000000`)
  check('a long filter', { filter: 'a'.repeat(5000) }, `${sentence} expression size: 5000`)
  check('a long update', { update: 'a'.repeat(5000) }, sentence)
  check('a long projection', { projection: 'a'.repeat(5000) }, sentence)
  checkCondition('only blanks', ' '.repeat(1e5), 'The expression can not be empty;')
  checkCondition('100 operands of IN', `a IN (${list(inOperandsMax)})`, 'fine')
  checkCondition(
    '101 operands of IN',
    `a IN (${list(inOperandsMax + 1)})`,
    'The IN operator is provided with too many operands; number of operands: 101',
  )
  check(
    'a name of 65536 bytes',
    { names: { '#n': 'n'.repeat(65536) }, projection: '#n' },
    'ExpressionAttributeNames contains invalid value: Attribute name is too long for key #n',
  )
})

function list(count: number): string {
  return Array.from({ length: count }, () => ':v').join(',')
}

describe('values of hostile size', () => {
  const list: AttributeValue = {
    L: Array.from({ length: 100_000 }, () => ({ NULL: true }) as const),
  }
  it('appends long lists', () => {
    const { update } = readExpressions({ update: 'SET a = list_append(a, a)' })
    const after = applyUpdate(update!, { a: list })
    assert.equal('L' in after['a']! && after['a'].L.length, 200_000)
  })
  it('compares long sets', () => {
    const members = Array.from({ length: 50_000 }, (_, i) => `m${i}`)
    const { condition } = readExpressions({ condition: 'a = b' })
    assert.equal(holds(condition!, { a: { SS: members }, b: { SS: [...members] } }), true)
  })
})

describe('parsed expressions', () => {
  it('are parsed once for a text', () => {
    const text = 'some_attribute = :v'
    assert.equal(
      conditionSyntax('ConditionExpression', text),
      conditionSyntax('FilterExpression', text),
    )
  })
  it('are kept by use, within a limit', () => {
    const made: string[] = []
    const cache = new ParseCache<string>(10)
    for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb', 'd'.repeat(11), 'e']) {
      cache.get(text, () => (made.push(text), text))
      assert(cache.characters <= 10)
    }
    assert.deepEqual(made, ['aaaa', 'bbbb', 'cccc', 'bbbb', 'd'.repeat(11), 'e'])
  })
  it('are not kept when they are wrong', () => {
    const request = { condition: 'a = =' }
    assert.equal(answerTo(request), answerTo(request))
    assert.throws(() => conditionSyntax('FilterExpression', request.condition), /FilterExpression/)
  })
})

describe('any text', () => {
  for (const seed of [1, 2, 3]) {
    it(`is answered, seed ${seed}`, () => fuzzExpressions(seed, 2000))
  }
})

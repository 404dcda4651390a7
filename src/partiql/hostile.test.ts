import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../model/errors.js'
import { expressionOperatorsMax, inOperandsMax } from '../model/limits.js'
import { statementNestingMax } from './limits.js'
import { fuzzStatements, tryStatement } from './partiql.fuzz.js'
import { statementSyntax } from './parse/parse-statement.js'
import { readStatement } from './read-statement.js'

/** The longest statement that a request may hold. */
const longest = 8192

function answerTo(text: string): string {
  try {
    readStatement(text, undefined)
    return 'fine'
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.message
  }
}

function check(name: string, text: string, expected: string): void {
  it(name, () => assert.equal(answerTo(text), expected))
}

function where(condition: string): string {
  return `SELECT * FROM t WHERE ${condition}`
}

const tooDeep = 'Nesting Levels have exceeded supported limits'
const tooManyOperators = `The expression contains too many operators; operator count: ${expressionOperatorsMax + 1}`

function nested(open: string, middle: string, close: string, levels: number): string {
  return open.repeat(levels) + middle + close.repeat(levels)
}

function chain(first: string, link: string, links: number): string {
  return first + link.repeat(links)
}

describe('statements at the limits of nesting', () => {
  // WHERE and the comparison inside take one level each.
  const levels = statementNestingMax - 2
  check('as many parentheses as fit', where(nested('(', 'a = 1', ')', levels)), 'fine')
  check('one pair too many', where(nested('(', 'a = 1', ')', levels + 1)), tooDeep)
  check('as many NOTs as fit', where('NOT '.repeat(levels) + 'a = 1'), 'fine')
  check('one NOT too many', where('NOT '.repeat(levels + 1) + 'a = 1'), tooDeep)
  check('as many signs as fit', where('a = ' + '- '.repeat(levels) + '1'), 'fine')
  check('one sign too many', where('a = ' + '- '.repeat(levels + 1) + '1'), tooDeep)
  check('lists that never end', where('a = ' + '['.repeat(longest)), tooDeep)
  check('tuples in tuples', where('a = ' + nested("{'a':", '1', '}', 1000)), tooDeep)
  check('calls in calls', where(nested('size(', 'a', ')', 1000)), tooDeep)
  check('indexes in indexes', where(nested('a[', '0', ']', 1000)), tooDeep)
  check('queries in queries', where(nested('(SELECT * FROM ', 't', ')', 400)), tooDeep)
  check(
    'as many links as fit',
    `UPDATE t SET a = ${chain('a', '+1', expressionOperatorsMax + 1)} WHERE a = 1`,
    'fine',
  )
  check(
    'one link too many',
    `UPDATE t SET a = ${chain('a', '+1', expressionOperatorsMax + 2)} WHERE a = 1`,
    tooManyOperators,
  )
  check('a thousand equals', where(chain('a', '=1', 1000)), tooManyOperators)
  check('a thousand ANDs', where(chain('a=1', ' AND a=1', 900)), 'fine')
  check('ANDs and ORs in turn', where(chain('a=1', ' AND a=1 OR a=1', 500)), 'fine')
  check('as many operands of IN as fit', where(`a IN [${list(inOperandsMax)}]`), 'fine')
  check(
    'one operand of IN too many',
    where(`a IN (${list(inOperandsMax + 1)})`),
    'The IN operator is provided with too many operands; number of operands: 101',
  )
})

function list(count: number): string {
  return Array.from({ length: count }, () => '1').join(',')
}

describe('comparisons of conditions with conditions', () => {
  const compared = (levels: number) =>
    where(nested('(', 'b = 1', ' = (a = 1))', levels) + ' = true')
  check('ten of them, each within the next', compared(10), 'fine')
  check(
    'so many that evaluating them would take forever',
    compared(100),
    'The condition compares too many conditions with each other',
  )
  check('with constants, however many', where(nested('(', 'a = 1', ' = true)', 200)), 'fine')
})

describe('statements of hostile shape', () => {
  const pieces = [
    ...[
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '<<',
      '>>',
      '<',
      '>',
      '?',
      ',',
      '.',
      ':',
      ';',
      '*',
      '-',
      '- ',
    ],
    ...[
      '+',
      '=',
      "'",
      "''",
      '"',
      '""',
      '/*',
      '*/',
      '/**',
      '--',
      '`',
      '\\',
      '\u0000',
      '\ud800',
      '\n',
    ],
    ...['NOT ', 'a.', 'a[', 'a[0]', 'f(', '(a=1)=', 'a=1 OR ', 'a+', '1,', "'a':", "{'a':", '[1,'],
    ...['<<1,', 'a BETWEEN ', 'a IN [', 'IN ', 'a IS NOT NULL AND ', 'SELECT ', 'SELECT * FROM '],
    ...['(SELECT * FROM t WHERE ', 'FROM t WHERE ', 'FROM ', 'EXISTS(', 'VALUES (', 'SET a=1 '],
    ...['SET a=1,', 'REMOVE a,', 'ORDER BY a ', 'LIMIT 1 ', 'GROUP BY a ', 'AS b ', '1e9', '0'],
    ...["set_add(a,<<'x'>>)", 'list_append(a,', '(a=1)=(b=1)=', 'a <> b AND ', '((a=1)=b)=c AND '],
  ]
  const openings = [
    ...['', 'SELECT * FROM t WHERE ', 'SELECT ', 'SELECT * FROM ', 'INSERT INTO t VALUE '],
    ...["INSERT INTO t VALUE {'a':", 'UPDATE t ', 'UPDATE t SET a = ', 'DELETE FROM t WHERE '],
    ...[
      'SELECT * FROM t WHERE a = ',
      'SELECT * FROM t WHERE a IN [',
      'EXISTS(SELECT * FROM t WHERE ',
    ],
  ]
  for (const opening of openings) {
    it(`are answered after ${JSON.stringify(opening)}`, () => {
      for (const piece of pieces) {
        const room = longest - opening.length
        tryStatement(opening + piece.repeat(Math.floor(room / piece.length)))
      }
    })
  }
})

describe('parsed statements', () => {
  it('are parsed once for a text', () => {
    const text = 'SELECT * FROM t WHERE some_attribute = ?'
    assert.equal(statementSyntax(text), statementSyntax(text))
  })
})

describe('any statement', () => {
  for (const seed of [1, 2, 3]) {
    it(`is answered, seed ${seed}`, () => fuzzStatements(seed, 4000))
  }
})

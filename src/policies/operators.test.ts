/** Every condition operator, with a value that matches, one that does not, and none at all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allow, checkCases, decisionOn, identity, letterOf, roleArn } from './policy-suite.js'
import type { KeyValue } from './request-keys.js'

const key = 'aws:Tested'
const account = 'arn:aws:iam::111122223333:role'

/** Decisions for a value that matches, one that does not, and no value. */
type Letters = `${'A' | 'D'}${'A' | 'D'}${'A' | 'D'}`

interface Forms {
  readonly plain: Letters
  readonly ifExists: Letters
  readonly all: Letters
  readonly any: Letters
}

/** AWS: without a value, a positive operator fails and a negated one holds. */
const positive: Forms = { plain: 'ADD', ifExists: 'ADA', all: 'ADA', any: 'ADD' }
const negated: Forms = { plain: 'DAA', ifExists: 'DAA', all: 'DAA', any: 'DAD' }

type Row = readonly [operator: string, listed: KeyValue, match: string, other: string]

const positives: readonly Row[] = [
  ['StringEquals', 'Red', 'Red', 'red'],
  ['StringEquals', ['Red', 'Blue'], 'Blue', 'Green'],
  ['StringEquals', '*', '*', 'Red'],
  ['StringEqualsIgnoreCase', 'Red', 'rED', 'reds'],
  ['StringLike', 'R?d*', 'Red-1', 'Rd'],
  ['StringLike', ['a*', '*z'], 'xyz', 'xyzA'],
  ['NumericEquals', '10', '10.0', '11'],
  ['NumericLessThan', '10', '9.5', '10'],
  ['NumericLessThanEquals', '10', '10', '10.1'],
  ['NumericGreaterThan', '10', '1e2', '10'],
  ['NumericGreaterThanEquals', '-5', '-5', '-6'],
  ['NumericEquals', '10', '10', 'ten'],
  ['DateEquals', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-01T00:00:01Z'],
  ['DateLessThan', '2026-01-01', '2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z'],
  ['DateLessThanEquals', '2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z'],
  ['DateGreaterThan', '1767225600', '2026-01-01T00:00:01Z', '1767225600'],
  ['DateGreaterThanEquals', '2026-01-01T00:00:00Z', '1767225600', '1767225599'],
  ['DateEquals', '2026-01-01T00:00:00Z', '1767225600', 'yesterday'],
  ['Bool', 'true', 'true', 'false'],
  ['Bool', 'false', 'false', 'true'],
  ['BinaryEquals', 'QmFzZTY0', 'QmFzZTY0', 'QmFzZTY1'],
  ['IpAddress', '203.0.113.0/24', '203.0.113.255', '203.0.114.0'],
  ['IpAddress', '203.0.113.7', '203.0.113.7', '203.0.113.8'],
  ['IpAddress', '2001:db8::/32', '2001:db8:1::1', '2001:db9::'],
  ['IpAddress', ['10.0.0.0/8', '::1'], '::1', '0.0.0.1'],
  ['IpAddress', '0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
  ['ArnEquals', roleArn, roleArn, `${roleArn}x`],
  ['ArnEquals', `${account}/*`, `${account}/a/b`, 'arn:aws:iam::111122223333:user/a'],
  ['ArnLike', 'arn:aws:iam::*:role/team-?', `${account}/team-1`, `${account}/team-12`],
  ['ArnLike', 'arn:*:iam::111122223333:*', `${account}/a`, 'arn:aws:iam::444455556666:role/a'],
]

const negations: readonly Row[] = [
  ['StringNotEquals', 'Red', 'Red', 'red'],
  ['StringNotEquals', ['Red', 'Blue'], 'Blue', 'Green'],
  ['StringNotEqualsIgnoreCase', 'Red', 'RED', 'Blue'],
  ['StringNotLike', 'R*', 'Red', 'Blue'],
  ['NumericNotEquals', '10', '1e1', '11'],
  ['DateNotEquals', '2026-01-01T00:00:00Z', '1767225600', '2026-01-02T00:00:00Z'],
  ['NotIpAddress', '203.0.113.0/24', '203.0.113.9', '198.51.100.1'],
  ['ArnNotEquals', roleArn, roleArn, `${roleArn}x`],
  ['ArnNotLike', `${account}/*`, `${account}/a`, 'arn:aws:iam::111122223333:user/a'],
]

function lettersOf(operator: string, [, listed, match, other]: Row): string {
  const sets = identity(allow('GetItem', '*', { [operator]: { [key]: listed } }))
  const asked: readonly Readonly<Record<string, string>>[] = [
    { [key]: match },
    { [key]: other },
    {},
  ]
  return asked.map((keys) => letterOf(decisionOn({ action: 'GetItem', keys }, sets))).join('')
}

function checkRow(row: Row, { plain, ifExists, all, any }: Forms): void {
  const [operator, listed] = row
  it(`${operator} ${JSON.stringify(listed)}`, () => {
    assert.equal(lettersOf(operator, row), plain, operator)
    assert.equal(lettersOf(`${operator}IfExists`, row), ifExists, 'IfExists')
    assert.equal(lettersOf(`ForAllValues:${operator}`, row), all, 'ForAllValues')
    assert.equal(lettersOf(`ForAnyValue:${operator}`, row), any, 'ForAnyValue')
    assert.equal(lettersOf(operator.toUpperCase(), row), plain, 'in capitals')
  })
}

describe('an operator', () => {
  for (const row of positives) checkRow(row, positive)
  for (const row of negations) checkRow(row, negated)
})

describe('an operator over a list', () => {
  const listed = ['u1', 'u2']
  const lists: readonly (readonly string[])[] = [['u1'], ['u1', 'u2'], ['u1', 'x'], ['x'], []]
  // One letter for each of the lists.
  const rows: readonly (readonly [operator: string, expected: string])[] = [
    ['StringEquals', 'DDDDD'],
    ['StringEqualsIfExists', 'DDDDA'],
    ['StringNotEquals', 'DDDDA'],
    ['StringNotEqualsIfExists', 'DDDDA'],
    ['StringLike', 'DDDDD'],
    ['ForAllValues:StringEquals', 'AADDA'],
    ['ForAllValues:StringNotEquals', 'DDDAA'],
    ['ForAnyValue:StringEquals', 'AAADD'],
    ['ForAnyValue:StringNotEquals', 'DDAAD'],
    ['ForAllValues:StringLike', 'AADDA'],
    ['ForAnyValue:StringLike', 'AAADD'],
    ['ForAllValues:StringEqualsIfExists', 'AADDA'],
    ['ForAnyValue:StringEqualsIfExists', 'AAADA'],
  ]
  for (const [operator, expected] of rows) {
    it(operator, () => {
      const sets = identity(
        allow('GetItem', '*', { [operator]: { 'dynamodb:LeadingKeys': listed } }),
      )
      const found = lists.map((LeadingKeys) =>
        letterOf(decisionOn({ action: 'GetItem', keys: { LeadingKeys } }, sets)),
      )
      assert.equal(found.join(''), expected)
    })
  }
})

describe('Null', () => {
  const asking = (keys: Readonly<Record<string, KeyValue>>) => ({ action: 'GetItem', keys })
  checkCases('true', identity(allow('*', '*', { Null: { [key]: 'true' } })), [
    [asking({}), 'A'],
    [asking({ [key]: 'x' }), 'D'],
    [asking({ [key]: '' }), 'D'],
    [asking({ [key]: [] }), 'A'],
    [asking({ [key]: ['x'] }), 'D'],
  ])
  checkCases('false', identity(allow('*', '*', { Null: { [key]: false } })), [
    [asking({}), 'D'],
    [asking({ [key]: 'x' }), 'A'],
    [asking({ [key]: [] }), 'D'],
    [asking({ [key]: ['x'] }), 'A'],
  ])
})

describe('several conditions', () => {
  const both = {
    StringEquals: { 'aws:A': '1', 'aws:B': '2' },
    NumericLessThan: { 'aws:C': '3' },
  }
  const ask = (keys: Readonly<Record<string, string>>) => ({ action: 'GetItem', keys })
  checkCases('must all hold', identity(allow('*', '*', both)), [
    [ask({ 'aws:A': '1', 'aws:B': '2', 'aws:C': '0' }), 'A'],
    [ask({ 'aws:a': '1', 'AWS:b': '2', 'aws:C': '0' }), 'A'],
    [ask({ 'aws:A': '1', 'aws:B': '3', 'aws:C': '0' }), 'D'],
    [ask({ 'aws:A': '1', 'aws:B': '2', 'aws:C': '3' }), 'D'],
    [ask({ 'aws:A': '1', 'aws:B': '2' }), 'D'],
  ])
  checkCases('that can never match', identity(allow('*', '*', { StringEquals: { 'aws:A': [] } })), [
    [ask({ 'aws:A': '1' }), 'D'],
    [ask({}), 'D'],
  ])
  checkCases('whose value is no number', identity(allow('*', '*', { NumericEquals: { n: 'x' } })), [
    [ask({ n: 'x' }), 'D'],
    [ask({ n: 'NaN' }), 'D'],
  ])
  checkCases(
    'whose range is none',
    identity(allow('*', '*', { IpAddress: { ip: '10.0.0.0/33' } })),
    [[ask({ ip: '10.0.0.1' }), 'D']],
  )
})

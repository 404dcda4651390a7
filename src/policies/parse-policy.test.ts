/** Documents that are no policies are refused as a whole, and hostile ones cost little. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed } from '../../test/support/chance.js'
import { ArnPattern } from './arn-pattern.js'
import { parsePolicy, type PolicyUse } from './parse-policy.js'
import { patternOfText, Template } from './pattern.js'
import { matchesPattern } from './wildcards.js'
import { PolicyFault } from './policy-fault.js'
import { fuzzPolicies } from './policies.fuzz.js'
import { noKeys } from './request-keys.js'

const good = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' }

function faultOf(document: unknown, use: PolicyUse = 'identity'): string | undefined {
  try {
    const text = typeof document === 'string' ? document : JSON.stringify(document)
    parsePolicy(text, use)
    return undefined
  } catch (error) {
    assert.ok(error instanceof PolicyFault, String(error))
    return error.kind
  }
}

describe('a policy', () => {
  it('may have one statement or several, in either version', () => {
    assert.equal(faultOf({ Version: '2012-10-17', Statement: good }), undefined)
    assert.equal(faultOf({ Statement: [good, { ...good, Sid: 'b' }] }), undefined)
  })

  const faults: readonly (readonly [string, unknown, PolicyUse?])[] = [
    ['json', '{'],
    ['json', ''],
    ['shape', '[]'],
    ['shape', 'null'],
    ['member', { Statement: good, Statements: [] }],
    ['member', { Statement: { ...good, Actions: 'dynamodb:*' } }],
    ['version', { Version: '2020-01-01', Statement: good }],
    ['no-statement', {}],
    ['no-statement', { Statement: [] }],
    [
      'sid-twice',
      {
        Statement: [
          { ...good, Sid: 'a' },
          { ...good, Sid: 'a' },
        ],
      },
    ],
    ['effect', { Statement: { ...good, Effect: 'allow' } }],
    ['principal', { Statement: { ...good, Principal: '*' } }],
    ['no-principal', { Statement: good }, 'resource'],
    ['principal', { Statement: { ...good, Principal: '111122223333' } }, 'resource'],
    [
      'principal',
      { Statement: { ...good, Principal: { AWS: 'arn:aws:iam::1:user/a' } } },
      'resource',
    ],
    ['principal', { Statement: { ...good, Principal: { Human: 'me' } } }, 'resource'],
    ['both', { Statement: { ...good, NotAction: 'dynamodb:*' } }],
    ['both', { Statement: { ...good, NotResource: '*' } }],
    ['action', { Statement: { ...good, Action: 'GetItem' } }],
    ['empty', { Statement: { ...good, Action: [] } }],
    ['value', { Statement: { ...good, Action: 7 } }],
    ['no-resource', { Statement: { Effect: 'Allow', Action: 'dynamodb:*' } }],
    ['resource', { Statement: { ...good, Resource: 'my-table' } }],
    ['operator', { Statement: { ...good, Condition: { StringAlmost: { a: 'b' } } } }],
    ['operator', { Statement: { ...good, Condition: { NullIfExists: { a: 'true' } } } }],
    ['shape', { Statement: { ...good, Condition: { StringEquals: 'b' } } }],
    ['value', { Statement: { ...good, Condition: { StringEquals: { a: [{}] } } } }],
  ]
  for (const [kind, document, use] of faults) {
    it(`is refused: ${kind}, ${JSON.stringify(document).slice(0, 90)}`, () => {
      assert.equal(faultOf(document, use), kind)
    })
  }

  it('of random parts is read or refused, and evaluated, quickly', () => {
    fuzzPolicies(seed, 3000)
  })

  it('of random bytes is refused with a fault and nothing else', () => {
    const random = chanceOf(seed)
    const text = JSON.stringify({ Version: '2012-10-17', Statement: { ...good, Condition: {} } })
    for (let i = 0; i < 3000; i++) {
      const characters = [...text]
      for (let n = below(random, 4); n >= 0; n--) {
        characters[below(random, characters.length)] = String.fromCharCode(below(random, 128))
      }
      faultOf(characters.join(''))
    }
  })
})

describe('a pattern', () => {
  it('of many wildcards is compared in bounded time', () => {
    const pattern = patternOfText(`${'*a'.repeat(1000)}b`)
    assert.equal(matchesPattern(pattern, 'a'.repeat(5000)), false)
    assert.equal(matchesPattern(patternOfText('*?'.repeat(500)), 'x'.repeat(2000)), true)
  })

  it('agrees with a plain search over all ways to match', () => {
    const random = chanceOf(seed)
    const text = (letters: string, max: number) =>
      Array.from({ length: below(random, max) }, () => oneOf(random, [...letters])).join('')
    for (let i = 0; i < 3000; i++) {
      const [pattern, value] = [text('ab*?', 8), text('ab', 8)]
      assert.equal(
        matchesPattern(patternOfText(pattern), value),
        plainMatch(pattern, value),
        `${pattern} ${value}, GRAMME_SEED=${seed}`,
      )
    }
  })

  it('whose pieces have holes is compared in bounded time', () => {
    const hostile = patternOfText(`*${'a?'.repeat(500)}b*${'?a'.repeat(500)}`)
    assert.equal(matchesPattern(hostile, 'a'.repeat(5000)), false)
    assert.equal(matchesPattern(hostile, `${'a'.repeat(2000)}b${'a'.repeat(2000)}`), true)
  })

  it('of many variables that are not closed is read in bounded time', () => {
    const rules = { wildcards: true, variables: true }
    const texts = [
      `\${${' '.repeat(20_000)}`,
      '${'.repeat(10_000),
      `\${a,${' '.repeat(20_000)}`,
      "${a,'".repeat(5000),
      '${a}'.repeat(5000),
    ]
    for (const text of texts) {
      const filled = new Template(text, rules).fill(new Map([['a', '*'.repeat(100)]]))!
      assert.equal(matchesPattern(filled, 'x'), false)
      new ArnPattern(text, { padded: true, variables: true, lastOnly: false }).matches(
        'arn:aws:dynamodb:us-west-2:111122223333:table/T',
        noKeys,
      )
    }
  })

  it('takes a variable that is not closed as text', () => {
    const template = new Template('${aws:username', { wildcards: true, variables: true })
    assert.equal(matchesPattern(template.fill(noKeys)!, '${aws:username'), true)
  })
})

function plainMatch(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  const [first, rest] = [pattern[0], pattern.slice(1)]
  if (first === '*')
    return plainMatch(rest, text) || (text !== '' && plainMatch(pattern, text.slice(1)))
  return text !== '' && (first === '?' || first === text[0]) && plainMatch(rest, text.slice(1))
}

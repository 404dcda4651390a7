import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { VirtualClock } from '../../stdx/clock.js'
import { readCaller, type Authentication } from './read-caller.js'

const scope = '20260101/eu-west-1/dynamodb/aws4_request'
const signed = (credential: string) =>
  `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date, Signature=beef`
const presigned = (credential: string, algorithm = 'AWS4-HMAC-SHA256') =>
  `X-Amz-Algorithm=${algorithm}&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Signature=a&X-Amz-SignedHeaders=host&X-Amz-Date=d`

function outcomeOf(authentication: Partial<Authentication>): string {
  try {
    const full = {
      authorization: undefined,
      date: '20260101T000000Z',
      query: '',
      signingName: 'dynamodb',
      clock: new VirtualClock(Date.UTC(2026, 0, 1)),
      ...authentication,
    }
    const { account, accessKeyId, region } = readCaller(full)
    return `${account} ${accessKeyId} ${region}`
  } catch (error) {
    assert(error instanceof Error)
    return `${error.name.replace(/Exception$/, '')}: ${error.message}`
  }
}

function check(authentication: Partial<Authentication>, expected: string): void {
  it(JSON.stringify(authentication), () => assert.equal(outcomeOf(authentication), expected))
}

const missingToken = 'MissingAuthenticationToken: Request is missing Authentication Token'
const accepted = '000000000000 AKID eu-west-1'

describe('readCaller', () => {
  describe('accepts any credentials', () => {
    check({ authorization: signed(`AKID/${scope}`) }, '000000000000 AKID eu-west-1')
    check({ authorization: signed(`123456789012/${scope}`) }, '123456789012 123456789012 eu-west-1')
    check(
      { authorization: signed(`1234567890123/${scope}`) },
      '000000000000 1234567890123 eu-west-1',
    )
    check({ authorization: signed('A/d/local/dynamodb/aws4_request') }, '000000000000 A local')
    check({ query: presigned(`AKID/${scope}`) }, '000000000000 AKID eu-west-1')
    check({ authorization: signed(`/${scope}`) }, '000000000000  eu-west-1')
    check(
      { authorization: `AWS4-HMAC-SHA256 Signature=a Credential=/${scope},SignedHeaders=host` },
      '000000000000  eu-west-1',
    )
    check({ query: presigned(`/${scope}`) }, '000000000000  eu-west-1')
    check(
      { authorization: `AWS4-HMAC-SHA256 Signature=a Credential=AKID/${scope},SignedHeaders=host` },
      '000000000000 AKID eu-west-1',
    )
  })

  describe('names what is missing', () => {
    check({}, missingToken)
    check({ authorization: '' }, 'IncompleteSignature: Authorization header cannot be empty.')
    check({ authorization: 'AWS4' }, missingToken)
    check({ authorization: 'Basic abc' }, missingToken)
    check({ authorization: 'X', query: 'X-Amz-Algorith' }, missingToken)
    check({ query: 'X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-SignedHeaders=c' }, missingToken)
    check(
      { authorization: 'AWS4-', date: undefined },
      "IncompleteSignature: Authorization header requires 'Credential' parameter. " +
        "Authorization header requires 'Signature' parameter. " +
        "Authorization header requires 'SignedHeaders' parameter. " +
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. " +
        'Authorization=AWS4-',
    )
    for (const header of ['AWS4- Signature=b Credential=a', 'AWS4- Signature=b,Credential=a']) {
      check(
        { authorization: header },
        `IncompleteSignature: Authorization header requires 'SignedHeaders' parameter. Authorization=${header}`,
      )
    }
    check(
      { query: 'X-Amz-Algorithm' },
      "IncompleteSignature: AWS query-string parameters must include 'X-Amz-Algorithm'. " +
        "AWS query-string parameters must include 'X-Amz-Credential'. " +
        "AWS query-string parameters must include 'X-Amz-Signature'. " +
        "AWS query-string parameters must include 'X-Amz-SignedHeaders'. " +
        "AWS query-string parameters must include 'X-Amz-Date'. Re-examine the query-string parameters.",
    )
  })

  describe('refuses what is malformed', () => {
    check(
      { authorization: 'X', query: 'X-Amz-Algorithm' },
      "InvalidSignature: Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    )
    check(
      { authorization: `${signed(`A/${scope}`)}, dog` },
      `IncompleteSignature: 'dog' not a valid key=value pair (missing equal-sign) in Authorization header: '${signed(`A/${scope}`)}, dog'.`,
    )
    check(
      { authorization: signed(`A/${scope}`).replace('HMAC-SHA256', 'DOG') },
      "IncompleteSignature: Unsupported AWS 'algorithm': 'AWS4-DOG' (only AWS4-HMAC-SHA256 for now). ",
    )
    check({ query: presigned('a', 'dog') }, missingToken)
    check(
      { authorization: 'AWS4-HMAC-SHA256 dog' },
      "IncompleteSignature: 'dog' not a valid key=value pair (missing equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 dog'.",
    )
    for (const credential of ['a', 'a/b/c/d', 'a/b/c/d/e/f']) {
      check(
        { authorization: signed(credential) },
        `IncompleteSignature: Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got '${credential}'`,
      )
    }
    check(
      { authorization: signed('A/d//s3/aws5') },
      'InvalidSignature: Credential should be scoped to a valid region. ' +
        "Credential should be scoped to correct service: 'dynamodb'. " +
        "Credential should be scoped with a valid terminator: 'aws4_request', not 'aws5'. ",
    )
    check(
      { authorization: signed('A/d/a:b/dynamodb/aws4_request') },
      'InvalidSignature: Credential should be scoped to a valid region. ',
    )
  })

  describe('tells a wrong date before a wrong credential', () => {
    const wrong = signed('A/d/eu-west-1/s3/aws4_request')
    const scopeFault =
      "InvalidSignature: Credential should be scoped to correct service: 'dynamodb'. "
    const expired = (date: string) =>
      `InvalidSignature: Signature expired: ${date} is now earlier than 20251231T234500Z (20260101T000000Z - 15 min.)`
    const early = (date: string) =>
      `InvalidSignature: Signature not yet current: ${date} is still later than 20260101T001500Z (20260101T000000Z + 15 min.)`
    check({ authorization: wrong, date: '20251231T234500Z' }, scopeFault)
    check({ authorization: wrong, date: '20251231T234459Z' }, expired('20251231T234459Z'))
    check({ authorization: wrong, date: '20260101T001500Z' }, scopeFault)
    check({ authorization: wrong, date: '20260101T001501Z' }, early('20260101T001501Z'))
    check({ authorization: wrong, date: 'today' }, scopeFault)
    check({ authorization: signed('a'), date: '20200101T000000Z' }, expired('20200101T000000Z'))
    check(
      { authorization: signed('a').replace('HMAC-SHA256', 'DOG'), date: '20200101T000000Z' },
      "IncompleteSignature: Unsupported AWS 'algorithm': 'AWS4-DOG' (only AWS4-HMAC-SHA256 for now). ",
    )
    check(
      { query: presigned('a').replace('Date=d', 'Date=20200101T000000Z') },
      expired('20200101T000000Z'),
    )
    check({ authorization: signed(`AKID/${scope}`), date: '20200101T000000Z' }, accepted)
  })
})

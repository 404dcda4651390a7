/** What a request must say about its sender, and the errors if it does not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, readAnswer } from '../../support/client.js'
import { exchange } from '../../support/http.js'

const client = await connect()
const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
const day = date.slice(0, 8)
const scope = `${day}/${client.region}/dynamodb/aws4_request`
const credential = `Credential=grammetest/${scope}`
const signed = 'SignedHeaders=host;x-amz-date'
const signature = `Signature=${'0'.repeat(64)}`

interface Row {
  readonly authorization?: string
  readonly query?: string
  readonly dated?: boolean
  /** Now, if absent. */
  readonly at?: string
}

async function check(row: Row, type: string, message: string | RegExp): Promise<void> {
  const { authorization, query = '', dated = true, at = date } = row
  const answer = readAnswer(
    await exchange(client.url, {
      path: `/${query}`,
      body: '{}',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        ...(authorization === undefined ? {} : { authorization }),
        ...(dated ? { 'x-amz-date': at } : {}),
      },
    }),
  )
  assert.equal(answer.type, type, answer.message)
  if (typeof message === 'string') assert.equal(answer.message, message)
  else assert.match(String(answer.message), message)
  assert.equal(answer.status, 400)
  assert.equal(answer.body['__type'], `com.amazon.coral.service#${type}`)
}

const missingToken = 'Request is missing Authentication Token'
const needs = (part: string): string => `Authorization header requires '${part}' parameter. `
const needsDate =
  "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
const needsQuery = (part: string): string => `AWS query-string parameters must include '${part}'. `
const reexamine = 'Re-examine the query-string parameters.'

describe('a request without a token is refused', () => {
  it('if it has no header', () => check({}, 'MissingAuthenticationTokenException', missingToken))
  for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer x', 'hello']) {
    it(`if its header is ${authorization}`, () =>
      check({ authorization }, 'MissingAuthenticationTokenException', missingToken))
  }
})

describe('an incomplete token is refused', () => {
  const rows: readonly (readonly [string, boolean, string])[] = [
    ['AWS4-HMAC-SHA256 ', true, needs('Credential') + needs('Signature') + needs('SignedHeaders')],
    [`AWS4-HMAC-SHA256 ${credential}`, true, needs('Signature') + needs('SignedHeaders')],
    [`AWS4-HMAC-SHA256 ${credential}, ${signed}`, true, needs('Signature')],
    [`AWS4-HMAC-SHA256 ${signed}, ${signature}`, true, needs('Credential')],
    [`AWS4-HMAC-SHA256 ${credential}, ${signed}, ${signature}`, false, needsDate],
    [
      `AWS4-HMAC-SHA256 ${credential}`,
      false,
      needs('Signature') + needs('SignedHeaders') + needsDate,
    ],
  ]
  for (const [authorization, dated, sentences] of rows) {
    it(`${authorization}${dated ? '' : ', undated'}`, () =>
      check(
        { authorization, dated },
        'IncompleteSignatureException',
        // node:http trims the space at the end of a header, as every client may.
        `${sentences}Authorization=${authorization.trim()}`,
      ))
  }

  it('with a part that has no equal sign', () => {
    const authorization = `AWS4-HMAC-SHA256 ${credential}, ${signed}, ${signature}, nonsense`
    return check(
      { authorization },
      'IncompleteSignatureException',
      `'nonsense' not a valid key=value pair (missing equal-sign) in Authorization header: '${authorization}'.`,
    )
  })

  it('with a credential of three parts', () => {
    const authorization = `AWS4-HMAC-SHA256 Credential=a/b/c, ${signed}, ${signature}`
    return check(
      { authorization },
      'IncompleteSignatureException',
      "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c'",
    )
  })
})

describe('a wrong scope', () => {
  const authorization = `AWS4-HMAC-SHA256 Credential=x/2/3/4/aws4_request, ${signed}, ${signature}`

  it('is told', () =>
    check(
      { authorization },
      'InvalidSignatureException',
      "Credential should be scoped to correct service: 'dynamodb'. ",
    ))

  const minute = String.raw`\d{8}T\d{6}Z`
  it('is told after a date that is too old', () =>
    check(
      { authorization, at: '20200101T000000Z' },
      'InvalidSignatureException',
      new RegExp(
        `^Signature expired: 20200101T000000Z is now earlier than ${minute} \\(${minute} - 15 min\\.\\)$`,
      ),
    ))

  it('is told after a date in the future', () =>
    check(
      { authorization, at: '29990101T000000Z' },
      'InvalidSignatureException',
      new RegExp(
        `^Signature not yet current: 29990101T000000Z is still later than ${minute} \\(${minute} \\+ 15 min\\.\\)$`,
      ),
    ))
})

describe('an empty access key id', () => {
  it('is accepted, as local tools send it', async () => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'x-amz-date': date,
      authorization: `AWS4-HMAC-SHA256 Credential=/${scope}, ${signed}, ${signature}`,
    }
    const answer = await exchange(client.url, { path: '/', body: '{}', headers })
    assert.equal(answer.status, 200)
  })
})

describe('a token in the query', () => {
  const parts = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `grammetest/${scope}`,
    'X-Amz-Signature': '0'.repeat(64),
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Date': date,
  }

  it('is refused with a header', () =>
    check(
      {
        authorization: `AWS4-HMAC-SHA256 ${credential}, ${signed}, ${signature}`,
        query: `?${new URLSearchParams(parts).toString()}`,
      },
      'InvalidSignatureException',
      "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    ))

  it('is refused if it is incomplete', () =>
    check(
      { query: '?X-Amz-Algorithm=AWS4-HMAC-SHA256', dated: false },
      'IncompleteSignatureException',
      needsQuery('X-Amz-Credential') +
        needsQuery('X-Amz-Signature') +
        needsQuery('X-Amz-SignedHeaders') +
        needsQuery('X-Amz-Date') +
        reexamine,
    ))

  it('is refused if a part is empty', () => {
    const query = new URLSearchParams({ ...parts, 'X-Amz-Signature': '' }).toString()
    return check(
      { query: `?${query}`, dated: false },
      'IncompleteSignatureException',
      needsQuery('X-Amz-Signature') + reexamine,
    )
  })
})

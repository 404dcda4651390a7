import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callerIdentity } from './caller-identity.js'
import { createClient } from './client.js'
import { Fault, missingRight } from './fault.js'
import { attemptsMax, firstPauseMs, pauseMsMax } from './limits.js'
import type { Surroundings } from './connection.js'

type Answering = (attempt: number) => Response | Error

/** A browser whose answers are given, and that remembers what was sent and how long was waited. */
class TestBrowser implements Surroundings {
  readonly sent: Headers[] = []
  readonly pauses: number[] = []
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  constructor(readonly answering: Answering) {}
  async fetch(_address: string, { headers }: RequestInit): Promise<Response> {
    this.sent.push(new Headers(headers))
    const answer = this.answering(this.sent.length)
    if (answer instanceof Error) throw answer
    return answer
  }
  now = () => this.nowMs
  chance = () => 1
  async pause(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    this.pauses.push(durationMs)
  }
}

const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'secret' }

function connected(answering: Answering) {
  const surroundings = new TestBrowser(answering)
  const connection = { region: 'us-east-1', credentials, host: 'db:8000', surroundings }
  return { surroundings, connection, client: createClient(connection) }
}

function refusal(type: string, status = 400, message = 'No.', date?: string): Response {
  const body = JSON.stringify({ __type: `com.amazonaws#${type}`, message })
  return new Response(body, { status, headers: date === undefined ? {} : { date } })
}

const good = () => new Response('{"TableNames":[]}')
const write = { TableName: 't', Item: {} }

function check(
  what: string,
  first: () => Response | Error,
  attempts: { read: number; write: number },
) {
  for (const [kind, expected] of Object.entries(attempts)) {
    it(`${what}: a ${kind} is sent ${expected} times`, async () => {
      const { client, surroundings } = connected((attempt) => (attempt === 1 ? first() : good()))
      const calling =
        kind === 'read'
          ? client.call('dynamodb', 'ListTables', {})
          : client.call('dynamodb', 'PutItem', write)
      if (expected === 1) await assert.rejects(calling, Fault)
      else await calling
      assert.equal(surroundings.sent.length, expected)
    })
  }
}

describe('calls that fail', () => {
  check('throttled', () => refusal('ProvisionedThroughputExceededException'), { read: 2, write: 2 })
  check('too many', () => refusal('ThrottlingException'), { read: 2, write: 2 })
  check('unavailable', () => refusal('ServiceUnavailable', 503), { read: 2, write: 2 })
  check('an error inside', () => refusal('InternalServerError', 500), { read: 2, write: 1 })
  check('no answer', () => new TypeError('Failed to fetch'), { read: 2, write: 1 })
  check('wrong input', () => refusal('ValidationException'), { read: 1, write: 1 })
  check('denied', () => refusal('AccessDeniedException'), { read: 1, write: 1 })
  check('a failed condition', () => refusal('ConditionalCheckFailedException'), {
    read: 1,
    write: 1,
  })

  it('are given up after some attempts, with longer and longer pauses', async () => {
    const { client, surroundings } = connected(() => refusal('ThrottlingException'))
    await assert.rejects(client.call('dynamodb', 'ListTables', {}), { type: 'ThrottlingException' })
    assert.equal(surroundings.sent.length, attemptsMax)
    const expected = [1, 2, 4, 8].map((times) => Math.min(times * firstPauseMs, pauseMsMax))
    assert.deepEqual(surroundings.pauses, expected)
  })

  it('are not sent again once somebody has stopped them', async () => {
    const stopped = new AbortController()
    const { client, surroundings } = connected(() => {
      stopped.abort(new Error('stopped'))
      return refusal('ThrottlingException')
    })
    const { signal } = stopped
    const calling = client.call('dynamodb', 'ListTables', {}, { signal })
    await assert.rejects(calling, /stopped/)
    assert.equal(surroundings.sent.length, 1)
  })

  it("are signed again with the server's time if the browser's is wrong", async () => {
    const message = 'Signature expired: 20260101T000000Z is now earlier than 20260301T114500Z'
    const { client, surroundings } = connected((attempt) =>
      attempt === 1
        ? refusal('InvalidSignatureException', 400, message, 'Sun, 01 Mar 2026 12:00:00 GMT')
        : good(),
    )
    await client.call('dynamodb', 'PutItem', write)
    const dates = surroundings.sent.map((headers) => headers.get('x-amz-date'))
    assert.deepEqual(dates, ['20260101T000000Z', '20260301T120000Z'])
    await client.call('dynamodb', 'PutItem', write)
    assert.equal(surroundings.sent[2]!.get('x-amz-date'), '20260301T120000Z')
  })
})

describe('what a fault means', () => {
  for (const [type, kind] of [
    ['UnrecognizedClientException', 'signed-out'],
    ['ExpiredTokenException', 'signed-out'],
    ['AccessDeniedException', 'denied'],
    ['ResourceNotFoundException', 'other'],
  ] as const) {
    it(`${type}: ${kind}`, () => {
      assert.equal(new Fault({ type, message: '', status: 400 }).kind, kind)
    })
  }

  it('is the right that is missing, if one is', () => {
    const message =
      'User: arn:aws:iam::000000000000:user/li is not authorized to perform: dynamodb:Scan on resource: arn:aws:dynamodb:us-east-1:000000000000:table/Music because no identity-based policy allows the dynamodb:Scan action'
    const fault = new Fault({ type: 'AccessDeniedException', message, status: 400 })
    assert.deepEqual(missingRight(fault), {
      action: 'dynamodb:Scan',
      resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/Music',
    })
    assert.equal(missingRight(new Error('no')), undefined)
  })
})

describe('who calls', () => {
  it('is read from what STS answers', async () => {
    const xml =
      '<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::000000000000:user/a&amp;b</Arn><UserId>AIDA</UserId><Account>000000000000</Account></GetCallerIdentityResult></GetCallerIdentityResponse>'
    const { connection, surroundings } = connected(() => new Response(xml))
    assert.deepEqual(await callerIdentity(connection), {
      account: '000000000000',
      arn: 'arn:aws:iam::000000000000:user/a&b',
      userId: 'AIDA',
    })
    assert.match(surroundings.sent[0]!.get('authorization')!, /\/us-east-1\/sts\/aws4_request/)
  })

  it('is refused in the words of STS', async () => {
    const xml =
      '<ErrorResponse><Error><Type>Sender</Type><Code>InvalidClientTokenId</Code><Message>The security token included in the request is invalid.</Message></Error></ErrorResponse>'
    const { connection } = connected(() => new Response(xml, { status: 403 }))
    await assert.rejects(callerIdentity(connection), { kind: 'signed-out', status: 403 })
  })
})

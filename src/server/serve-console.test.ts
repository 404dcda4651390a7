/** `gramme console` before a server that verifies signatures. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Forwarder } from '../console/forwarder.js'
import { serveConsole, serviceAddress } from './serve-console.js'
import { serving } from './serving-suite.js'

const key = { accessKeyId: 'ForwardRoot', secretAccessKey: 'a-secret-of-forwarded-calls-000001' }
const options = {
  inMemory: true,
  auth: 'iam',
  rootAccessKeyId: key.accessKeyId,
  rootSecretAccessKey: key.secretAccessKey,
} as const

/** Signed by nobody; region and service are what counts. */
const call = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.ListTables',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
}

async function opened({ address }: Forwarder) {
  const { origin } = new URL(address)
  const answer = await fetch(address, { redirect: 'manual' })
  assert.equal(answer.headers.get('location'), '/console/')
  return { origin, cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
}

function post(origin: string, headers: Readonly<Record<string, string>>, body = '{}') {
  return fetch(`${origin}/`, { method: 'POST', headers: { ...call, ...headers }, body })
}

describe('gramme console', () => {
  it('signs calls with the key of its environment', async () => {
    await serving(options, async (_client, { address }) => {
      const endpoint = new URL(address.url)
      const forwarder = await serveConsole({ endpoint, port: 0, region: 'eu-west-1', key })
      try {
        const { origin, cookie } = await opened(forwarder)
        const config = await (await fetch(`${origin}/console/config.json`)).json()
        assert.equal((config as { auth: string }).auth, 'forwarded')
        const listed = await post(origin, { cookie })
        assert.deepEqual(await listed.json(), { TableNames: [] })
        assert.ok(listed.headers.get('x-amzn-requestid'))
        const form = 'Action=GetCallerIdentity&Version=2011-06-15'
        const who = await post(
          origin,
          {
            cookie,
            'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
            'x-amz-target': '',
            authorization: call.authorization.replace('dynamodb', 'sts'),
          },
          form,
        )
        assert.match(await who.text(), /<Arn>arn:aws:iam::000000000000:root<\/Arn>/)
        const stranger = await post(origin, {})
        assert.equal(stranger.status, 403)
        assert.match(await stranger.text(), /Open the address that gramme console has printed/)
        const wrong = await fetch(`${origin}/console/config.json?secret=wrong`)
        assert.equal(wrong.headers.get('set-cookie'), null)
      } finally {
        await forwarder.stop()
      }
    })
  })

  it('says that the endpoint does not answer', async () => {
    const endpoint = new URL('http://127.0.0.1:9/')
    const forwarder = await serveConsole({ endpoint, port: 0, region: 'eu-west-1', key })
    try {
      const { origin, cookie } = await opened(forwarder)
      const answer = await post(origin, { cookie })
      assert.equal(answer.status, 503)
      assert.match(await answer.text(), /http:\/\/127\.0\.0\.1:9 does not answer/)
    } finally {
      await forwarder.stop()
    }
  })
})

describe('the address of a service', () => {
  const region = 'eu-west-1'
  for (const [endpoint, service, target, expected] of [
    ['http://127.0.0.1:8000/', 'monitoring', undefined, 'http://127.0.0.1:8000/'],
    [
      'https://dynamodb.us-east-1.amazonaws.com/',
      'monitoring',
      undefined,
      'https://monitoring.eu-west-1.amazonaws.com/',
    ],
    [
      'https://dynamodb.us-east-1.amazonaws.com/',
      'dynamodb',
      'DynamoDB_20120810.Query',
      'https://dynamodb.eu-west-1.amazonaws.com/',
    ],
    [
      'https://dynamodb.us-east-1.amazonaws.com/',
      'dynamodb',
      'DynamoDBStreams_20120810.ListStreams',
      'https://streams.dynamodb.eu-west-1.amazonaws.com/',
    ],
    [
      'https://dynamodb.us-east-1.amazonaws.com/',
      'dynamodb',
      'DynamoDB_20120810.SearchVectors',
      'https://search-dynamodb.eu-west-1.amazonaws.com/',
    ],
  ] as const) {
    it(`${service} ${target ?? ''} at ${endpoint}`, () => {
      const url = serviceAddress(new URL(endpoint), { service, region, target })
      assert.equal(url.href, expected)
    })
  }
})

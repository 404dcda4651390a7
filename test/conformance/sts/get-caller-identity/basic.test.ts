/** GetCallerIdentity, over the query protocol. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DecodeAuthorizationMessageCommand,
  GetCallerIdentityCommand,
  STSClient,
} from '@aws-sdk/client-sts'
import { connect, testCredentials } from '../../../support/client.js'
import { exchange } from '../../../support/http.js'

const { url } = await connect()

function clientAs(accessKeyId: string, region = 'us-east-1'): STSClient {
  const credentials = { accessKeyId, secretAccessKey: testCredentials.secretAccessKey }
  return new STSClient({ endpoint: url, region, credentials, maxAttempts: 1 })
}

function identityOf(accessKeyId: string, region?: string) {
  return clientAs(accessKeyId, region).send(new GetCallerIdentityCommand({}))
}

describe('GetCallerIdentity', () => {
  it('names the account of the access key', async () => {
    const { Account, Arn, UserId, $metadata } = await identityOf('123456789012')
    assert.deepEqual([Account, UserId], ['123456789012', '123456789012'])
    assert.equal(Arn, 'arn:aws:iam::123456789012:root')
    assert.match(
      $metadata.requestId ?? '',
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    )
  })

  it('names the default account for any other key, in any region', async () => {
    for (const region of ['us-east-1', 'eu-west-3', 'aws-global']) {
      assert.equal((await identityOf('AKIDEXAMPLE', region)).Account, '000000000000')
    }
  })

  it('is answered in XML', async () => {
    const query = 'Action=GetCallerIdentity&Version=2011-06-15'
    const scope = 'AKID/20260101/us-east-1/sts/aws4_request'
    const signed =
      `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}` +
      '&X-Amz-Date=20260101T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=a'
    const answer = await exchange(url, { method: 'GET', path: `/?${query}&${signed}` })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/xml')
    assert.equal(answer.headers['x-amz-crc32'], undefined)
    const id = String(answer.headers['x-amzn-requestid'])
    assert.equal(
      answer.body.toString(),
      '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">' +
        '<GetCallerIdentityResult><UserId>000000000000</UserId><Account>000000000000</Account>' +
        '<Arn>arn:aws:iam::000000000000:root</Arn></GetCallerIdentityResult>' +
        `<ResponseMetadata><RequestId>${id}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`,
    )
  })
})

describe('STS', () => {
  it('refuses an operation it does not support as an invalid action', async () => {
    const unsupported = new DecodeAuthorizationMessageCommand({ EncodedMessage: 'x' })
    await assert.rejects(clientAs('AKID').send(unsupported), {
      name: 'InvalidAction',
      message: 'Could not find operation DecodeAuthorizationMessage for version 2011-06-15',
      $fault: 'client',
    })
  })

  const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    exchange(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', ...headers },
    })
  const call = 'Action=GetCallerIdentity&Version=2011-06-15'
  // A wrong date would be told before a wrong scope.
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const authorization = (service: string) => ({
    'x-amz-date': date,
    authorization: `AWS4-HMAC-SHA256 Credential=AKID/${date.slice(0, 8)}/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=a`,
  })

  it('requires a signature, scoped to STS', async () => {
    const missing = await send(call)
    assert.equal(missing.status, 403)
    assert.match(missing.body.toString(), /<Code>MissingAuthenticationToken<\/Code>/)
    const foreign = await send(call, authorization('dynamodb'))
    assert.equal(foreign.status, 403)
    assert.match(
      foreign.body.toString(),
      /<Type>Sender<\/Type><Code>SignatureDoesNotMatch<\/Code><Message>Credential should be scoped to correct service: 'sts'\. </,
    )
  })

  it('accepts its version only', async () => {
    const answer = await send('Action=GetCallerIdentity&Version=2012-01-01', authorization('sts'))
    assert.equal(answer.status, 400)
    assert.match(answer.body.toString(), /<Code>InvalidAction<\/Code>/)
  })
})

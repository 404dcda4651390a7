/** GetAccessKeyLastUsed of a server in IAM mode. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { exchangeForm } from '../support/iam-form.js'
import { rootKey, startIamServer } from '../support/iam-server.js'
import type { TestServer } from '../support/server.js'

let server: TestServer

before(async () => {
  server = await startIamServer()
})
after(() => server.stop())

const ask = (Action: string, parameters: Readonly<Record<string, string>>) =>
  exchangeForm(server.url, rootKey, { Action, ...parameters })

const textIn = (xml: string, name: string) =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

describe('GetAccessKeyLastUsed', () => {
  it('tells when a key was used, where and for what, even if the request was denied', async () => {
    await ask('CreateUser', { UserName: 'u' })
    const made = await ask('CreateAccessKey', { UserName: 'u' })
    const AccessKeyId = textIn(made, 'AccessKeyId')!
    const told = async () => {
      const xml = await ask('GetAccessKeyLastUsed', { AccessKeyId })
      return ['ServiceName', 'Region', 'LastUsedDate'].map((name) => textIn(xml, name))
    }
    assert.deepEqual(await told(), ['N/A', 'N/A', undefined])
    const secretAccessKey = textIn(made, 'SecretAccessKey')!
    const listTables = (secret: string) => {
      const credentials = { accessKeyId: AccessKeyId, secretAccessKey: secret }
      const options = { endpoint: server.url, region: 'eu-west-1', credentials, maxAttempts: 1 }
      return new DynamoDBClient(options).send(new ListTablesCommand({}))
    }
    await assert.rejects(listTables('wrong'), { name: 'InvalidSignatureException' })
    assert.deepEqual(await told(), ['N/A', 'N/A', undefined])
    await assert.rejects(listTables(secretAccessKey), { name: 'AccessDeniedException' })
    const [service, region, date] = await told()
    assert.deepEqual([service, region], ['dynamodb', 'eu-west-1'])
    assert.match(date!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })
})

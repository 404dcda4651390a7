/** The audit of a call from another account over TLS, and `gramme audit`, as a person calls it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { missingOpenssl, TestAuthority } from '../../support/certificates.js'
import { startTlsServer } from '../tls/tls-suite.js'

type Event = Readonly<Record<string, unknown>>

const main = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
const [owner, stranger] = ['111122223333', '444455556666'] as const
const region = 'eu-west-1'
const table = `arn:aws:dynamodb:${region}:${owner}:table/Things`
const keyOf = (accessKeyId: string) => ({
  accessKeyId,
  secretAccessKey: `${accessKeyId}-of-enough-length`,
})

const bob = `arn:aws:iam::${stranger}:user/bob`
const accounts = {
  [owner]: { rootKeys: [keyOf('OWNERROOT')] },
  [stranger]: {
    users: {
      bob: {
        accessKeys: [keyOf('BOBSKEY')],
        inlinePolicies: {
          reader: {
            Version: '2012-10-17',
            Statement: { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: '*' },
          },
        },
      },
    },
  },
}
const ResourcePolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: {
    Effect: 'Allow',
    Principal: { AWS: bob },
    Action: 'dynamodb:GetItem',
    Resource: table,
  },
})

describe('the audit of several accounts', { skip: missingOpenssl() }, () => {
  let folder: string
  let file: string
  let host: string
  let events: readonly Event[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-audit-'))
    file = join(folder, 'audit.jsonl')
    const iamFile = join(folder, 'iam.json')
    await writeFile(iamFile, JSON.stringify({ accounts }))
    const authority = new TestAuthority()
    const audit = { auditFile: file, auditData: true }
    const server = await startTlsServer(authority.issue('server'), {
      ...{ auth: 'iam', iamFile, ...audit },
    })
    host = new URL(server.url).host
    const handler = new NodeHttpHandler({ httpsAgent: new Agent({ ca: authority.pem }) })
    const clientOf = (key: string) => {
      const common = { endpoint: server.url, region, maxAttempts: 1, requestHandler: handler }
      return new DynamoDBClient({ ...common, credentials: keyOf(key) })
    }
    const [root, guest] = [clientOf('OWNERROOT'), clientOf('BOBSKEY')]
    await root.send(
      new CreateTableCommand({
        ...{ TableName: 'Things', BillingMode: 'PAY_PER_REQUEST', ResourcePolicy },
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      }),
    )
    await guest.send(new GetItemCommand({ TableName: table, Key: { pk: { S: 'a' } } }))
    await assert.rejects(guest.send(new ListTablesCommand({})))
    for (const client of [root, guest]) client.destroy()
    await server.gramme.stop()
    authority.remove()
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    events = lines.map((line) => JSON.parse(line) as Event)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('has a call about a table of another account once for each, with one id', () => {
    const [, own, owners, denied] = events
    assert.equal(events.length, 4)
    assert.equal(own!['recipientAccountId'], stranger)
    assert.equal(owners!['recipientAccountId'], owner)
    assert.match(String(own!['sharedEventID']), /^[0-9a-f-]{36}$/)
    assert.equal(owners!['sharedEventID'], own!['sharedEventID'])
    assert.notEqual(owners!['eventID'], own!['eventID'])
    const without = (event: Event) => ({ ...event, eventID: '', recipientAccountId: '' })
    assert.deepEqual(without(owners!), without(own!))
    assert.equal(denied!['sharedEventID'], undefined)
    assert.equal((own!['userIdentity'] as Event)['arn'], bob)
  })

  it('says what was agreed on in the handshake', () => {
    for (const { tlsDetails } of events) {
      const { cipherSuite, ...others } = tlsDetails as Event
      assert.deepEqual(others, { tlsVersion: 'TLSv1.3', clientProvidedHostHeader: host })
      assert.match(String(cipherSuite), /^TLS_/)
    }
  })

  const audit = (...args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const all = [main, 'audit', '--audit-file', file, ...args]
      const child = execFile(process.execPath, all, { cwd: folder }, (_, out, err) => {
        resolve(`${child.exitCode} ${out}${err}`)
      })
    })

  it('is shown by `gramme audit`, filtered', async () => {
    const names = async (...args: readonly string[]) => {
      const [code, ...lines] = (await audit(...args, '--json')).trim().split(/ (?=\{)|\n/)
      assert.equal(code, '0')
      return lines.map((line) => (JSON.parse(line) as Event)['eventName'])
    }
    assert.deepEqual(await names('--user', 'bob', '--event', 'Get*'), ['GetItem', 'GetItem'])
    assert.deepEqual(await names('--denied'), ['ListTables'])
    assert.match(await audit('--user', owner, '--since', '24h'), /^0 .*\tCreateTable\t/)
    assert.match(await audit('--until', '2020-01-01T00:00Z'), /^0 $/)
    assert.match(await audit('--since', 'soon'), /^\d+ .*since/)
  })
})

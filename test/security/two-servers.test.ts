/** Two servers on one PostgreSQL database: what one of them changes about rights holds on the other at once. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { createGramme, type Gramme } from '../../src/server/gramme.js'
import { exchangeForm } from '../support/iam-form.js'
import { postgresDatabase } from '../support/postgres.js'

type Key = { readonly accessKeyId: string; readonly secretAccessKey: string }

const administrator = 'arn:aws:iam::aws:policy/AdministratorAccess'
let servers: readonly [Gramme, Gramme]
let root: Key

let database: Awaited<ReturnType<typeof postgresDatabase>>

before(async () => {
  database = await postgresDatabase()
  const make = () =>
    createGramme({ engine: database.url, port: 0, auth: 'iam', logLevel: 'silent' })
  servers = [make(), make()]
  await Promise.all(servers.map((server) => server.start()))
})

after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.remove()
})

/** What ListTables answers: `accepted`, or the type of the error. */
async function listTables({ address }: Gramme, credentials: Key): Promise<string> {
  const options = { endpoint: address.url, region: 'us-east-1', credentials, maxAttempts: 1 }
  const client = new DynamoDBClient(options)
  try {
    await client.send(new ListTablesCommand({}))
    return 'accepted'
  } catch (error) {
    return (error as Error).name
  } finally {
    client.destroy()
  }
}

describe('two servers that start at once', () => {
  it('make one key of the root', async () => {
    const made = servers.flatMap(({ newRootKey }) => newRootKey ?? [])
    assert.equal(made.length, 1)
    root = made[0]!
    for (const server of servers) assert.equal(await listTables(server, root), 'accepted')
  })
})

describe('what one server changes', () => {
  const ask = (action: string, parameters: Readonly<Record<string, string>>) =>
    exchangeForm(servers[0].address.url, root, { Action: action, ...parameters })
  const seen = (key: Key) => listTables(servers[1], key)
  let key: Key

  it('holds on the other: a policy that is attached and detached', async () => {
    await ask('CreateUser', { UserName: 'alice' })
    const answer = await ask('CreateAccessKey', { UserName: 'alice' })
    const [, accessKeyId = ''] = /<AccessKeyId>(\w+)</.exec(answer) ?? []
    const [, secretAccessKey = ''] = /<SecretAccessKey>([^<]+)</.exec(answer) ?? []
    key = { accessKeyId, secretAccessKey }
    assert.equal(await seen(key), 'AccessDeniedException')
    const attached = { UserName: 'alice', PolicyArn: administrator }
    for (let round = 0; round < 10; round++) {
      await ask('AttachUserPolicy', attached)
      assert.equal(await seen(key), 'accepted')
      await ask('DetachUserPolicy', attached)
      assert.equal(await seen(key), 'AccessDeniedException')
    }
    await ask('AttachUserPolicy', attached)
  })

  it('holds on the other: a key that is deactivated and deleted', async () => {
    const named = { UserName: 'alice', AccessKeyId: key.accessKeyId }
    assert.equal(await seen(key), 'accepted')
    await ask('UpdateAccessKey', { ...named, Status: 'Inactive' })
    assert.equal(await seen(key), 'UnrecognizedClientException')
    await ask('UpdateAccessKey', { ...named, Status: 'Active' })
    assert.equal(await seen(key), 'accepted')
    await ask('DeleteAccessKey', named)
    assert.equal(await seen(key), 'UnrecognizedClientException')
  })
})

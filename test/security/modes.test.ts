/** Who may call a server, by its mode and its options: with the AWS SDK, and by `fetch` without a network. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
} from '@aws-sdk/client-dynamodb'
import { CannotStart, createGramme, type Gramme } from '../../src/server/gramme.js'
import type { GrammeOptions } from '../../src/server/gramme-options.js'
import { signedHeaders } from '../support/sign.js'

const root = { accessKeyId: 'admin', secretAccessKey: 'correct-horse-battery' }
const rootOptions = { rootAccessKeyId: root.accessKeyId, rootSecretAccessKey: root.secretAccessKey }
const usual: GrammeOptions = { port: 0, inMemory: true, auth: 'iam', logLevel: 'silent' }

async function start(options: GrammeOptions, listen = true): Promise<Gramme> {
  const gramme = createGramme({ ...usual, ...options })
  await gramme.start({ listen })
  after(() => gramme.stop())
  return gramme
}

type Key = typeof root

function clientOf({ address }: Gramme, credentials: Key, region = 'us-east-1') {
  const client = new DynamoDBClient({
    endpoint: address.url,
    region,
    // A copy, because the client marks what it gets.
    credentials: { ...credentials },
    maxAttempts: 1,
  })
  after(() => client.destroy())
  return client
}

async function refusalOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'accepted'
  } catch (error) {
    return (error as Error).name
  }
}

function listTables(gramme: Gramme, key: Key): Promise<string> {
  return refusalOf(clientOf(gramme, key).send(new ListTablesCommand({})))
}

const table: CreateTableCommandInput = {
  TableName: 'things',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

describe('IAM mode', () => {
  it('knows the key of the root that was set, and no other', async () => {
    const gramme = await start(rootOptions)
    assert.equal(gramme.newRootKey, undefined)
    assert.equal(await listTables(gramme, root), 'accepted')
    const wrong = { ...root, secretAccessKey: 'incorrect-horse-battery' }
    assert.equal(await listTables(gramme, wrong), 'InvalidSignatureException')
    const other = { ...root, accessKeyId: 'local' }
    assert.equal(await listTables(gramme, other), 'UnrecognizedClientException')
  })

  it('makes a key of the root once, and keeps it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-modes-'))
    after(() => rm(dataDir, { recursive: true }))
    const stored = { inMemory: false, dataDir }
    const first = await start(stored)
    const key = first.newRootKey
    assert.ok(key)
    assert.equal(await listTables(first, key), 'accepted')
    await first.stop()
    const second = await start(stored)
    assert.equal(second.newRootKey, undefined)
    assert.equal(await listTables(second, key), 'accepted')
    await second.stop()
    const third = await start({ ...stored, ...rootOptions })
    assert.equal(await listTables(third, root), 'accepted')
    await third.stop()
    const changed = 'another-horse-battery'
    const fourth = await start({ ...stored, ...rootOptions, rootSecretAccessKey: changed })
    assert.equal(await listTables(fourth, root), 'InvalidSignatureException')
    assert.equal(await listTables(fourth, { ...root, secretAccessKey: changed }), 'accepted')
    await fourth.stop()
  })

  it('holds for calls within the process', async () => {
    const gramme = await start(rootOptions, false)
    const type = 'application/x-amz-json-1.0'
    const target = 'DynamoDB_20120810.ListTables'
    const send = (headers: Record<string, string>) =>
      gramme.fetch('http://here/', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': type, 'x-amz-target': target, ...headers },
      })
    const unsigned = await send({})
    assert.equal(unsigned.status, 400)
    assert.match(await unsigned.text(), /MissingAuthenticationToken/)
    const request = { host: 'here', target, body: '{}', at: new Date() }
    const signed = signedHeaders({ ...root, region: 'us-east-1' }, request)
    assert.equal((await send({ host: 'here', ...signed })).status, 200)
  })

  it('closes the buckets to requests without a valid signature', async () => {
    const gramme = await start(rootOptions)
    const scope = '20260101/us-east-1/s3/aws4_request'
    const authorization = `AWS4-HMAC-SHA256 Credential=admin/${scope}, SignedHeaders=host, Signature=0`
    for (const method of ['GET', 'PUT']) {
      const sent = { method, headers: { authorization, 'x-amz-date': '20260101T000000Z' } }
      const answer = await fetch(`${gramme.address.url}/bucket/key`, sent)
      assert.equal(answer.status, 403)
    }
  })

  it('lets pages of any origin and host try, as AWS does', async () => {
    const gramme = await start(rootOptions)
    const origin = 'https://app.example.com'
    const answer = await fetch(gramme.address.url, { headers: { origin } })
    assert.equal(answer.status, 200)
    const strict = await start({ ...rootOptions, corsOrigin: ['https://other.example.com'] })
    assert.equal((await fetch(strict.address.url, { headers: { origin } })).status, 403)
  })
})

describe('shared regions in IAM mode', () => {
  it('are one set of tables, of one account', async () => {
    const gramme = await start({ ...rootOptions, sharedRegions: true })
    await clientOf(gramme, root, 'eu-west-1').send(new CreateTableCommand(table))
    const described = await clientOf(gramme, root, 'us-west-2').send(
      new DescribeTableCommand({ TableName: 'things' }),
    )
    assert.equal(described.Table?.TableArn, 'arn:aws:dynamodb:us-east-1:000000000000:table/things')
    const elsewhere = 'arn:aws:dynamodb:eu-west-1:111122223333:table/things'
    const read = new GetItemCommand({ TableName: elsewhere, Key: { pk: { S: 'a' } } })
    assert.equal(await refusalOf(clientOf(gramme, root, 'eu-west-1').send(read)), 'accepted')
  })
})

describe('a file of accounts', () => {
  const things = 'arn:aws:dynamodb:us-east-1:000000000000:table/things'
  const bob = { accessKeyId: 'BOBSKEY', secretAccessKey: 'tr0ub4dor-and-three' }
  const read = (TableName: string) => new GetItemCommand({ TableName, Key: { pk: { S: 'a' } } })
  const content = {
    users: {
      bob: {
        accessKeys: [bob],
        inlinePolicies: {
          most: {
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' },
              { Effect: 'Deny', Action: 'dynamodb:GetItem', Resource: things },
            ],
          },
        },
      },
    },
  }

  async function startWith(accounts: object, options: GrammeOptions = {}): Promise<Gramme> {
    const folder = await mkdtemp(join(tmpdir(), 'gramme-modes-'))
    after(() => rm(folder, { recursive: true }))
    const iamFile = join(folder, 'iam.json')
    await writeFile(iamFile, JSON.stringify({ accounts }))
    return start({ ...rootOptions, ...options, iamFile })
  }

  it('gives its users their rights, and no more', async () => {
    const gramme = await startWith({ '000000000000': content })
    const client = clientOf(gramme, bob)
    await client.send(new CreateTableCommand(table))
    assert.equal(await refusalOf(client.send(read('things'))), 'AccessDeniedException')
    assert.equal(await refusalOf(client.send(read(things))), 'AccessDeniedException')
    assert.equal(await refusalOf(client.send(read('others'))), 'ResourceNotFoundException')
  })

  it('is as strict where regions are shared, however a table is named', async () => {
    const gramme = await startWith({ '000000000000': content }, { sharedRegions: true })
    await clientOf(gramme, root).send(new CreateTableCommand(table))
    for (const region of ['us-east-1', 'eu-west-1']) {
      const client = clientOf(gramme, bob, region)
      for (const name of [
        'things',
        things,
        things.replace('us-east-1', 'eu-west-1'),
        things.replace('000000000000', '111122223333'),
        things.replace('arn:aws:', 'arn:aws-cn:'),
      ]) {
        assert.equal(await refusalOf(client.send(read(name))), 'AccessDeniedException', name)
      }
    }
  })

  it('makes a key of another account a stranger’s where regions are shared', async () => {
    const rootKeys = [{ accessKeyId: 'OTHERROOT', secretAccessKey: bob.secretAccessKey }]
    const gramme = await startWith({ '111122223333': { rootKeys } }, { sharedRegions: true })
    const other = { ...bob, accessKeyId: 'OTHERROOT' }
    assert.equal(await listTables(gramme, root), 'accepted')
    assert.equal(await listTables(gramme, other), 'AccessDeniedException')
  })
})

describe('options that would open a server by accident', () => {
  for (const options of [
    { host: '0.0.0.0', auth: 'open' },
    { host: '0.0.0.0', openToNetwork: true },
    { ...rootOptions, auth: undefined },
    { rootAccessKeyId: 'admin' },
    { iamFile: 'x', auth: 'open' },
  ] as const) {
    it(`are refused: ${JSON.stringify(options)}`, () => {
      assert.throws(() => createGramme({ ...usual, ...options }), TypeError)
    })
  }
})

it('a file of accounts that is not there is told', async () => {
  const gramme = createGramme({ ...usual, iamFile: '/nowhere/iam.json' })
  await assert.rejects(gramme.start(), (error: Error) => {
    assert.ok(error instanceof CannotStart)
    assert.equal(error.message, 'The IAM file /nowhere/iam.json cannot be read: ENOENT.')
    return true
  })
})

/**
 * Policies of tables and streams over the wire, with the AWS SDK: what they give to another account and to
 * sessions, and what they take from their owner. More cases without a wire are in
 * `src/operations/shared-tables.test.ts`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  CreateTableCommand,
  DeleteResourcePolicyCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  PutResourcePolicyCommand,
  QueryCommand,
  TagResourceCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { createGramme } from '../../src/server/gramme.js'

const a = '111122223333'
const b = '444455556666'
const region = 'us-west-2'
const arn = `arn:aws:dynamodb:${region}:${a}:table/scores`
const roleArn = `arn:aws:iam::${a}:role/R`

type Json = Readonly<Record<string, unknown>>

const document = (...Statement: readonly Json[]) => ({ Version: '2012-10-17', Statement })
const everything = document({ Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' })
const secretOf = (name: string) => `${name}-secret-of-the-tests`
const user = (name: string, inlinePolicies: Json = {}) => ({
  inlinePolicies,
  accessKeys: [{ accessKeyId: name, secretAccessKey: secretOf(name) }],
})
const accounts = {
  [a]: {
    rootKeys: [{ accessKeyId: 'root_a', secretAccessKey: secretOf('root_a') }],
    users: { alice: user('alice', { all: everything }), poor: user('poor') },
    roles: {
      R: {
        trustPolicy: document({
          Effect: 'Allow',
          Principal: { AWS: `arn:aws:iam::${a}:user/alice` },
          Action: 'sts:AssumeRole',
        }),
      },
    },
  },
  [b]: { users: { bob: user('bob', { all: everything }), ben: user('ben') } },
}

const folder = await mkdtemp(join(tmpdir(), 'gramme-shared-'))
const iamFile = join(folder, 'iam.json')
await writeFile(iamFile, JSON.stringify({ accounts }))
const gramme = createGramme({ port: 0, inMemory: true, auth: 'iam', logLevel: 'silent', iamFile })
await gramme.start()
const endpoint = gramme.address.url
const opened: { destroy(): void }[] = []
after(async () => {
  for (const client of opened) client.destroy()
  await gramme.stop()
  await rm(folder, { recursive: true })
})

interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const keyOf = (name: string): Key => ({ accessKeyId: name, secretAccessKey: secretOf(name) })
const settings = (key: Key) => ({ endpoint, region, credentials: { ...key }, maxAttempts: 1 })

function kept<C extends { destroy(): void }>(client: C): C {
  opened.push(client)
  return client
}
const as = (key: Key) => kept(new DynamoDBClient(settings(key)))

const [alice, poor, bob, ben, root] = ['alice', 'poor', 'bob', 'ben', 'root_a'].map((name) =>
  as(keyOf(name)),
) as [DynamoDBClient, DynamoDBClient, DynamoDBClient, DynamoDBClient, DynamoDBClient]

const sts = kept(new STSClient(settings(keyOf('alice'))))

async function session(name: string): Promise<DynamoDBClient> {
  const request = new AssumeRoleCommand({ RoleArn: roleArn, RoleSessionName: name })
  const { AccessKeyId, SecretAccessKey, SessionToken } = (await sts.send(request)).Credentials!
  const pair = { accessKeyId: AccessKeyId!, secretAccessKey: SecretAccessKey! }
  return as({ ...pair, sessionToken: SessionToken! })
}

/** A, or what was refused and how: X by a Deny. */
async function outcome(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'A'
  } catch (error) {
    const { name, message } = error as Error
    if (name !== 'AccessDeniedException') return name
    return message.includes('explicit deny') ? 'X' : message.replace(/^User: .* because /, '')
  }
}

const created = await alice.send(
  new CreateTableCommand({
    TableName: 'scores',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'grp', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'top',
        KeySchema: [{ AttributeName: 'grp', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  }),
)
const StreamArn = created.TableDescription!.LatestStreamArn!
const Key = { pk: { S: 'one' } }
await alice.send(new PutItemCommand({ TableName: 'scores', Item: Key }))

const share = (Principal: unknown, action: string, more: Json = {}) =>
  put(alice, { Effect: 'Allow', Principal, Action: `dynamodb:${action}`, Resource: arn, ...more })
function put(by: DynamoDBClient, statement: Json, confirmed = false): Promise<unknown> {
  const ResourceArn = String(statement['Resource']).includes('/stream/') ? StreamArn : arn
  const Policy = JSON.stringify(document(statement))
  const ConfirmRemoveSelfResourceAccess = confirmed
  return by.send(
    new PutResourcePolicyCommand({ ResourceArn, Policy, ConfirmRemoveSelfResourceAccess }),
  )
}
const get = (client: DynamoDBClient, TableName = arn) =>
  outcome(client.send(new GetItemCommand({ TableName, Key })))

describe('a table that is shared with another account', () => {
  it('is read by its ARN if both sides allow it', async () => {
    assert.equal(await get(bob), 'Access is denied')
    await share({ AWS: b }, 'GetItem')
    const { Item } = await bob.send(new GetItemCommand({ TableName: arn, Key }))
    assert.deepEqual(Item, Key)
    assert.equal(await get(ben), 'Access is denied')
    assert.equal(await get(bob, 'scores'), 'ResourceNotFoundException')
    const write = bob.send(new PutItemCommand({ TableName: arn, Item: Key }))
    assert.equal(await outcome(write), 'Access is denied')
    const absent = arn.replace('scores', 'absent')
    assert.equal(await get(bob, absent), 'Access is denied')
    await alice.send(new DeleteResourcePolicyCommand({ ResourceArn: arn }))
    assert.equal(await get(bob), 'Access is denied')
  })

  it('keeps to its owner what only the owner may do, and indexes that are not named', async () => {
    await share({ AWS: b }, '*')
    assert.equal(await outcome(bob.send(new DescribeTableCommand({ TableName: arn }))), 'A')
    const statement = new ExecuteStatementCommand({ Statement: `SELECT * FROM "${arn}"` })
    assert.equal(await outcome(bob.send(statement)), 'Access is denied')
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'x' }
    const ttl = new UpdateTimeToLiveCommand({ TableName: arn, TimeToLiveSpecification })
    assert.equal(await outcome(bob.send(ttl)), 'Access is denied')
    const policy = { Effect: 'Allow', Principal: { AWS: b }, Action: 'dynamodb:*', Resource: arn }
    assert.equal(await outcome(put(bob, policy)), 'ValidationException')
    const query = new QueryCommand({
      TableName: arn,
      IndexName: 'top',
      KeyConditionExpression: 'grp = :g',
      ExpressionAttributeValues: { ':g': { S: 'x' } },
    })
    assert.equal(await outcome(bob.send(query)), 'Access is denied')
    await share({ AWS: b }, 'Query', { Resource: `${arn}/index/top` })
    assert.equal(await outcome(bob.send(query)), 'A')
  })

  it('has streams with policies of their own', async () => {
    const streams = kept(new DynamoDBStreamsClient(settings(keyOf('bob'))))
    const describeStream = () => outcome(streams.send(new DescribeStreamCommand({ StreamArn })))
    assert.equal(await describeStream(), 'Access is denied')
    const Action = 'dynamodb:DescribeStream'
    await put(alice, { Effect: 'Allow', Principal: { AWS: b }, Action, Resource: StreamArn })
    assert.equal(await describeStream(), 'A')
  })
})

describe('a policy of a table in its own account', () => {
  it('gives to users, roles and sessions what they lack', async () => {
    const missing = 'no identity-based policy allows the dynamodb:GetItem action'
    assert.equal(await get(poor, 'scores'), missing)
    await share({ AWS: `arn:aws:iam::${a}:user/poor` }, 'GetItem')
    assert.equal(await get(poor, 'scores'), 'A')
    const [one, two] = [await session('s1'), await session('s2')]
    assert.equal(await get(one, 'scores'), missing)
    await share({ AWS: roleArn }, 'GetItem')
    assert.equal(await get(one, 'scores'), 'A')
    await share({ AWS: `arn:aws:sts::${a}:assumed-role/R/s1` }, 'GetItem')
    assert.equal(await get(one, 'scores'), 'A')
    assert.equal(await get(two, 'scores'), missing)
    await share({ AWS: a }, 'GetItem')
    assert.equal(await get(poor, 'scores'), missing)
  })

  it('names only who exists', async () => {
    const nobody = share({ AWS: `arn:aws:iam::${a}:user/nobody` }, 'GetItem')
    assert.equal(await outcome(nobody), 'ValidationException')
  })

  it('takes from everyone what it denies, until somebody may remove it', async () => {
    const Resource = [arn, `${arn}/index/*`]
    const deny = (Action: unknown) => ({ Effect: 'Deny', Principal: '*', Action, Resource })
    await put(alice, deny(['dynamodb:DeleteTable', 'dynamodb:GetItem']))
    assert.equal(await get(alice, 'scores'), 'X')
    assert.equal(await get(root, arn.replace('arn:aws:', 'arn:aws-cn:')), 'X')
    const deletion = () => alice.send(new DeleteTableCommand({ TableName: 'scores' }))
    assert.equal(await outcome(deletion()), 'X')
    const Tags = [{ Key: 'env', Value: 'dev' }]
    assert.equal(await outcome(alice.send(new TagResourceCommand({ ResourceArn: arn, Tags }))), 'A')
    const lock = deny('dynamodb:*ResourcePolicy')
    await assert.rejects(put(alice, lock), {
      message:
        'The new resource policy will not allow you to update the resource policy in the future.',
    })
    await put(alice, lock, true)
    assert.equal(await outcome(put(alice, lock, true)), 'X')
    const removal = (by: DynamoDBClient) =>
      outcome(by.send(new DeleteResourcePolicyCommand({ ResourceArn: arn })))
    assert.equal(await removal(alice), 'X')
    assert.equal(await removal(root), 'A')
    assert.equal(await outcome(deletion()), 'A')
  })
})

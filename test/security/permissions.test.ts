/**
 * Policies over the wire: the AWS SDK as a user with a policy of its own, in IAM mode. What each decision
 * comes from is tested beside the code (`src/operations/permissions`).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  BatchExecuteStatementCommand,
  CreateTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateContinuousBackupsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { SignatureV4 } from '@smithy/signature-v4'
import { createHash, createHmac } from 'node:crypto'
import { createGramme } from '../../src/server/gramme.js'
import { s3Client } from '../support/s3.js'

const rootKey = {
  accessKeyId: 'AKIAGRAMMETESTROOT01',
  secretAccessKey: 'the-secret-of-the-root-of-these-tests',
}
const account = '000000000000'
const region = 'us-east-1'
const table = `arn:aws:dynamodb:${region}:${account}:table/shared`
const gramme = createGramme({
  port: 0,
  inMemory: true,
  auth: 'iam',
  rootAccessKeyId: rootKey.accessKeyId,
  rootSecretAccessKey: rootKey.secretAccessKey,
  logLevel: 'silent',
})

interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const settings = (credentials: Key) => ({
  endpoint: gramme.address.url,
  region,
  credentials,
  maxAttempts: 1,
})
const as = (key: Key) => new DynamoDBClient(settings(key))

/** What @smithy/signature-v4 needs of a hash. */
class Sha256 {
  readonly #hash

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac(
            'sha256',
            typeof secret === 'string' ? secret : Buffer.from(secret as Uint8Array),
          )
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : Buffer.from(data as Uint8Array))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

/** There is no client of IAM among the packages that tests use. */
async function iam(Action: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const url = new URL(gramme.address.url)
  const body = new URLSearchParams({ Action, Version: '2010-05-08', ...parameters }).toString()
  const signer = new SignatureV4({ service: 'iam', region, credentials: rootKey, sha256: Sha256 })
  const signed = await signer.sign({
    method: 'POST',
    protocol: 'http:',
    hostname: url.hostname,
    path: '/',
    headers: {
      host: url.host,
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    },
    body,
  })
  const answer = await fetch(url, { method: 'POST', headers: signed.headers, body })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return text
}

async function userWith(UserName: string, statements: readonly object[]): Promise<Key> {
  await iam('CreateUser', { UserName })
  const PolicyDocument = policy(statements)
  await iam('PutUserPolicy', { UserName, PolicyName: 'own', PolicyDocument })
  const xml = await iam('CreateAccessKey', { UserName })
  const member = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1]!
  return { accessKeyId: member('AccessKeyId'), secretAccessKey: member('SecretAccessKey') }
}

function policy(statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements })
}

const tenantActions = ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'PartiQLSelect']
const ofTenant = (variable: string) => ({
  Effect: 'Allow',
  Action: tenantActions.map((name) => `dynamodb:${name}`),
  Resource: table,
  Condition: {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [variable] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
})

const S = (text: string) => ({ S: text })
const TableName = 'shared'
const refusal = (user: string, action: string, on: string, tail?: string) => ({
  name: 'AccessDeniedException',
  message: `User: ${user} is not authorized to perform: ${action} on resource: ${on} ${tail ?? `because no identity-based policy allows the ${action} action`}`,
})
const aliceArn = `arn:aws:iam::${account}:user/alice`

let alice: Key

before(async () => {
  await gramme.start()
  const root = as(rootKey)
  await root.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const Item = { pk: S('bob'), note: S('secret') }
  await root.send(new PutItemCommand({ TableName, Item }))
  alice = await userWith('alice', [
    ofTenant('${aws:username}'),
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: 'arn:aws:s3:::files/home/${aws:username}/*',
    },
    {
      Effect: 'Allow',
      Action: 's3:ListBucket',
      Resource: 'arn:aws:s3:::files',
      Condition: { StringLike: { 's3:prefix': 'home/${aws:username}/*' } },
    },
    { Effect: 'Allow', Action: 'dynamodb:Export*', Resource: '*' },
  ])
})
after(() => gramme.stop())

describe('a user with a policy', () => {
  it('uses its own items and is refused those of others', async () => {
    const client = as(alice)
    await client.send(new PutItemCommand({ TableName, Item: { pk: S('alice'), n: S('1') } }))
    const own = await client.send(new GetItemCommand({ TableName, Key: { pk: S('alice') } }))
    assert.deepEqual(own.Item, { pk: S('alice'), n: S('1') })
    await assert.rejects(
      client.send(new GetItemCommand({ TableName, Key: { pk: S('bob') } })),
      refusal(aliceArn, 'dynamodb:GetItem', table),
    )
    const others = new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': S('bob') },
    })
    await assert.rejects(client.send(others), refusal(aliceArn, 'dynamodb:Query', table))
    const shown = new UpdateItemCommand({
      TableName,
      Key: { pk: S('bob') },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    await assert.rejects(client.send(shown), refusal(aliceArn, 'dynamodb:UpdateItem', table))
  })

  it('is told which part of a transaction it may not do, and no reasons', async () => {
    const ConditionCheck = {
      TableName,
      Key: { pk: S('bob') },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const
    const transaction = new TransactWriteItemsCommand({
      TransactItems: [{ Put: { TableName, Item: { pk: S('alice') } } }, { ConditionCheck }],
    })
    await assert.rejects(as(alice).send(transaction), (error: Error) => {
      const { name, message } = refusal(aliceArn, 'dynamodb:ConditionCheckItem', table)
      assert.equal(error.name, name)
      assert.equal(error.message, message)
      assert.equal('CancellationReasons' in error, false)
      return true
    })
  })

  it('is answered statement by statement', async () => {
    const Statements = ['alice', 'bob'].map((pk) => ({
      Statement: `SELECT pk FROM shared WHERE pk = '${pk}'`,
    }))
    const { Responses } = await as(alice).send(new BatchExecuteStatementCommand({ Statements }))
    const { message: Message } = refusal(aliceArn, 'dynamodb:PartiQLSelect', table)
    assert.deepEqual(Responses, [
      { TableName, Item: { pk: S('alice') } },
      { Error: { Code: 'AccessDenied', Message } },
    ])
  })

  it('does not learn which tables there are', async () => {
    const client = as(alice)
    const all = table.replace('shared', '*')
    await assert.rejects(
      client.send(new ListTablesCommand({})),
      refusal(aliceArn, 'dynamodb:ListTables', all),
    )
    const absent = new GetItemCommand({ TableName: 'absent', Key: { pk: S('alice') } })
    const on = table.replace('shared', 'absent')
    await assert.rejects(client.send(absent), refusal(aliceArn, 'dynamodb:GetItem', on))
  })

  it('is judged by what its policy says now', async () => {
    const get = new GetItemCommand({ TableName, Key: { pk: S('carla') } })
    const client = as(await userWith('carla', [ofTenant('carla')]))
    await client.send(get)
    await iam('DeleteUserPolicy', { UserName: 'carla', PolicyName: 'own' })
    await assert.rejects(client.send(get), { name: 'AccessDeniedException' })
    await iam('PutUserPolicy', {
      UserName: 'carla',
      PolicyName: 'own',
      PolicyDocument: policy([ofTenant('carla')]),
    })
    await client.send(get)
  })
})

describe('a session of a role', () => {
  it('is judged by its tags, and named by its session', async () => {
    const trust = { Effect: 'Allow', Action: ['sts:AssumeRole', 'sts:TagSession'] }
    const Principal = { AWS: aliceArn }
    await iam('CreateRole', {
      RoleName: 'tenants',
      AssumeRolePolicyDocument: policy([{ ...trust, Principal }]),
    })
    await iam('PutRolePolicy', {
      RoleName: 'tenants',
      PolicyName: 'own',
      PolicyDocument: policy([ofTenant('${aws:PrincipalTag/tenant}')]),
    })
    const { Credentials } = await new STSClient(settings(alice)).send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${account}:role/tenants`,
        RoleSessionName: 's1',
        Tags: [{ Key: 'tenant', Value: 'bob' }],
      }),
    )
    const client = as({
      accessKeyId: Credentials!.AccessKeyId!,
      secretAccessKey: Credentials!.SecretAccessKey!,
      sessionToken: Credentials!.SessionToken!,
    })
    const found = await client.send(new GetItemCommand({ TableName, Key: { pk: S('bob') } }))
    assert.deepEqual(found.Item?.['note'], S('secret'))
    await assert.rejects(
      client.send(new GetItemCommand({ TableName, Key: { pk: S('alice') } })),
      refusal(`arn:aws:sts::${account}:assumed-role/tenants/s1`, 'dynamodb:GetItem', table),
    )
  })
})

describe('buckets', () => {
  const s3 = (key: Key) => s3Client(gramme.address.url, { credentials: key })
  const Bucket = 'files'

  it('are judged by policies too, object by object and list by list', async () => {
    await s3(rootKey).send(new CreateBucketCommand({ Bucket }))
    const client = s3(alice)
    const mine = { Bucket, Key: 'home/alice/a.txt' }
    await client.send(new PutObjectCommand({ ...mine, Body: 'mine' }))
    await client.send(new GetObjectCommand(mine))
    const denied = { name: 'AccessDenied' }
    const others = { Bucket, Key: 'home/bob/a.txt' }
    await assert.rejects(client.send(new PutObjectCommand({ ...others, Body: 'x' })), denied)
    await assert.rejects(client.send(new GetObjectCommand(others)), denied)
    await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'home/alice/' }))
    await assert.rejects(client.send(new ListObjectsV2Command({ Bucket })), denied)
    const home = new ListObjectsV2Command({ Bucket, Prefix: 'home/' })
    await assert.rejects(client.send(home), denied)
  })

  it('take exports only where the caller may write', async () => {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await as(rootKey).send(
      new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
    )
    const exporting = (S3Prefix: string) =>
      new ExportTableToPointInTimeCommand({ TableArn: table, S3Bucket: Bucket, S3Prefix })
    await assert.rejects(as(alice).send(exporting('home/bob')), {
      name: 'AccessDeniedException',
      message: /s3:PutObject on resource: "arn:aws:s3:::files\/home\/bob\/\*" because no identity/,
    })
    await assert.rejects(as(alice).send(exporting('home/alice')), {
      message: /s3:AbortMultipartUpload on resource: "arn:aws:s3:::files\/home\/alice\/\*"/,
    })
  })
})

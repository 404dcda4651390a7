/**
 * Policies of tables and streams in force: what they add to the policies of callers, what they take away,
 * and what they open to another account. The numbers are those of the project's list of policy cases.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import type { IamPolicy, IamUser } from '../iam/entities.js'
import { testRole, testUser, writeOf } from '../iam/iam-suite.js'
import { roleArn, rootIdentity, userIdentity } from '../iam/identities.js'
import type { Caller, Identity } from '../model/caller.js'
import { ServiceError } from '../model/errors.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { createDispatcher } from './dispatch.js'
import { jsonCall } from './json-call-suite.js'
import { permitBy } from './permissions/permit.js'

const a = '111122223333'
const b = '444455556666'
const region = 'us-west-2'
const table = `arn:aws:dynamodb:${region}:${a}:table/GameScores`
const aliceArn = `arn:aws:iam::${a}:user/alice`
const bobArn = `arn:aws:iam::${b}:user/bob`
const role = testRole('R')

const everything = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }
const only = (action: string, Resource: string = table): Json => ({
  Effect: 'Allow',
  Action: `dynamodb:${action}`,
  Resource,
})
const to = (Principal: unknown, statement: Json): Json => ({ ...statement, Principal })
const deny = (action: string, Principal: unknown = '*'): Json => ({
  ...only(action),
  Effect: 'Deny',
  Principal,
})
const policy = (...Statement: readonly Json[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement })

interface People {
  readonly alice?: readonly Json[]
  readonly bob?: readonly Json[]
  readonly boundary?: readonly Json[]
  /** Of the table. */
  readonly policy?: readonly Json[]
}

const Key = { UserId: { S: 'u1' }, GameTitle: { S: 'g' } }
const getItem = { TableName: 'GameScores', Key }
const byArn = { TableName: table, Key }

async function open(people: People) {
  const { database } = openTestDatabase(memoryEngine())
  const { rights, resourceRights: resources } = database
  const dispatcher = createDispatcher(database, { permit: permitBy({ rights, resources }) })
  const boundaryArn = `arn:aws:iam::${a}:policy/boundary`
  const bounded = people.boundary === undefined ? {} : { boundaryArn }
  const inline = (statements: readonly Json[] = []): Pick<IamUser, 'inlinePolicies'> => ({
    inlinePolicies: statements.length === 0 ? {} : { own: policy(...statements) },
  })
  const users = {
    alice: testUser('alice', { ...inline(people.alice), ...bounded }),
    carol: testUser('carol', inline([everything])),
    bob: testUser('bob', { account: b, ...inline(people.bob) }),
  }
  const stored = testRole('R', bounded)
  const version = { id: 'v1', document: policy(...(people.boundary ?? [])), createdAtMs: 0 }
  const boundary: IamPolicy = {
    ...role,
    name: 'boundary',
    updatedAtMs: 0,
    defaultVersionId: 'v1',
    versionsMade: 1,
    attachmentCount: 1,
    boundaryCount: 0,
    versions: [version],
  }
  await database.iam.change([], () => ({
    writes: [
      ...Object.values(users).map((user) => writeOf('user', user)),
      writeOf('role', stored),
      writeOf('policy', boundary),
    ],
    result: undefined,
  }))
  const callerOf = (identity: Identity): Caller => ({
    account: identity.account,
    region,
    accessKeyId: 'test',
    identity,
  })
  const session = (name: string, policies?: readonly Json[]): Caller =>
    callerOf({
      kind: 'role',
      account: a,
      arn: `arn:aws:sts::${a}:assumed-role/R/${name}`,
      principalArn: roleArn(stored),
      principalId: stored.id,
      userId: `${stored.id}:${name}`,
      name: 'R',
      session: {
        name,
        issuedAtMs: 0,
        expiresAtMs: Number.MAX_SAFE_INTEGER,
        ...(policies && { policies: [policy(...policies)] }),
      },
    })
  const callers = {
    root: callerOf(rootIdentity(a)),
    alice: callerOf(userIdentity(users.alice)),
    carol: callerOf(userIdentity(users.carol)),
    bob: callerOf(userIdentity(users.bob)),
  }
  const ask = async (caller: Caller, operation: string, input: Json): Promise<Json> => {
    const json: unknown = JSON.parse(JSON.stringify(input))
    const answer = await dispatcher.dispatch(jsonCall(operation, json, caller))
    return JSON.parse(JSON.stringify(answer ?? {})) as Json
  }
  /** A, or the refusal: X for a Deny, D for a right that is missing, otherwise the error. */
  const outcome = async (caller: Caller, operation: string, input: Json): Promise<string> => {
    try {
      await ask(caller, operation, input)
      return 'A'
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.type !== 'AccessDeniedException') return error.type
      if (error.message === 'Access is denied') return 'bare D'
      return error.message.includes('explicit deny') ? 'X' : 'D'
    }
  }
  await ask(callers.root, 'CreateTable', {
    TableName: 'GameScores',
    AttributeDefinitions: ['UserId', 'GameTitle'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [
      { AttributeName: 'UserId', KeyType: 'HASH' },
      { AttributeName: 'GameTitle', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'Top',
        KeySchema: [{ AttributeName: 'GameTitle', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    ...(people.policy && { ResourcePolicy: policy(...people.policy) }),
  })
  return { ask, outcome, session, ...callers }
}

describe('a policy of a table, for callers of its own account', () => {
  it('reaches past a boundary if it names the user (58)', async () => {
    const boundary = [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }]
    const policies = [to({ AWS: aliceArn }, only('GetItem'))]
    const { outcome, alice } = await open({ boundary, policy: policies })
    assert.equal(await outcome(alice, 'GetItem', getItem), 'A')
  })

  it('reaches as far as boundary and session if it names the role (59)', async () => {
    const policies = [to({ AWS: roleArn(role) }, only('GetItem'))]
    const free = await open({ policy: policies })
    assert.equal(await free.outcome(free.session('s1'), 'GetItem', getItem), 'A')
    const narrowed = free.session('s1', [only('Query')])
    assert.equal(await free.outcome(narrowed, 'GetItem', getItem), 'D')
    const bounded = await open({ policy: policies, boundary: [only('Query')] })
    assert.equal(await bounded.outcome(bounded.session('s1'), 'GetItem', getItem), 'D')
  })

  it('leaves the decision to the account if it names that (60)', async () => {
    const { outcome, alice } = await open({ policy: [to({ AWS: a }, only('GetItem'))] })
    assert.equal(await outcome(alice, 'GetItem', getItem), 'D')
    const Condition = { ArnEquals: { 'aws:PrincipalArn': roleArn(role) } }
    const bounded = { ...to('*', only('GetItem')), Condition }
    const other = await open({ policy: [bounded] })
    assert.equal(await other.outcome(other.session('s1'), 'GetItem', getItem), 'A')
    assert.equal(await other.outcome(other.alice, 'GetItem', getItem), 'D')
  })

  it('can name one session (65)', async () => {
    const AWS = `arn:aws:sts::${a}:assumed-role/R/s1`
    const { outcome, session } = await open({ policy: [to({ AWS }, only('GetItem'))] })
    const without = [only('Query')]
    assert.equal(await outcome(session('s1', without), 'GetItem', getItem), 'A')
    assert.equal(await outcome(session('s2', without), 'GetItem', getItem), 'D')
  })

  it('denies the owner, before anything else is told (71, 72)', async () => {
    const { outcome, alice, root } = await open({
      alice: [everything],
      policy: [deny('DeleteTable')],
    })
    const named = { TableName: 'GameScores' }
    assert.equal(await outcome(alice, 'DeleteTable', named), 'X')
    await outcome(alice, 'UpdateTable', { ...named, DeletionProtectionEnabled: true })
    assert.equal(await outcome(alice, 'DeleteTable', named), 'X')
    assert.equal(await outcome(root, 'DeleteTable', named), 'X')
    const update = await open({ alice: [everything], policy: [deny('UpdateTable')] })
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'x' }
    const requests: readonly (readonly [string, Json])[] = [
      ['UpdateTable', { ...named, DeletionProtectionEnabled: true }],
      ['UpdateTable', { TableName: table, DeletionProtectionEnabled: true }],
      ['UpdateTimeToLive', { ...named, TimeToLiveSpecification }],
      ['TagResource', { ResourceArn: table, Tags: [{ Key: 'x', Value: 'y' }] }],
    ]
    const outcomes = requests.map(([name, input]) => update.outcome(update.alice, name, input))
    assert.deepEqual(await Promise.all(outcomes), ['X', 'X', 'A', 'A'])
  })

  it('narrows nothing that the caller has (73)', async () => {
    const Condition = { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['UserId'] } }
    const { outcome, alice } = await open({
      alice: [everything],
      policy: [{ ...to({ AWS: aliceArn }, only('GetItem')), Condition }],
    })
    assert.equal(await outcome(alice, 'GetItem', { ...getItem, ProjectionExpression: 'SSN' }), 'A')
  })

  it('can deny all but some (74)', async () => {
    const NotPrincipal = { AWS: [aliceArn, a] }
    const { outcome, alice, carol } = await open({
      alice: [everything],
      policy: [{ ...only('*'), Effect: 'Deny', NotPrincipal }],
    })
    assert.equal(await outcome(alice, 'GetItem', getItem), 'A')
    assert.equal(await outcome(carol, 'GetItem', getItem), 'X')
  })

  it('must be confirmed if it locks its author out, and the root gets rid of it (76)', async () => {
    const { ask, outcome, alice, root } = await open({ alice: [everything] })
    const Policy = policy(
      { ...deny('*ResourcePolicy', { AWS: aliceArn }), Resource: '*' },
      { ...deny('PutResourcePolicy', { AWS: a }), Resource: '*' },
    )
    const put = { ResourceArn: table, Policy }
    await assert.rejects(ask(alice, 'PutResourcePolicy', put), {
      name: 'AccessDeniedException',
      message:
        'The new resource policy will not allow you to update the resource policy in the future.',
    })
    const confirmed = { ...put, ConfirmRemoveSelfResourceAccess: true }
    assert.equal(await outcome(alice, 'PutResourcePolicy', confirmed), 'A')
    assert.equal(await outcome(alice, 'PutResourcePolicy', confirmed), 'X')
    assert.equal(await outcome(alice, 'DeleteResourcePolicy', { ResourceArn: table }), 'X')
    assert.equal(await outcome(alice, 'DescribeTable', { TableName: 'GameScores' }), 'A')
    assert.equal(await outcome(root, 'PutResourcePolicy', put), 'X')
    assert.equal(await outcome(root, 'DeleteResourcePolicy', { ResourceArn: table }), 'A')
    assert.equal(await outcome(alice, 'PutResourcePolicy', confirmed), 'A')
  })

  it('does not lock out by a tag that the caller does not have', async () => {
    const { outcome, alice } = await open({ alice: [everything] })
    const Condition = { StringEquals: { 'aws:PrincipalTag/team': 'x' } }
    const Policy = policy({ ...deny('*'), Resource: '*', Condition })
    assert.equal(await outcome(alice, 'PutResourcePolicy', { ResourceArn: table, Policy }), 'A')
  })

  it('names only principals that exist', async () => {
    const { ask, outcome, root } = await open({})
    const put = (AWS: unknown) => {
      const Policy = policy(to({ AWS }, only('GetItem')))
      return ask(root, 'PutResourcePolicy', { ResourceArn: table, Policy })
    }
    await put([aliceArn, bobArn, b, roleArn(role), `arn:aws:sts::${a}:assumed-role/R/any`])
    for (const absent of [
      `arn:aws:iam::${a}:user/dave`,
      `arn:aws:iam::${a}:user/team/alice`,
      `arn:aws:iam::${b}:user/alice`,
      `arn:aws:iam::${a}:role/S`,
      `arn:aws:sts::${a}:assumed-role/S/any`,
    ]) {
      await assert.rejects(put([aliceArn, absent]), {
        name: 'ValidationException',
        message: 'One or more parameter values were invalid: Invalid principal in policy document.',
      })
    }
    const ResourcePolicy = policy(to({ AWS: `arn:aws:iam::${a}:role/S` }, only('GetItem')))
    const TableName = 'other'
    const shape = { AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }] }
    const keys = { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] }
    const billed = { BillingMode: 'PAY_PER_REQUEST', ResourcePolicy }
    assert.equal(
      await outcome(root, 'CreateTable', { TableName, ...shape, ...keys, ...billed }),
      'ValidationException',
    )
  })
})

describe('a policy of a table, for callers of another account', () => {
  it('opens the table by its ARN, and by no plain name (67)', async () => {
    const { outcome, bob } = await open({
      bob: [only('GetItem')],
      policy: [to({ AWS: b }, only('GetItem'))],
    })
    assert.equal(await outcome(bob, 'GetItem', byArn), 'A')
    assert.equal(await outcome(bob, 'PutItem', { TableName: table, Item: Key }), 'bare D')
    assert.equal(await outcome(bob, 'GetItem', getItem), 'D')
    const free = await open({ bob: [everything], policy: [to({ AWS: b }, only('GetItem'))] })
    assert.equal(await free.outcome(free.bob, 'GetItem', getItem), 'ResourceNotFoundException')
  })

  it('is half of what it takes (68)', async () => {
    const granted = await open({ policy: [to({ AWS: bobArn }, only('GetItem'))] })
    assert.equal(await granted.outcome(granted.bob, 'GetItem', byArn), 'bare D')
    const rich = await open({ bob: [everything] })
    assert.equal(await rich.outcome(rich.bob, 'GetItem', byArn), 'bare D')
    const missing = { ...byArn, TableName: table.replace('GameScores', 'none') }
    assert.equal(await rich.outcome(rich.bob, 'GetItem', missing), 'bare D')
  })

  it('opens nothing that only the owner may do (69)', async () => {
    const { outcome, bob } = await open({
      bob: [everything],
      policy: [to({ AWS: b }, { ...only('*'), Resource: '*' })],
    })
    const Statement = `SELECT * FROM "${table}" WHERE UserId = 'u1'`
    assert.equal(await outcome(bob, 'ExecuteStatement', { Statement }), 'bare D')
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'x' }
    const ttl = { TableName: table, TimeToLiveSpecification }
    assert.equal(await outcome(bob, 'UpdateTimeToLive', ttl), 'bare D')
    const put = { ResourceArn: table, Policy: policy(to({ AWS: b }, only('*'))) }
    assert.equal(await outcome(bob, 'PutResourcePolicy', put), 'ValidationException')
    assert.equal(await outcome(bob, 'DescribeTable', { TableName: table }), 'A')
    const TransactItems = [{ Put: { TableName: table, Item: Key } }]
    assert.equal(await outcome(bob, 'TransactWriteItems', { TransactItems }), 'A')
    assert.equal(await outcome(bob, 'DeleteTable', { TableName: table }), 'A')
  })

  it('opens an index only if it says so (70)', async () => {
    const query = {
      TableName: table,
      IndexName: 'Top',
      KeyConditionExpression: 'GameTitle = :g',
      ExpressionAttributeValues: { ':g': { S: 'g' } },
    }
    const closed = await open({ bob: [everything], policy: [to({ AWS: b }, only('Query'))] })
    assert.equal(await closed.outcome(closed.bob, 'Query', query), 'bare D')
    const indexes = only('Query', `${table}/index/*`)
    const opened = await open({ bob: [everything], policy: [to({ AWS: b }, indexes)] })
    assert.equal(await opened.outcome(opened.bob, 'Query', query), 'A')
  })

  it('can be limited by what a request asks for (75)', async () => {
    const attributes = ['UserId', 'GameTitle', 'Title']
    const { outcome, bob } = await open({
      bob: [only('GetItem')],
      policy: [
        {
          ...to({ AWS: bobArn }, only('GetItem')),
          Condition: {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
            StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
          },
        },
      ],
    })
    assert.equal(await outcome(bob, 'GetItem', { ...byArn, ProjectionExpression: 'Title' }), 'A')
    assert.equal(await outcome(bob, 'GetItem', byArn), 'bare D')
  })

  it('says nothing about streams, which have their own', async () => {
    const { ask, outcome, bob, root } = await open({
      bob: [everything],
      policy: [to({ AWS: b }, { ...only('*'), Resource: '*' })],
    })
    const { Table } = (await ask(root, 'DescribeTable', { TableName: 'GameScores' })) as {
      Table: { LatestStreamArn: string }
    }
    const StreamArn = Table.LatestStreamArn
    assert.equal(await outcome(bob, 'DescribeStream', { StreamArn }), 'bare D')
    const Policy = policy(to({ AWS: b }, only('DescribeStream', StreamArn)))
    await ask(root, 'PutResourcePolicy', { ResourceArn: StreamArn, Policy })
    assert.equal(await outcome(bob, 'DescribeStream', { StreamArn }), 'A')
    await ask(root, 'DeleteResourcePolicy', { ResourceArn: StreamArn })
    assert.equal(await outcome(bob, 'DescribeStream', { StreamArn }), 'bare D')
  })
})

describe('tags of a table', () => {
  it('decide from the next request on, for its indexes too', async () => {
    const tagged = { StringEquals: { 'aws:ResourceTag/env': 'dev' } }
    const { ask, outcome, alice, root } = await open({
      alice: [{ ...everything, Condition: tagged }],
    })
    const scan = { TableName: 'GameScores', IndexName: 'Top' }
    assert.equal(await outcome(alice, 'Scan', scan), 'D')
    await ask(root, 'TagResource', { ResourceArn: table, Tags: [{ Key: 'env', Value: 'dev' }] })
    assert.equal(await outcome(alice, 'Scan', scan), 'A')
    assert.equal(await outcome(alice, 'GetItem', getItem), 'A')
    await ask(root, 'UntagResource', { ResourceArn: table, TagKeys: ['env'] })
    assert.equal(await outcome(alice, 'GetItem', getItem), 'D')
  })
})

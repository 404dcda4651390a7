/**
 * Tenants of one table: a policy gives each the items under its own partition key, and no operation, answer or
 * error shows or changes anything of another's.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { StatementText } from '../../policies/policy-suite.js'
import { VirtualClock } from '../../stdx/clock.js'
import { encodeIterator } from '../../streams/shard-iterator.js'
import type { Json } from '../database-suite.js'
import { openGuarded, type GuardedDatabase, type TestUser } from './permissions-suite.js'

const TableName = 'shared'
const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
const secret = 'what only bob knows'
const S = (text: string): Json => ({ S: text })
const key = (pk: string, sk = 'a'): Json => ({ pk: S(pk), sk: S(sk) })

/** AWS: conditions on all values hold where there are none, so they have to be there. */
const ofTenant: StatementText = {
  Effect: 'Allow',
  Action: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
    .concat(['BatchGetItem', 'BatchWriteItem', 'Query', 'Scan'])
    .concat(['PartiQLSelect', 'PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'])
    .map((name) => `dynamodb:${name}`),
  Resource: [arn, `${arn}/index/owners`],
  Condition: {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['${aws:PrincipalTag/tenant}'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
}

const alice: TestUser = {
  name: 'alice',
  policy: [ofTenant],
  tags: [{ key: 'Tenant', value: 'alice' }],
}
/** Without the tag nothing is its own. */
const stranger: TestUser = { name: 'stranger', policy: [ofTenant] }

let guarded: GuardedDatabase
let stream = ''
let iterator = ''

async function open(): Promise<void> {
  guarded = openGuarded({ users: [alice, stranger] })
  const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' })
  const created = await guarded.ask('CreateTable', {
    TableName,
    AttributeDefinitions: ['pk', 'sk', 'owner'].map(attribute),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'owners',
        KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  stream = (created['TableDescription'] as { LatestStreamArn: string }).LatestStreamArn
  for (const owner of ['alice', 'bob']) {
    for (const sk of ['a', 'b']) {
      const note = S(owner === 'bob' ? secret : 'mine')
      await guarded.ask('PutItem', {
        TableName,
        Item: { ...key(owner, sk), owner: S(owner), note },
      })
    }
  }
  iterator = await iteratorOf()
}

/** One that the owner of the table has, and may have let go of. */
async function iteratorOf(): Promise<string> {
  const described = await guarded.ask('DescribeStream', { StreamArn: stream })
  const { Shards } = described['StreamDescription'] as { Shards: { ShardId: string }[] }
  const { ShardIterator } = await guarded.ask('GetShardIterator', {
    StreamArn: stream,
    ShardId: Shards[0]!.ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })
  return ShardIterator as string
}

async function ofBob(): Promise<unknown> {
  const items = await guarded.ask('Query', {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': S('bob') },
  })
  return items['Items']
}

const shown = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
const fails = { ConditionExpression: 'attribute_not_exists(pk)', ...shown }
const statement = (Statement: string, rest: Json = {}): Json => ({ Statement, ...rest })
const bobs = `pk = 'bob' AND sk = 'a'`
const where = (owner: string) => ({
  KeyConditionExpression: '#k = :v',
  ExpressionAttributeNames: { '#k': 'pk' },
  ExpressionAttributeValues: { ':v': S(owner) },
})

type Attempt = readonly [operation: string, input: Json]

/** All that is refused. */
const attempts: readonly Attempt[] = [
  ['GetItem', { TableName, Key: key('bob') }],
  ['GetItem', { TableName: arn, Key: key('bob') }],
  ['GetItem', { TableName: arn.replace('aws', 'aws-cn'), Key: key('bob') }],
  ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key('bob')] } } }],
  ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key('alice'), key('bob')] } } }],
  [
    'BatchGetItem',
    {
      RequestItems: {
        [TableName]: { Keys: [key('alice')] },
        [arn]: { Keys: [key('bob')] },
      },
    },
  ],
  ['Query', { TableName, ...where('bob') }],
  ['Query', { TableName, ...where('bob'), Select: 'COUNT' }],
  [
    'Query',
    {
      TableName,
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('bob')] } },
    },
  ],
  [
    'Query',
    {
      TableName,
      IndexName: 'owners',
      ...where('bob'),
      ExpressionAttributeNames: { '#k': 'owner' },
    },
  ],
  ['Scan', { TableName }],
  ['Scan', { TableName, IndexName: 'owners' }],
  ['Scan', { TableName, Select: 'COUNT' }],
  ['PutItem', { TableName, Item: key('bob') }],
  ['PutItem', { TableName, Item: key('bob'), ...fails }],
  ['PutItem', { TableName, Item: key('bob'), ReturnValues: 'ALL_OLD' }],
  ['DeleteItem', { TableName, Key: key('bob'), ReturnValues: 'ALL_OLD' }],
  ['DeleteItem', { TableName, Key: key('bob'), ...fails }],
  ['UpdateItem', { TableName, Key: key('bob'), UpdateExpression: 'REMOVE note' }],
  ['UpdateItem', { TableName, Key: key('bob'), ReturnValues: 'ALL_NEW' }],
  ['UpdateItem', { TableName, Key: key('bob'), ...fails }],
  [
    'BatchWriteItem',
    {
      RequestItems: {
        [TableName]: [
          { PutRequest: { Item: key('alice', 'c') } },
          { DeleteRequest: { Key: key('bob') } },
        ],
      },
    },
  ],
  [
    'TransactGetItems',
    { TransactItems: ['alice', 'bob'].map((pk) => ({ Get: { TableName, Key: key(pk) } })) },
  ],
  ...(
    [
      { Put: { TableName, Item: key('bob'), ...fails } },
      { Delete: { TableName, Key: key('bob'), ...fails } },
      { Update: { TableName, Key: key('bob'), UpdateExpression: 'REMOVE note', ...fails } },
      { ConditionCheck: { TableName, Key: key('bob'), ...fails } },
    ] satisfies Json[]
  ).map((element): Attempt => [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName, Item: key('alice', 'c') } }, element] },
  ]),
  ...[
    `SELECT * FROM shared WHERE ${bobs}`,
    `SELECT * FROM "${arn}" WHERE ${bobs}`,
    `SELECT * FROM shared WHERE pk IN ['alice', 'bob']`,
    `SELECT * FROM shared WHERE pk = 'alice' OR pk = 'bob'`,
    `SELECT * FROM shared WHERE pk = 'alice' OR note = 'x'`,
    `SELECT * FROM shared WHERE pk >= 'alice'`,
    `SELECT * FROM shared WHERE NOT pk = 'alice'`,
    `SELECT * FROM shared`,
    `SELECT * FROM shared.owners WHERE owner = 'bob'`,
    `SELECT * FROM shared.owners WHERE pk = 'alice'`,
    `INSERT INTO shared VALUE {'pk': 'bob', 'sk': 'a'}`,
    `INSERT INTO shared VALUE {'pk': 'bob', 'sk': 'c'}`,
    `UPDATE shared SET note = 'x' WHERE ${bobs} RETURNING ALL OLD *`,
    `UPDATE shared SET note = 'x' WHERE ${bobs} AND note = 'x'`,
    `DELETE FROM shared WHERE ${bobs} RETURNING ALL OLD *`,
  ].map((text): Attempt => ['ExecuteStatement', statement(text, shown)]),
  ...[
    `SELECT * FROM shared WHERE ${bobs}`,
    `UPDATE shared SET note = 'x' WHERE ${bobs} AND note = 'x'`,
    `EXISTS(SELECT * FROM shared WHERE ${bobs} AND note = 'x')`,
    `INSERT INTO shared VALUE {'pk': 'bob', 'sk': 'a'}`,
  ].map((text): Attempt => [
    'ExecuteTransaction',
    {
      TransactStatements: [
        ...(text.startsWith('EXISTS')
          ? [statement(`INSERT INTO shared VALUE {'pk': 'alice', 'sk': 'c'}`)]
          : []),
        statement(text, shown),
      ],
    },
  ]),
  ['DescribeTable', { TableName }],
  ['UpdateTable', { TableName, DeletionProtectionEnabled: true }],
  ['DeleteTable', { TableName }],
  ['ListTables', {}],
  ['CreateBackup', { TableName, BackupName: 'all' }],
  [
    'RestoreTableToPointInTime',
    { SourceTableName: TableName, TargetTableName: 'alices', UseLatestRestorableTime: true },
  ],
  ['ExportTableToPointInTime', { TableArn: arn, S3Bucket: 'files' }],
  ['ListStreams', { TableName }],
]

describe('a tenant of a table', () => {
  before(open)

  const refusal =
    /^AccessDeniedException: User: arn:aws:iam::000000000000:user\/\w+ is not authorized/

  async function check(user: TestUser, [operation, input]: Attempt): Promise<string> {
    const told = await guarded.tell(user, operation, input)
    assert.ok(!told.includes(secret), `${operation} shows what is not theirs: ${told}`)
    return told
  }

  for (const attempt of attempts) {
    it(`is refused ${JSON.stringify(attempt)}`, async () => {
      const items = await ofBob()
      assert.match(await check(alice, attempt), refusal)
      assert.match(await check(stranger, attempt), refusal)
      assert.deepEqual(await ofBob(), items)
    })
  }

  it('is refused the stream, even with an iterator of somebody else', async () => {
    const made = encodeIterator({
      arn: stream,
      space: 1,
      shard: 0,
      lane: 0,
      position: 0,
      issuedAtMs: new VirtualClock().now(),
    })
    const tries: readonly Attempt[] = [
      ['DescribeStream', { StreamArn: stream }],
      ['GetRecords', { ShardIterator: iterator }],
      ['GetRecords', { ShardIterator: made }],
    ]
    for (const attempt of tries) assert.match(await check(alice, attempt), refusal)
  })

  it('is answered for its own statements of a batch, and refused the others', async () => {
    const told = await check(alice, [
      'BatchExecuteStatement',
      {
        Statements: [
          statement(`SELECT note FROM shared WHERE pk = 'alice' AND sk = 'a'`),
          statement(`SELECT * FROM shared WHERE ${bobs}`),
          statement(`SELECT * FROM absent WHERE pk = 'x'`),
        ],
      },
    ])
    const { Responses } = JSON.parse(told) as { Responses: Json[] }
    const denied = (on: string) =>
      `User: arn:aws:iam::000000000000:user/alice is not authorized to perform: dynamodb:PartiQLSelect on resource: ${on} because no identity-based policy allows the dynamodb:PartiQLSelect action`
    assert.deepEqual(Responses, [
      { TableName, Item: { note: S('mine') } },
      { Error: { Code: 'AccessDenied', Message: denied(arn) } },
      { Error: { Code: 'AccessDenied', Message: denied(arn.replace(TableName, 'absent')) } },
    ])
  })

  it('sees nothing of others by statements that name both keys, or go on where others stopped', async () => {
    const all = await guarded.ask('ExecuteStatement', {
      Statement: 'SELECT * FROM shared',
      Limit: 3,
    })
    const own = statement(`SELECT * FROM shared WHERE pk = 'alice'`)
    const tries: readonly Attempt[] = [
      ['ExecuteStatement', statement(`SELECT * FROM shared WHERE pk = 'alice' AND pk = 'bob'`)],
      ['ExecuteStatement', statement(`SELECT * FROM shared WHERE pk = 'alice' AND pk IN ['bob']`)],
      ['ExecuteStatement', { ...own, NextToken: all['NextToken'] }],
      [
        'ExecuteStatement',
        statement(`UPDATE shared SET note = 'x' WHERE pk = 'alice' AND ${bobs}`, shown),
      ],
      ['ExecuteStatement', statement(`DELETE FROM shared WHERE pk = 'alice' AND ${bobs}`, shown)],
      ['Query', { TableName, ...where('alice'), ExclusiveStartKey: key('bob') }],
      [
        'Query',
        {
          TableName,
          ...where('alice'),
          FilterExpression: 'note = :n',
          ExpressionAttributeValues: { ':v': S('alice'), ':n': S(secret.slice(5)) },
        },
      ],
    ]
    const items = await ofBob()
    for (const attempt of tries) await check(alice, attempt)
    assert.deepEqual(await ofBob(), items)
  })

  it('may do all of it with its own', async () => {
    const tries: readonly Attempt[] = [
      ['GetItem', { TableName, Key: key('alice') }],
      ['Query', { TableName, ...where('alice') }],
      [
        'Query',
        {
          TableName,
          IndexName: 'owners',
          ...where('alice'),
          ExpressionAttributeNames: { '#k': 'owner' },
        },
      ],
      ['UpdateItem', { TableName, Key: key('alice', 'b'), ReturnValues: 'ALL_NEW' }],
      ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: key('alice', 'z') } }] }],
      ['ExecuteStatement', statement(`SELECT * FROM shared WHERE pk = 'alice'`)],
      ['ExecuteStatement', statement(`SELECT * FROM shared.owners WHERE owner = 'alice'`)],
      ['ExecuteStatement', statement(`INSERT INTO shared VALUE {'pk': 'alice', 'sk': 'y'}`)],
    ]
    for (const attempt of tries) assert.match(await check(alice, attempt), /^\{/)
  })
})

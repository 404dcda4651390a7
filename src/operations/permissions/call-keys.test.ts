/** The values that policies find under the condition keys of a call. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '../../catalog/table.js'
import type { Identity } from '../../model/caller.js'
import type { KeyValue, RequestKeys } from '../../policies/request-keys.js'
import { VirtualClock } from '../../stdx/clock.js'
import type { Access, ItemAccess } from '../access.js'
import { testCaller } from '../json-call-suite.js'
import type { RequestContext } from '../operation.js'
import { CallKeys, type KeyedAction } from './call-keys.js'
import { itemKeyOf } from './item-keys.js'

const { account } = testCaller
const things = `arn:aws:dynamodb:us-east-1:${account}:table/things`

describe('condition keys', () => {
  const atMs = Date.parse('2026-11-16T10:00:00.500Z')
  const role: Identity = {
    kind: 'role',
    account,
    arn: `arn:aws:sts::${account}:assumed-role/writer/s1`,
    principalArn: `arn:aws:iam::${account}:role/team/writer`,
    userId: 'AROAEXAMPLE:s1',
    name: 'writer',
    session: {
      name: 's1',
      issuedAtMs: atMs - 60_000,
      expiresAtMs: atMs + 60_000,
      sourceIdentity: 'carol',
      webIdentity: { 'accounts.google.com:sub': '1234', 'aws:FederatedProvider': 'google' },
    },
  }
  const aliceArn = `arn:aws:iam::${account}:user/alice`
  const user: Identity = {
    kind: 'user',
    account,
    arn: aliceArn,
    principalArn: aliceArn,
    userId: 'AIDAEXAMPLE',
    name: 'alice',
  }
  const rootArn = `arn:aws:iam::${account}:root`
  const federated: Identity = {
    ...user,
    kind: 'federated',
    arn: `arn:aws:sts::${account}:federated-user/dora`,
    userId: `${account}:dora`,
    name: 'dora',
    session: { issuedAtMs: atMs, expiresAtMs: atMs },
  }
  const root: Identity = { ...user, kind: 'root', arn: rootArn, principalArn: rootArn }

  const ctx: RequestContext = {
    caller: testCaller,
    host: 'here',
    requestId: 'test',
    clock: new VirtualClock(atMs),
    sender: {
      address: '::ffff:203.0.113.9',
      isSecure: true,
      userAgent: 'aws-sdk',
      referer: 'https://here/',
    },
  }

  function keysOf(identity: Identity, access: Partial<Access>, table?: Table): RequestKeys {
    return new CallKeys(
      { identity, tags: [{ key: 'Team', value: 'blue' }] },
      {
        ctx,
        access: { action: 'dynamodb:GetItem', resource: things, ...access },
        table,
        resourceTags: [{ key: 'Env', value: 'prod' }],
      },
    )
  }

  const brought = { tags: [{ key: 'env', value: 'dev' }] }
  const rows: readonly [string, Identity, KeyValue | undefined, Partial<Access>?][] = [
    ['aws:PrincipalArn', user, aliceArn],
    ['aws:PrincipalArn', role, role.principalArn],
    ['aws:PrincipalArn', federated, federated.arn],
    ['aws:PrincipalArn', root, rootArn],
    ['aws:PrincipalType', root, 'Account'],
    ['aws:username', root, undefined],
    ['aws:PrincipalAccount', user, account],
    ['aws:PrincipalType', user, 'User'],
    ['aws:PrincipalType', role, 'AssumedRole'],
    ['aws:PrincipalType', federated, 'FederatedUser'],
    ['aws:PrincipalIsAWSService', user, 'false'],
    ['aws:PrincipalTag/team', user, 'blue'],
    ['aws:PrincipalTag/other', user, undefined],
    ['aws:userid', role, 'AROAEXAMPLE:s1'],
    ['aws:UserName', user, 'alice'],
    ['aws:username', role, undefined],
    ['aws:username', federated, undefined],
    ['aws:SourceIdentity', role, 'carol'],
    ['aws:SourceIp', user, '203.0.113.9'],
    ['aws:SecureTransport', user, 'true'],
    ['aws:UserAgent', user, 'aws-sdk'],
    ['aws:Referer', user, 'https://here/'],
    ['aws:CurrentTime', user, '2026-11-16T10:00:00Z'],
    ['aws:EpochTime', user, String(Math.floor(atMs / 1000))],
    ['aws:RequestedRegion', user, 'us-east-1'],
    ['aws:TokenIssueTime', role, '2026-11-16T09:59:00Z'],
    ['aws:TokenIssueTime', user, undefined],
    ['aws:MultiFactorAuthPresent', role, 'false'],
    ['aws:MultiFactorAuthPresent', user, undefined],
    ['aws:ResourceAccount', user, account],
    ['aws:ResourceTag/ENV', user, 'prod'],
    ['dynamodb:ResourceTag/Env', user, undefined],
    ['aws:RequestTag/env', user, 'dev', brought],
    ['aws:RequestTag/env', user, undefined],
    ['aws:TagKeys', user, ['env'], brought],
    ['aws:TagKeys', user, ['env'], { tagKeys: ['env'] }],
    ['aws:TagKeys', user, undefined],
    ['accounts.google.com:sub', role, '1234'],
    ['accounts.google.com:sub', user, undefined],
    ['aws:FederatedProvider', role, 'google'],
    ['s3:prefix', user, 'files/', { keys: { 's3:prefix': 'files/' } }],
    ['aws:VpcSourceIp', user, undefined],
  ]
  for (const [key, identity, expected, access = {}] of rows) {
    it(`${key} of a ${identity.kind} is ${String(expected)}`, () => {
      assert.deepEqual(keysOf(identity, access).get(key.toLowerCase()), expected)
    })
  }

  it('say that a connection of which nothing is known is not secure', () => {
    const action = { access: { action: 'dynamodb:GetItem', resource: things }, table: undefined }
    const { sender: _sender, ...unknown } = ctx
    const keys = new CallKeys({ identity: user, tags: [] }, {
      ...action,
      ctx: unknown,
      resourceTags: [],
    } as KeyedAction)
    assert.equal(keys.get('aws:securetransport'), 'false')
    assert.equal(keys.get('aws:sourceip'), undefined)
  })
})

describe('condition keys of items', () => {
  const table = {
    keySchema: { partition: { name: 'pk', type: 'S' } },
    indexes: [
      {
        name: 'parts',
        keySchema: {
          partition: [
            { name: 'a', type: 'S' },
            { name: 'b', type: 'N' },
          ],
          sort: [],
        },
      },
    ],
  } as unknown as Table
  const items: ItemAccess = {
    table: 'things',
    attributes: () => ['pk'],
    valuesOf: (name) => (name === 'b' ? [{ N: '1' }] : [{ S: name }]),
    select: 'COUNT',
    returnValues: 'NONE',
    returnConsumedCapacity: 'TOTAL',
    enclosingOperation: 'TransactWriteItems',
  }
  const names = ['LeadingKeys', 'FirstPartitionKeyValues', 'SecondPartitionKeyValues']
    .concat(['Attributes', 'Select', 'ReturnValues', 'ReturnConsumedCapacity'])
    .concat(['EnclosingOperation', 'FullTableScan'])

  function carried(action: string, of: ItemAccess = items): string {
    const found = names.map((name) => {
      const value = itemKeyOf(`dynamodb:${name.toLowerCase()}`, `dynamodb:${action}`, of, table)
      return value === undefined ? [] : `${name}=${String(value)}`
    })
    return found.flat().join(' ')
  }

  it('are only there for actions that carry them', () => {
    const keys = 'LeadingKeys=pk FirstPartitionKeyValues=pk Attributes=pk'
    const inTransaction = 'EnclosingOperation=TransactWriteItems'
    const capacity = 'ReturnConsumedCapacity=TOTAL'
    const rows: Readonly<Record<string, string>> = {
      GetItem: `${keys} Select=COUNT ${capacity} ${inTransaction}`,
      PutItem: `${keys} ReturnValues=NONE ${capacity} ${inTransaction}`,
      BatchGetItem: `${keys} Select=COUNT ${capacity}`,
      BatchWriteItem: `${keys} ${capacity}`,
      Scan: `Attributes=pk Select=COUNT ReturnValues=NONE ${capacity}`,
      PartiQLSelect: `${keys} Select=COUNT ${inTransaction} FullTableScan=false`,
      PartiQLInsert: `${keys} ${inTransaction}`,
      PartiQLDelete: `${keys} ReturnValues=NONE ${inTransaction}`,
      DescribeTable: '',
    }
    for (const [action, expected] of Object.entries(rows)) {
      assert.equal(carried(action), expected, action)
    }
  })

  it('of an index are those of its own partition key, part by part', () => {
    const found = carried('Query', { ...items, indexName: 'parts' })
    assert.match(
      found,
      /^LeadingKeys=a FirstPartitionKeyValues=a SecondPartitionKeyValues=1 Attributes/,
    )
  })

  it('are absent where any value is possible', () => {
    const any = { ...items, valuesOf: () => undefined }
    assert.match(carried('PartiQLSelect', any), /^Attributes=pk .* FullTableScan=true$/)
  })
})

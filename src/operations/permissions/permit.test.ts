/** What callers are told who may not do something, and what is kept of decisions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Identity } from '../../model/caller.js'
import { allow, deny, policyOf, resourcePolicy } from '../../policies/policy-suite.js'
import { VirtualClock } from '../../stdx/clock.js'
import type { Json } from '../database-suite.js'
import { jsonCall, testCaller } from '../json-call-suite.js'
import { shortlistsMax, shortlistsPerCallerMax } from './limits.js'
import {
  type GuardedOptions,
  type TestUser,
  identityOf,
  keyedByText,
  openGuarded,
} from './permissions-suite.js'
import { permitBy } from './permit.js'

const { account } = testCaller
const arnOf = (name: string) => `arn:aws:dynamodb:us-east-1:${account}:table/${name}`
const things = arnOf('things')
const Key = { pk: { S: 'a' } }
const get: Json = { TableName: 'things', Key }

function told(action: string, tail: string, on = things): string {
  return `AccessDeniedException: User: arn:aws:iam::${account}:user/alice is not authorized to perform: dynamodb:${action} on resource: ${on} ${tail}`
}

const noPolicy = (kind: string, action: string) =>
  `because no ${kind} allows the dynamodb:${action} action`

async function opened(alice: Omit<TestUser, 'name'>, options: GuardedOptions = {}) {
  const user: TestUser = { name: 'alice', ...alice }
  const guarded = openGuarded({ ...options, users: [user] })
  await guarded.ask('CreateTable', { TableName: 'things', ...keyedByText })
  return (operation: string, input: Json) => guarded.tell(user, operation, input)
}

describe('what a caller is told', () => {
  const everything = [allow('*', '*')]
  const sentences: readonly [string, Omit<TestUser, 'name'>, string][] = [
    ['no policy', {}, noPolicy('identity-based policy', 'GetItem')],
    [
      'a Deny',
      { policy: [...everything, deny('Get*', '*')] },
      'with an explicit deny in an identity-based policy',
    ],
    [
      'a boundary that lacks it',
      { policy: everything, boundary: [allow('s3:*', '*')] },
      noPolicy('permissions boundary', 'GetItem'),
    ],
    [
      'a Deny in the boundary',
      { policy: everything, boundary: [...everything, deny('GetItem', '*')] },
      'with an explicit deny in a permissions boundary',
    ],
    [
      'a session policy that lacks it',
      { policy: everything, session: [allow('PutItem', '*')] },
      noPolicy('session policy', 'GetItem'),
    ],
    [
      'a Deny in the session policy',
      { policy: everything, session: [...everything, deny('GetItem', things)] },
      'with an explicit deny in a session policy',
    ],
  ]
  for (const [name, user, tail] of sentences) {
    it(`with ${name}`, async () => {
      const tell = await opened(user)
      assert.equal(await tell('GetItem', get), told('GetItem', tail))
    })
  }

  it('with a Deny of the table, which the root is told too', async () => {
    const policy = resourcePolicy({ ...deny('*', '*'), Principal: '*' })
    const options = { policies: new Map([[things, policy]]) }
    const tell = await opened({ policy: everything }, options)
    const tail = 'with an explicit deny in a resource-based policy'
    assert.equal(await tell('GetItem', get), told('GetItem', tail))
    const { tell: tellAny } = openGuarded(options)
    assert.match(await tellAny('root', 'GetItem', get), new RegExp(`:root is not.* ${tail}$`))
    assert.doesNotMatch(await tellAny('root', 'ListTables', {}), /AccessDenied/)
  })

  it('names the first part of a transaction that is refused', async () => {
    const tell = await opened({ policy: [allow('PutItem', things)] })
    const put = { Put: { TableName: 'things', Item: Key } }
    const check = {
      ConditionCheck: {
        TableName: 'other',
        Key,
        ConditionExpression: 'attribute_exists(pk)',
      },
    }
    const answer = await tell('TransactWriteItems', {
      TransactItems: [put, check, { Delete: { TableName: 'things', Key } }],
    })
    const tail = noPolicy('identity-based policy', 'ConditionCheckItem')
    assert.equal(answer, told('ConditionCheckItem', tail, arnOf('other')))
  })

  it('refuses a batch as a whole', async () => {
    const tell = await opened({ policy: [allow('BatchGetItem', things), allow('GetItem', '*')] })
    const answer = await tell('BatchGetItem', {
      RequestItems: { things: { Keys: [Key] }, other: { Keys: [Key] } },
    })
    const tail = noPolicy('identity-based policy', 'BatchGetItem')
    assert.equal(answer, told('BatchGetItem', tail, arnOf('other')))
  })

  it('names an index, and all tables of a list', async () => {
    const tell = await opened({ policy: [allow('*', things)] })
    const query = {
      TableName: 'things',
      IndexName: 'i-1',
      KeyConditionExpression: 'pk = :v',
      ExpressionAttributeValues: { ':v': { S: 'a' } },
    }
    const tail = (action: string) => noPolicy('identity-based policy', action)
    assert.equal(await tell('Query', query), told('Query', tail('Query'), `${things}/index/i-1`))
    assert.equal(await tell('ListTables', {}), told('ListTables', tail('ListTables'), arnOf('*')))
    assert.equal(
      await tell('DescribeLimits', {}),
      told('DescribeLimits', tail('DescribeLimits'), '*'),
    )
  })

  it('comes before deletion protection, and before what is missing', async () => {
    const alice: TestUser = { name: 'alice' }
    const guarded = openGuarded({ users: [alice] })
    const settings = { ...keyedByText, DeletionProtectionEnabled: true }
    await guarded.ask('CreateTable', { TableName: 'things', ...settings })
    for (const TableName of ['things', 'absent']) {
      const tail = noPolicy('identity-based policy', 'DeleteTable')
      assert.equal(
        await guarded.tell(alice, 'DeleteTable', { TableName }),
        told('DeleteTable', tail, arnOf(TableName)),
      )
    }
  })

  it('is that a table is missing, for who may use it', async () => {
    const tell = await opened({ policy: [allow('GetItem', '*')] })
    const answer = await tell('GetItem', { ...get, TableName: 'absent' })
    assert.equal(answer, 'ResourceNotFoundException: Requested resource not found')
  })

  it('is nothing about who calls, for a caller that nobody knows', async () => {
    const { tellCall } = openGuarded({})
    assert.equal(
      await tellCall(jsonCall('GetItem', get)),
      'AccessDeniedException: Access is denied',
    )
  })
})

describe('what is kept of decisions', () => {
  function asking() {
    const counted = { asked: 0 }
    const permit = permitBy({
      rights: { rightsOf: () => ({ identity: [policyOf(allow('*', '*'))], tags: [] }) },
      resources: {
        find: () => {
          counted.asked++
          return { tags: [] }
        },
      },
    })
    const use = async (identity: Identity, count: number): Promise<number> => {
      counted.asked = 0
      const caller = { ...testCaller, identity }
      const ctx = { caller, host: '', requestId: '', clock: new VirtualClock() }
      for (let i = 0; i < count; i++) {
        const access = { action: 'dynamodb:GetItem', resource: arnOf(`t${i}`) } as const
        assert.equal(await (await permit(ctx)).denialOf(ctx, access, undefined), undefined)
      }
      return counted.asked
    }
    return use
  }

  it('is as much as one caller may have', async () => {
    const use = asking()
    const identity = identityOf({ name: 'alice' })
    assert.equal(await use(identity, shortlistsPerCallerMax), shortlistsPerCallerMax)
    assert.equal(await use(identity, shortlistsPerCallerMax), 0)
    assert.equal(await use(identity, shortlistsPerCallerMax + 1), 1)
    assert.equal(await use(identity, 1), 1)
  })

  it('is as much as all of them may have', async () => {
    const use = asking()
    const [first, ...others] = Array.from(
      { length: shortlistsMax / shortlistsPerCallerMax },
      (_, n) => identityOf({ name: `user${n}` }),
    )
    for (const identity of others) await use(identity, shortlistsPerCallerMax)
    await use(first!, shortlistsPerCallerMax - 1)
    assert.equal(await use(others[0]!, 1), 0)
    // The last one that there is room for.
    assert.equal(await use(first!, shortlistsPerCallerMax), 1)
    assert.equal(await use(others[0]!, 1), 1)
  })

  it('is nothing for a caller without a stamp', async () => {
    const use = asking()
    const { asOf: _asOf, ...identity } = identityOf({ name: 'alice' })
    assert.equal(await use(identity, 2), 2)
    assert.equal(await use(identity, 2), 2)
  })
})

/** The life of the policies of tables and streams, with a clock that the test moves. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryEngine } from '../../test/support/engines.js'
import { putPolicyRecord } from '../catalog/resource-policy-record.js'
import { ChangeUpkeep } from '../changes/upkeep.js'
import { changeRetentionMs, resourcePolicyPendingMs } from '../model/limits.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import { systemSpace } from '../storage/engine.js'
import { resourcePolicyKey } from '../storage/iam-keys.js'
import type { DatabaseDependencies } from './database.js'
import { openTestDatabase, type Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'

const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things'

const policy = (Action: string, Resource = arn): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::111122223333:root' }, Action, Resource },
    ],
  })
const getItem = policy('dynamodb:GetItem')
const query = policy('dynamodb:Query')

const things = {
  TableName: 'things',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

async function open(options: Partial<DatabaseDependencies> = {}, extra: Json = {}) {
  const clock = new VirtualClock(1_791_505_774_000)
  const engine = memoryEngine()
  const { ask, database } = openTestDatabase(engine, { clock, ...options })
  const created = await ask('CreateTable', { ...things, ...extra })
  const { LatestStreamArn } = created['TableDescription'] as { LatestStreamArn?: string }
  const put = (Policy: string, more: Json = {}) =>
    ask('PutResourcePolicy', { ResourceArn: arn, Policy, ...more })
  const get = (ResourceArn = arn) => ask('GetResourcePolicy', { ResourceArn })
  const remove = (more: Json = {}) => ask('DeleteResourcePolicy', { ResourceArn: arn, ...more })
  const isStored = async (of: string) => {
    const [bytes] = await engine.read([
      { kind: 'get', space: systemSpace, key: resourcePolicyKey(of) },
    ])
    return bytes !== undefined
  }
  return { ask, database, clock, engine, put, get, remove, isStored, streamArn: LatestStreamArn! }
}

const refusedWith = (answer: Promise<unknown>, name: string, message: string) =>
  assert.rejects(answer, { name, message })

describe('revisions of a policy', () => {
  it('are the moments of changes, and stay as they are if nothing changes', async () => {
    const { put, get, clock } = await open()
    assert.deepEqual(await put(getItem), { RevisionId: '1791505774000' })
    clock.advance(5000)
    assert.deepEqual(await put(JSON.stringify(JSON.parse(getItem), undefined, 2)), {
      RevisionId: '1791505774000',
    })
    assert.deepEqual(await put(query), { RevisionId: '1791505779000' })
    assert.deepEqual(await put(getItem), { RevisionId: '1791505779001' })
    assert.deepEqual(await get(), { Policy: getItem, RevisionId: '1791505779001' })
  })

  it('tell a document without a version from the one that it reads back as', async () => {
    const { put, get, clock } = await open()
    const { Version: _version, ...rest } = JSON.parse(getItem) as Json
    const omitting = JSON.stringify(rest)
    const { RevisionId: first } = await put(omitting)
    assert.equal((await put(omitting))['RevisionId'], first)
    clock.advance(1)
    const { RevisionId: second } = await put((await get())['Policy'] as string)
    assert.notEqual(second, first)
  })

  it('can be expected', async () => {
    const { put, remove } = await open()
    const start = 'Resource-based policy not found for the provided ResourceArn: Requested'
    const notFound = (answer: Promise<unknown>, rest: string) =>
      refusedWith(answer, 'PolicyNotFoundException', `${start} ${rest}`)
    const none = 'update for policy with revision id 12, but table things has no associated policy.'
    await notFound(put(getItem, { ExpectedRevisionId: '12' }), none)
    await notFound(remove({ ExpectedRevisionId: '12' }), none)
    const { RevisionId } = await put(getItem, { ExpectedRevisionId: 'NO_POLICY' })
    await notFound(
      put(query, { ExpectedRevisionId: 'NO_POLICY' }),
      `policy update expecting none to be present for table things, but a policy exists with revision id ${String(RevisionId)}.`,
    )
    const other = `update for policy with revision id 12, but the policy associated to target table things has revision id ${String(RevisionId)}.`
    await notFound(put(getItem, { ExpectedRevisionId: '12' }), other)
    await notFound(remove({ ExpectedRevisionId: '12' }), other)
    assert.deepEqual(await remove({ ExpectedRevisionId: RevisionId }), { RevisionId })
  })

  it('of deletions are remembered', async () => {
    const { put, get, remove, clock } = await open()
    assert.deepEqual(await remove(), {})
    const { RevisionId } = await put(getItem)
    clock.advance(20_000)
    assert.deepEqual(await remove(), { RevisionId })
    assert.deepEqual(await remove(), { RevisionId: String(clock.now()) })
    await refusedWith(
      get(),
      'PolicyNotFoundException',
      `Resource-based policy not found for the provided ResourceArn: ${arn}`,
    )
    await put(getItem, { ExpectedRevisionId: 'NO_POLICY' })
  })
})

describe('the pause between two changes', () => {
  const pending =
    'Attempt to change a resource which is still in use: Table is pending previous resource-based policy update: things'

  it('is kept if the server is told to', async () => {
    const { put, remove, clock, ask } = await open({ policyChangeIntervalMs: 15_000 })
    const { RevisionId } = await put(getItem)
    await refusedWith(put(query), 'ResourceInUseException', pending)
    await refusedWith(
      put(query, { ExpectedRevisionId: RevisionId }),
      'ResourceInUseException',
      pending,
    )
    await refusedWith(
      ask('DeleteTable', { TableName: 'things' }),
      'ResourceInUseException',
      'Attempt to change a resource which is still in use: Table: things has a pending resource-based policy update.',
    )
    clock.advance(resourcePolicyPendingMs)
    const throttled =
      'Resource-based policy for table things modified within the previous 15000 milliseconds. Please try again after 2026-10-09T00:29:49.000Z.'
    await refusedWith(put(query), 'ThrottlingException', throttled)
    await refusedWith(remove(), 'ThrottlingException', throttled)
    assert.deepEqual(await put(getItem), { RevisionId })
    clock.advance(15_000 - resourcePolicyPendingMs)
    assert.deepEqual(await remove(), { RevisionId })
    clock.advance(resourcePolicyPendingMs)
    await refusedWith(
      put(getItem, { ExpectedRevisionId: RevisionId }),
      'PolicyNotFoundException',
      `Resource-based policy not found for the provided ResourceArn: Requested update for policy with revision id ${String(RevisionId)}, but the policy associated to target table things has revision id 1791505789000.`,
    )
    await ask('DeleteTable', { TableName: 'things' })
  })
})

describe('the policy of a table', () => {
  it('is there from the start if CreateTable brings it', async () => {
    const { get, clock, database } = await open({}, { ResourcePolicy: getItem })
    assert.deepEqual(await get(), { Policy: getItem, RevisionId: String(clock.now()) })
    const { policy: compiled } = await database.resourceRights.find(`${arn}/index/x`)
    assert.equal(compiled?.policy.statements.length, 1)
  })

  it('goes with the table', async () => {
    const { put, get, ask, isStored, database } = await open()
    await put(getItem)
    assert.ok((await database.resourceRights.find(arn)).policy)
    await ask('DeleteTable', { TableName: 'things' })
    assert.equal(await isStored(arn), false)
    const gone = 'Requested resource not found: Table: things not found'
    for (const answer of [get(), put(getItem), ask('DeleteResourcePolicy', { ResourceArn: arn })]) {
      await refusedWith(answer, 'ResourceNotFoundException', gone)
    }
    await ask('CreateTable', things)
    await refusedWith(
      get(),
      'PolicyNotFoundException',
      `Resource-based policy not found for the provided ResourceArn: ${arn}`,
    )
    assert.equal((await database.resourceRights.find(arn)).policy, undefined)
  })

  it('is not found while the table is being created, and read while it is being deleted', async () => {
    const { put, get, remove, ask, clock, database, isStored } = await open(
      { tableTransitionMs: 1000 },
      { ResourcePolicy: getItem },
    )
    const missing = 'Requested resource not found: Table: things not found'
    await refusedWith(get(), 'ResourceNotFoundException', missing)
    await refusedWith(put(query), 'ResourceNotFoundException', missing)
    clock.advance(1000)
    await ask('DeleteTable', { TableName: 'things' })
    const { RevisionId } = await get()
    assert.deepEqual(await put(getItem), { RevisionId })
    const deleting =
      'Attempt to change a resource which is still in use: Table is being deleted: things'
    await refusedWith(put(query), 'ResourceInUseException', deleting)
    await refusedWith(remove(), 'ResourceInUseException', deleting)
    clock.advance(1000)
    await refusedWith(get(), 'ResourceNotFoundException', missing)
    await database.catalog.finishTransitions()
    assert.equal(await isStored(arn), false)
  })
})

describe('the policy of a stream', () => {
  const streaming = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } }

  it('is its own, and goes with the stream', async () => {
    const { put, get, ask, clock, engine, isStored, streamArn } = await open({}, streaming)
    const Policy = policy('dynamodb:GetRecords', streamArn)
    const { RevisionId } = await put(Policy, { ResourceArn: streamArn })
    assert.deepEqual(await get(streamArn), { Policy, RevisionId })
    await refusedWith(
      get(),
      'PolicyNotFoundException',
      `Resource-based policy not found for the provided ResourceArn: ${arn}`,
    )
    await ask('DeleteTable', { TableName: 'things' })
    assert.deepEqual(await get(streamArn), { Policy, RevisionId })
    clock.advance(changeRetentionMs)
    await new ChangeUpkeep(engine, { now: async () => clock.now() }).step()
    assert.equal(await isStored(streamArn), false)
    const label = streamArn.split('/').at(-1)!
    await refusedWith(
      get(streamArn),
      'ResourceNotFoundException',
      `Requested resource not found: Stream: ${label} not found for Table: things`,
    )
  })

  it('rests on its own', async () => {
    const interval = { policyChangeIntervalMs: 15_000 }
    const { put, clock, streamArn } = await open(interval, streaming)
    const label = streamArn.split('/').at(-1)!
    await put(policy('dynamodb:GetRecords', streamArn), { ResourceArn: streamArn })
    await put(getItem)
    const other = () =>
      put(policy('dynamodb:DescribeStream', streamArn), { ResourceArn: streamArn })
    await refusedWith(
      other(),
      'ResourceInUseException',
      `Attempt to change a resource which is still in use: Stream is pending previous resource-based policy update: ${label}`,
    )
    const until = new Date(clock.now() + 15_000).toISOString()
    clock.advance(resourcePolicyPendingMs)
    await refusedWith(
      other(),
      'ThrottlingException',
      `Resource-based policy for stream ${label} modified within the previous 15000 milliseconds. Please try again after ${until}.`,
    )
  })
})

describe('a policy that denies its author to change it', () => {
  const deny = (Action: string, Principal: unknown = '*', Condition?: Json) =>
    JSON.stringify({ Statement: [{ Effect: 'Deny', Principal, Action, Resource: '*', Condition }] })
  const lockedOut =
    'The new resource policy will not allow you to update the resource policy in the future.'

  it('has to be confirmed', async () => {
    const { put } = await open()
    const own = { ArnEquals: { 'aws:PrincipalArn': 'arn:aws:iam::000000000000:root' } }
    for (const text of [
      deny('dynamodb:PutResourcePolicy'),
      deny('dynamodb:*ResourcePolicy'),
      deny('dynamodb:PutResourcePolicy', '*', own),
      deny('dynamodb:PutResourcePolicy', { AWS: '000000000000' }),
    ]) {
      await refusedWith(put(text), 'AccessDeniedException', lockedOut)
      const no = { ConfirmRemoveSelfResourceAccess: false }
      await refusedWith(put(text, no), 'AccessDeniedException', lockedOut)
    }
    await put(deny('dynamodb:PutResourcePolicy'), { ConfirmRemoveSelfResourceAccess: true })
  })

  it('need not be if it denies others, or only the deletion', async () => {
    const { put } = await open()
    await put(deny('dynamodb:DeleteResourcePolicy'))
    await put(deny('dynamodb:PutResourcePolicy', { AWS: '111122223333' }))
  })
})

describe('what a table says about rights', () => {
  it('is remembered until something changes it', async () => {
    const { put, ask, database, engine } = await open({}, { Tags: [{ Key: 'team', Value: 'a' }] })
    const rights = () => database.resourceRights.find(arn)
    const first = await rights()
    assert.deepEqual(first, { tags: [{ key: 'team', value: 'a' }] })
    assert.equal(rights(), first)
    const Item = { pk: { S: 'x' } }
    await ask('PutItem', { TableName: 'things', Item })
    assert.equal(rights(), first)
    await ask('TagResource', { ResourceArn: arn, Tags: [{ Key: 'team', Value: 'b' }] })
    assert.deepEqual((await rights()).tags, [{ key: 'team', value: 'b' }])
    await put(getItem)
    assert.ok((await rights()).policy)
    await ask('DeleteResourcePolicy', { ResourceArn: arn })
    assert.equal((await rights()).policy, undefined)
    await ask('UntagResource', { ResourceArn: arn, TagKeys: ['team'] })
    assert.deepEqual(await rights(), { tags: [] })
    // What tells other servers.
    const elsewhere = new AccessStamp(
      new Proxy(engine, {
        get(target, name) {
          if (name === 'shared') return true
          const member: unknown = Reflect.get(target, name)
          return typeof member === 'function' ? (member.bind(target) as unknown) : member
        },
      }),
      systemRandom,
    )
    const stamps = [await elsewhere.current()]
    const Tags = [{ Key: 'team', Value: 'c' }]
    await ask('TagResource', { ResourceArn: arn, Tags })
    stamps.push(await elsewhere.current())
    await put(query)
    stamps.push(await elsewhere.current())
    await ask('DeleteTable', { TableName: 'things' })
    stamps.push(await elsewhere.current())
    await ask('CreateTable', { ...things, Tags })
    stamps.push(await elsewhere.current())
    assert.equal(new Set(stamps).size, stamps.length)
  })

  it('is a denial of everything if this version does not understand it', async () => {
    const { database, engine, clock } = await open()
    const { id } = await database.catalog.requireTable(testCaller, 'things')
    const document = getItem.replace('"Resource"', '"Condition":{"Later":{"a":"b"}},"Resource"')
    const target = { ...testCaller, tableName: 'things' }
    const record = { document, revisionId: String(clock.now()), tableId: id }
    await engine.transact({
      reads: [],
      decide: () => ({ mutations: [putPolicyRecord(target, record)], result: undefined }),
    })
    const { policy: read } = await database.resourceRights.find(arn)
    assert.deepEqual(
      read?.policy.statements.map(({ effect, actions }) => [effect, actions.texts]),
      [['Deny', ['*']]],
    )
  })

  it('is nothing for other resources', async () => {
    const { database } = await open()
    for (const each of [`${arn}/backup/1`, `${arn}/export/1`, '*', `${arn}x`, 'x'.repeat(5000)]) {
      assert.deepEqual(await database.resourceRights.find(each), { tags: [] })
    }
  })
})

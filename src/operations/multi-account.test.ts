/** Global tables whose replicas are in several accounts. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unauthorisedMsMax } from '../replication/limits.js'
import type { Json } from './database-suite.js'
import { create, openReplicas, schema, type Described } from './replicas-suite.js'

const alice = { account: '111122223333', region: 'us-east-1', accessKeyId: 'alice' }
const bob = { account: '444455556666', region: 'us-west-2', accessKeyId: 'bob' }
const carol = { account: '777788889999', region: 'eu-west-1', accessKeyId: 'carol' }
type Caller = typeof alice

const here = { TableName: 'things' }
const mode = { GlobalTableSettingsReplicationMode: 'ENABLED' }
const arnOf = ({ region, account }: Caller) => `arn:aws:dynamodb:${region}:${account}:table/things`
const joining = { ...here, ...mode, GlobalTableSourceArn: arnOf(alice) }

/** What lets the service replicate between a table and the others. */
function policyFor(others: readonly Caller[], ...without: readonly string[]): string {
  const actions = ['ReadDataForReplication', 'WriteDataForReplication', 'ReplicateSettings']
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { Service: 'replication.dynamodb.amazonaws.com' },
      Action: actions.filter((each) => !without.includes(each)).map((each) => `dynamodb:${each}`),
      Resource: '*',
      Condition: {
        StringEquals: { 'aws:SourceAccount': others.map(({ account }) => account) },
        ArnEquals: { 'aws:SourceArn': others.map(arnOf) },
      },
    },
  })
}

async function open({ judgesCallers = false, source = {} } = {}) {
  const replicas = openReplicas({ judgesCallers })
  const { ask } = replicas
  await ask('CreateTable', { ...here, ...schema, ...mode, ...source }, alice)
  const refusal = (operation: string, input: Json, caller: Caller) =>
    ask(operation, input, caller).then(
      () => 'accepted',
      (error: unknown) => String(error),
    )
  const describe = async (caller: Caller) =>
    (await ask('DescribeTable', here, caller))['Table'] as Described
  const statesOf = async (caller: Caller) => {
    const { TableStatus, Replicas = [] } = await describe(caller)
    return [TableStatus, ...Replicas.map((each) => `${each.RegionName} ${each.ReplicaStatus}`)]
  }
  /** What policies say is asked by the job, too. */
  const pass = async (durationMs: number) => {
    replicas.clock.advance(durationMs)
    await replicas.work()
  }
  return { ...replicas, refusal, describe, statesOf, pass }
}

describe('a table of another account', () => {
  it('joins as a replica, with the keys and settings of its source and what is its own', async () => {
    const { ask, describe, statesOf, work } = await open()
    const own = { Tags: [{ Key: 'team', Value: 'b' }], DeletionProtectionEnabled: true }
    const answer = await ask('CreateTable', { ...joining, ...own }, bob)
    const created = answer['TableDescription'] as Described
    assert.equal(created.TableStatus, 'CREATING')
    assert.deepEqual(created['KeySchema'], schema.KeySchema)
    await work()
    assert.deepEqual(await statesOf(alice), ['ACTIVE', 'us-west-2 ACTIVE'])
    assert.deepEqual(await statesOf(bob), ['ACTIVE', 'us-east-1 ACTIVE'])
    const [replica] = (await describe(alice)).Replicas as readonly Json[]
    assert.equal(replica!['ReplicaArn'], arnOf(bob))
    assert.equal(replica!['GlobalTableSettingsReplicationMode'], 'ENABLED')
    const table = await describe(bob)
    assert.equal(table['GlobalTableSettingsReplicationMode'], 'ENABLED')
    assert.equal(table['DeletionProtectionEnabled'], true)
    const { Tags } = await ask('ListTagsOfResource', { ResourceArn: arnOf(bob) }, bob)
    assert.deepEqual(Tags, own.Tags)
  })

  it("follows settings, but not those that are each one's own", async () => {
    const { ask, describe, work } = await open()
    await ask('CreateTable', joining, bob)
    await work()
    await ask('UpdateTable', { ...here, TableClass: 'STANDARD_INFREQUENT_ACCESS' }, alice)
    await work()
    await ask('UpdateTable', { ...here, OnDemandThroughput: { MaxWriteRequestUnits: 70 } }, bob)
    await work()
    const [east, west] = [await describe(alice), await describe(bob)]
    assert.deepEqual(east['OnDemandThroughput'], west['OnDemandThroughput'])
    assert.equal((east['TableClassSummary'] as Json)['TableClass'], 'STANDARD_INFREQUENT_ACCESS')
    assert.equal(west['TableClassSummary'], undefined)
  })

  it('is refused where it cannot be one', async () => {
    const { ask, refusal, work } = await open()
    const join = (input: Json, caller = bob) =>
      refusal('CreateTable', { ...joining, ...input }, caller)
    assert.match(await join({ ...schema }), /AttributeDefinitions cannot be specified together/)
    assert.match(await join({ BillingMode: 'PAY_PER_REQUEST' }), /BillingMode cannot be specified/)
    const { GlobalTableSettingsReplicationMode: _mode, ...without } = joining
    assert.match(await refusal('CreateTable', without, bob), /must be ENABLED/)
    assert.match(await join({ GlobalTableSourceArn: 'arn:aws:s3:::b' }), /not a DynamoDB resource/)
    assert.match(await join({ TableName: 'others' }), /has the name of its source table: things/)
    assert.match(await join({}, { ...alice, region: 'us-west-2' }), /in another account and in/)
    assert.match(await join({}, { ...bob, region: 'us-east-1' }), /in another account and in/)
    assert.match(await join({ SSESpecification: { Enabled: true } }), /customer managed keys only/)
    const missing = { GlobalTableSourceArn: arnOf(carol) }
    assert.match(await join(missing), /ResourceNotFoundException/)
    await ask('CreateTable', { ...here, ...schema }, bob)
    assert.match(await join({}), /ResourceInUseException.*Table already exists: things/)
    assert.equal(await join({}, carol), 'accepted')
    await work()
    assert.match(await join({}, { ...bob, region: 'eu-west-1' }), /one in Region eu-west-1/)
    assert.match(await join({}, { ...carol, region: 'eu-west-2' }), /one in account 777788889999/)
  })

  it('needs a source that replicates its settings and has no replicas of its own', async () => {
    const other = await open({ source: { GlobalTableSettingsReplicationMode: 'DISABLED' } })
    assert.match(
      await other.refusal('CreateTable', joining, bob),
      /of the source table must be ENA/,
    )
    const { ask, refusal, work } = await open()
    await ask('UpdateTable', { ...here, ...create('us-west-2') }, alice)
    await work()
    assert.match(
      await refusal('CreateTable', joining, carol),
      /has replicas in its own account cannot have replicas in other accounts/,
    )
  })

  it('is removed by its owner alone', async () => {
    const { ask, refusal, statesOf, pass } = await open()
    await ask('CreateTable', joining, bob)
    await pass(0)
    const replicas = /created and deleted in their own accounts/
    assert.match(await refusal('UpdateTable', { ...here, ...create('eu-west-2') }, alice), replicas)
    const settings = { ...here, ...mode }
    assert.match(await refusal('UpdateTable', settings, bob), /with replicas in other accounts/)
    assert.match(await refusal('DeleteTable', here, alice), /acted as a source region/)
    await ask('DeleteTable', here, bob)
    await pass(10_000)
    assert.deepEqual(await statesOf(alice), ['ACTIVE'])
  })
})

describe('policies of the tables', () => {
  it('have to let the service in before a table joins, and as long as it is one', async () => {
    const { ask, refusal, statesOf, pass } = await open({ judgesCallers: true })
    assert.match(
      await refusal('CreateTable', joining, bob),
      /AccessDeniedException.*perform: dynamodb:ReadDataForReplication/,
    )
    const put = (policy: string, caller: Caller) =>
      ask('PutResourcePolicy', { ResourceArn: arnOf(caller), Policy: policy }, caller)
    await put(policyFor([bob]), alice)
    await ask('CreateTable', { ...joining, ResourcePolicy: policyFor([alice]) }, bob)
    await pass(0)
    assert.deepEqual(await statesOf(bob), ['ACTIVE', 'us-east-1 ACTIVE'])
    await put(policyFor([alice], 'ReplicateSettings'), bob)
    const change = { ...here, OnDemandThroughput: { MaxWriteRequestUnits: 70 } }
    assert.match(await refusal('UpdateTable', change, alice), /AccessDenied.*ReplicateSettings/)
    await put(policyFor([alice], 'WriteDataForReplication'), bob)
    await pass(5_000)
    assert.deepEqual(await statesOf(bob), ['REPLICATION_NOT_AUTHORIZED', 'us-east-1 ACTIVE'])
    assert.deepEqual(await statesOf(alice), ['ACTIVE', 'us-west-2 REPLICATION_NOT_AUTHORIZED'])
    await put(policyFor([alice]), bob)
    await pass(5_000)
    assert.deepEqual(await statesOf(bob), ['ACTIVE', 'us-east-1 ACTIVE'])
    await put(policyFor([carol]), bob)
    await pass(5_000)
    await pass(unauthorisedMsMax - 1)
    assert.deepEqual(await statesOf(alice), ['ACTIVE', 'us-west-2 REPLICATION_NOT_AUTHORIZED'])
    await pass(1)
    for (const caller of [alice, bob]) assert.deepEqual(await statesOf(caller), ['ACTIVE'])
  })
})

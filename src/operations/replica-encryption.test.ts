/** Keys of replicas: each region has its own, and all are of the same kind. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeyFault, type KeyFaultKind } from '../keys/master-keys.js'
import type { TableKeys } from '../storage/table-keys.js'
import type { Json } from './database-suite.js'
import { create, openGroup, openPair } from './replicas-suite.js'

const [east, west] = ['us-east-1', 'us-west-2'] as const
const arnIn = (region: string, key: string) => `arn:aws:kms:${region}:000000000000:${key}`
const managedIn = (region: string) => arnIn(region, 'alias/aws/dynamodb')

const managed: Json = { SSESpecification: { Enabled: true, SSEType: 'KMS' } }
const off: Json = { SSESpecification: { Enabled: false } }
const withKey = (KMSMasterKeyId: string): Json => ({
  SSESpecification: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId },
})

const faults = 'ValidationException: One or more parameter values were invalid: '
const forEach = `${faults}KMSMasterKeyId must be specified for each replica.`
const otherKind = `${faults}All replica keys must either be Customer Managed CMK or AWS Managed CMK.`

type Group = Awaited<ReturnType<typeof openGroup>>

/** The status and the key of each region, and what the other one shows of the key. */
async function keysOf({ describeIn }: Group) {
  const shown = async (region: string, other: string) => {
    const description = (await describeIn(region))['SSEDescription'] as Json | undefined
    const { Replicas = [] } = await describeIn(other)
    const entry = Replicas[0] as Json | undefined
    return [description?.['Status'], description?.['KMSMasterKeyArn'], entry?.['KMSMasterKeyId']]
  }
  return [await shown(east, west), await shown(west, east)]
}

async function settle({ clock, work }: Group) {
  clock.advance(60_000)
  await work()
}

/** Both have keys of their own. */
async function openKeyed(tableKeys?: TableKeys) {
  const group = await openPair(1000, withKey('one'), tableKeys)
  assert.equal(await group.update(east, create(west, { KMSMasterKeyId: 'other' })), 'accepted')
  for (let step = 0; step < 3; step++) await settle(group)
  return group
}

describe('the key of a new replica', () => {
  const check = (what: string, table: Json, override: Json, expected: string) => {
    it(`is judged by that of its source: ${what}`, async () => {
      const pair = await openPair(0, table)
      assert.equal(await pair.update(east, create(west, override)), expected)
    })
  }
  const own = { KMSMasterKeyId: 'other' }
  const service = { KMSMasterKeyId: 'alias/aws/dynamodb' }
  check('none for a key', withKey('one'), {}, forEach)
  check("the service's for a key", withKey('one'), service, otherKind)
  check("a key for the service's", managed, own, otherKind)
  check("the service's for the service's", managed, service, 'accepted')
  check('a key for none', {}, own, otherKind)
  check("the service's for none", {}, service, otherKind)

  it('is described by its ARN in the region of the replica', async () => {
    const group = await openKeyed()
    assert.deepEqual(await keysOf(group), [
      ['ENABLED', arnIn(east, 'key/one'), arnIn(east, 'key/one')],
      ['ENABLED', arnIn(west, 'key/other'), arnIn(west, 'key/other')],
    ])
  })
})

describe('the encryption of replicas', () => {
  it('changes everywhere, with the key that the service has in each region', async () => {
    const group = await openGroup(1000)
    assert.equal(await group.update(west, managed), 'accepted')
    assert.deepEqual(
      (await keysOf(group)).map(([status]) => status),
      ['UPDATING', 'UPDATING'],
    )
    assert.deepEqual(await group.statesIn(east), ['ACTIVE', 'us-west-2 ACTIVE'])
    await settle(group)
    assert.deepEqual(await keysOf(group), [
      ['ENABLED', managedIn(east), managedIn(east)],
      ['ENABLED', managedIn(west), managedIn(west)],
    ])
    assert.equal(await group.update(east, off), 'accepted')
    await settle(group)
    assert.deepEqual(await keysOf(group), [
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ])
  })

  it('is that of the service again after keys of their own', async () => {
    const group = await openKeyed()
    assert.equal(await group.update(east, managed), 'accepted')
    await settle(group)
    assert.deepEqual(await keysOf(group), [
      ['ENABLED', managedIn(east), managedIn(east)],
      ['ENABLED', managedIn(west), managedIn(west)],
    ])
  })

  it('has another key in one region only, and keeps the kind', async () => {
    const group = await openKeyed()
    assert.equal(await group.update(west, withKey('third')), 'accepted')
    await settle(group)
    assert.deepEqual(await keysOf(group), [
      ['ENABLED', arnIn(east, 'key/one'), arnIn(east, 'key/one')],
      ['ENABLED', arnIn(west, 'key/third'), arnIn(west, 'key/third')],
    ])
    const others = await openGroup()
    assert.equal(await others.update(east, withKey('one')), forEach)
  })

  it('is never changed by an override', async () => {
    const change = (KMSMasterKeyId: string) => ({
      ReplicaUpdates: [{ Update: { RegionName: west, KMSMasterKeyId } }],
    })
    for (const group of [await openKeyed(), await openGroup()]) {
      assert.equal(await group.update(east, change('other')), forEach)
    }
  })
})

/** A key management service that has all keys but those of one region, and what it was asked to wrap. */
class TestKeys implements TableKeys {
  readonly wrapped: (readonly [tableId: string, masterKey: string | undefined])[] = []
  fault: { readonly region: string; readonly kind: KeyFaultKind } | undefined

  async resolve({ region }: { readonly region: string }, name: string): Promise<string> {
    if (this.fault?.region === region) throw new KeyFault(this.fault.kind, `No ${name}.`)
    return name.replace('key/', 'key/real-')
  }

  async rewrap(tableId: string, masterKey: string | undefined): Promise<undefined> {
    this.wrapped.push([tableId, masterKey])
  }

  async findLost(): Promise<undefined> {}
}

describe('the keys of replicas', () => {
  it('are looked up in their regions', async () => {
    const group = await openKeyed(new TestKeys())
    assert.deepEqual(await keysOf(group), [
      ['ENABLED', arnIn(east, 'key/real-one'), arnIn(east, 'key/real-one')],
      ['ENABLED', arnIn(west, 'key/real-other'), arnIn(west, 'key/real-other')],
    ])
  })

  it('are refused with the region that does not have them', async () => {
    const keys = new TestKeys()
    const pair = await openPair(0, withKey('one'), keys)
    const add = () => pair.update(east, create(west, { KMSMasterKeyId: 'other' }))
    keys.fault = { region: west, kind: 'not found' }
    const missing = `ValidationException: KMS validation error for region us-west-2: No ${arnIn(west, 'key/other')}.`
    assert.equal(await add(), missing)
    keys.fault = { region: west, kind: 'disabled' }
    assert.match(await add(), /encryption status is in UPDATING state\. Please retry the request/)
    keys.fault = undefined
    assert.equal(await add(), 'accepted')
  })

  it('wrap the data of every region anew when these have those of the service', async () => {
    const keys = new TestKeys()
    const group = await openKeyed(keys)
    assert.equal(await group.update(east, managed), 'accepted')
    await settle(group)
    const ids = await Promise.all([east, west].map(async (each) => group.describeIn(each)))
    assert.deepEqual(
      keys.wrapped,
      ids.map(({ TableId }) => [TableId, undefined]),
    )
  })
})

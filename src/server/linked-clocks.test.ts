/** What time does to global tables of several deployments: days without each other, and clocks that disagree. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LinkedSide } from './linked-sides-suite.js'

const TableName = 'carts'
const dayMs = 24 * 60 * 60 * 1000

async function openPair(): Promise<readonly [LinkedSide, LinkedSide]> {
  const pair = [new LinkedSide('us-east-1'), new LinkedSide('eu-west-1')] as const
  const [here, there] = pair
  await here.linkTo(there)
  await there.linkTo(here)
  await here.ask('CreateTable', {
    TableName,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await put(here, 'first', 1)
  const ReplicaUpdates = [{ Create: { RegionName: 'eu-west-1' } }]
  await here.ask('UpdateTable', { TableName, ReplicaUpdates })
  await steps(pair)
  assert.equal(await items(there), 'first=1')
  return pair
}

async function put(side: LinkedSide, pk: string, n: number): Promise<void> {
  await side.ask('PutItem', { TableName, Item: { pk: { S: pk }, n: { N: String(n) } } })
}

async function items(side: LinkedSide): Promise<string> {
  const { Items } = await side.ask('Scan', { TableName })
  const found = Items as readonly { pk: { S: string }; n: { N: string } }[]
  return found
    .map(({ pk, n }) => `${pk.S}=${n.N}`)
    .sort()
    .join(' ')
}

/** Enough for everything that is under way, while seconds pass. */
async function steps(pair: readonly LinkedSide[], count = 30): Promise<void> {
  for (let i = 0; i < count; i++) {
    for (const side of pair) {
      await side.step()
      side.clock.advance(1000)
    }
  }
}

describe('deployments that share a global table', () => {
  it('are the same again after days without each other, though their logs forget', async () => {
    const pair = await openPair()
    const [here, there] = pair
    await put(here, 'gone', 1)
    await steps(pair)
    here.isCut = true
    await put(here, 'both', 1)
    there.clock.advance(10)
    await put(there, 'both', 2)
    await put(here, 'only here', 3)
    await there.ask('DeleteItem', { TableName, Key: { pk: { S: 'gone' } } })
    for (let day = 0; day < 10; day++) {
      for (const side of pair) side.clock.advance(dayMs)
      await steps(pair, 5)
    }
    await put(there, 'late', 4)
    assert.notEqual(await items(here), await items(there))
    here.isCut = false
    for (const side of pair) side.clock.advance(60_000)
    await steps(pair, 60)
    assert.equal(await items(here), 'both=2 first=1 late=4 only here=3')
    assert.equal(await items(there), await items(here))
    assert.ok([...here.said, ...there.said].includes('replica copies again'))
    assert.ok([...here.said, ...there.said].includes('a linked region does not take part'))
  })

  it('are not scaled as one, because only some of their regions would be', async () => {
    const [here] = await openPair()
    const ProvisionedWriteCapacityAutoScalingUpdate = { AutoScalingDisabled: true }
    const asked = { TableName, ProvisionedWriteCapacityAutoScalingUpdate }
    const scaling = here.ask('UpdateTableReplicaAutoScaling', asked)
    await assert.rejects(scaling, /in their own regions: \[eu-west-1\]$/)
  })

  it('do not take changes from the future, and take them once it is there', async () => {
    const pair = await openPair()
    const [here, there] = pair
    there.clock.advance(dayMs)
    await put(there, 'early', 1)
    await steps(pair)
    assert.equal(await items(here), 'first=1')
    assert.ok(here.said.includes('replication waits: the clock of the other region is ahead'))
    await put(here, 'meanwhile', 2)
    await steps(pair)
    assert.equal(await items(there), 'early=1 first=1 meanwhile=2')
    here.clock.advance(dayMs + 120_000)
    await steps(pair)
    assert.equal(await items(here), await items(there))
  })
})

/** A client that wants more than a table has, over a minute that takes no time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CreateTableCommand,
  GetItemCommand,
  ProvisionedThroughputExceededException,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { VirtualClock } from '../../src/stdx/clock.js'
import { openVirtualServer } from './virtual-server.js'

const TableName = 'things'
const unitsPerSecond = 2
const wantedPerSecond = 5

async function open() {
  const { sdk, clock } = openVirtualServer()
  const throughput = { ReadCapacityUnits: unitsPerSecond, WriteCapacityUnits: unitsPerSecond }
  await sdk.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      ProvisionedThroughput: throughput,
    }),
  )
  let next = 0
  const put = (text = '') => {
    const Item = { pk: { S: `item ${next++}` }, text: { S: text } }
    return sdk.send(new PutItemCommand({ TableName, Item }))
  }
  const get = (pk: string) =>
    sdk.send(new GetItemCommand({ TableName, Key: { pk: { S: pk } }, ConsistentRead: true }))
  return { clock, put, get }
}

type Send = () => Promise<unknown>

async function isAdmitted(send: Send): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    assert.ok(error instanceof ProvisionedThroughputExceededException)
    return false
  }
}

/** Uses up what was saved, and waits until the debt is paid. */
async function useUp(clock: VirtualClock, large: Send, small: Send): Promise<void> {
  while (await isAdmitted(large));
  while (!(await isAdmitted(small))) clock.advance(1000)
}

async function admittedWithin(clock: VirtualClock, seconds: number, send: Send): Promise<number> {
  let admitted = 0
  for (let i = 0; i < seconds * wantedPerSecond; i++) {
    clock.advance(1000 / wantedPerSecond)
    if (await isAdmitted(send)) admitted++
  }
  return admitted
}

function assertNear(actual: number, expected: number): void {
  const off = Math.abs(actual - expected) / expected
  assert.ok(off <= 0.05, `${actual} instead of ${expected}`)
}

describe('a client that wants more than a table has', () => {
  const text = 'x'.repeat(350 * 1024)

  it('writes at the rate of the table, and can write more after a pause', async () => {
    const { put, clock } = await open()
    const small = () => put()
    await useUp(clock, () => put(text), small)
    assertNear(await admittedWithin(clock, 60, small), 60 * unitsPerSecond)
    clock.advance(20_000)
    let atOnce = 0
    while (await isAdmitted(small)) atOnce++
    assertNear(atOnce, 20 * unitsPerSecond)
  })

  it('reads at the rate of the table', async () => {
    const { put, get, clock } = await open()
    await put(text)
    const missing = () => get('missing')
    await useUp(clock, () => get('item 0'), missing)
    assertNear(await admittedWithin(clock, 60, missing), 60 * unitsPerSecond)
  })
})

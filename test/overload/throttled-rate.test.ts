/**
 * Clients that want more than a table has, for a minute of real time: together they get what the table has,
 * from one server and from three that share a database. Takes minutes, so only `test:rest` runs it.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PutItemCommand, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb'
import type { Client } from '../support/client.js'
import { startServers } from '../support/several-servers.js'
import { partitionOnly, provisioned } from '../support/tables.js'

const unitsPerSecond = 30
const measuredMs = 60_000
const pauseMs = 20
/** Requests that a client has under way: it always wants more than the table has. */
const atOnce = 6

function createTable(client: Client): Promise<string> {
  const throughput = provisioned(unitsPerSecond, unitsPerSecond)
  const shape = { ...partitionOnly(), BillingMode: 'PROVISIONED', ...throughput }
  return client.createTable(shape)
}

/** A key range also has its limit, which is reached first and soon over. */
async function useUpSavings(client: Client, TableName: string): Promise<void> {
  const Item = { pk: { S: 'large' }, text: { S: 'x'.repeat(350 * 1024) } }
  for (;;) {
    const { status, body } = await client.call('PutItem', { TableName, Item })
    if (JSON.stringify(body).includes('TableWriteProvisionedThroughputExceeded')) return
    if (status !== 200) await pause(pauseMs)
  }
}

async function isAdmitted({ sdk }: Client, TableName: string): Promise<boolean> {
  const Item = { pk: { S: `item ${Math.random()}` } }
  try {
    await sdk.send(new PutItemCommand({ TableName, Item }))
    return true
  } catch (error) {
    assert.ok(error instanceof ProvisionedThroughputExceededException)
    return false
  }
}

async function untilAdmitted(client: Client, TableName: string): Promise<void> {
  while (!(await isAdmitted(client, TableName))) await pause(pauseMs)
}

/** How many writes a client gets in within a time. */
async function admittedUntil(client: Client, TableName: string, endMs: number): Promise<number> {
  let admitted = 0
  while (Date.now() < endMs) {
    if (await isAdmitted(client, TableName)) admitted++
    else await pause(pauseMs)
  }
  return admitted
}

async function measure(clients: readonly Client[]): Promise<void> {
  const TableName = await createTable(clients[0]!)
  // What a new table has saved is used up first. All servers hear of it, and of the debt that has to be paid.
  await useUpSavings(clients[0]!, TableName)
  for (const client of clients) await untilAdmitted(client, TableName)
  const startMs = Date.now()
  const wanting = clients.flatMap((client) => Array.from({ length: atOnce }, () => client))
  const counts = await Promise.all(
    wanting.map((client) => admittedUntil(client, TableName, startMs + measuredMs)),
  )
  const admitted = counts.reduce((sum, count) => sum + count, 0)
  const perSecond = (admitted * 1000) / (Date.now() - startMs)
  const off = Math.abs(perSecond - unitsPerSecond) / unitsPerSecond
  const told = `${perSecond.toFixed(2)} a second`
  console.log(`${clients.length} servers: ${told}, ${unitsPerSecond} wanted`)
  assert.ok(off <= 0.05, told)
  await untilAdmitted(clients[0]!, TableName)
}

describe('clients that want more than a table has', async () => {
  const servers = await startServers(3, '', ['--throttle', 'on'])
  after(() => servers.stop())

  it('get what it has from one server', () => measure(servers.each.slice(0, 1)))
  it('get what it has from three servers together', () => measure(servers.each))
})

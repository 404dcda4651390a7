/**
 * Indexes are added and dropped through one server while clients of all servers write to the table:
 * an ACTIVE index matches the items, whichever server built it or wrote during the build.
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { below, chanceOf, seed, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import type { SeveralServers } from '../support/several-servers.js'
import { attribute, hash, partitionOnly, projectAll } from '../support/tables.js'
import type { Pressure } from './driving.js'
import { insist } from './insisting.js'
import { itemsOfAll } from './whole-table.js'

const rounds = 3
const itemCount = 600
const groups = 7

type Stored = Readonly<Record<string, { readonly S: string }>>

/** Returns how many entries were compared, as text. */
export async function proveIndexBuilds(
  { each, spread }: SeveralServers,
  { writersPerServer, pauseMs }: Pressure,
): Promise<string> {
  const writers = each.flatMap((client) => Array.from({ length: writersPerServer }, () => client))
  const TableName = await spread.createTable(partitionOnly())
  const chance = chanceOf(seed)
  await fill(spread, TableName, chance)
  const whileWritten = (act: () => Promise<void>): Promise<void> =>
    whileWriting(
      writers,
      async (client, chance) => {
        await pause(pauseMs)
        await writeSomething(client, TableName, chance)
      },
      act,
    )
  let compared = 0
  for (let round = 0; round < rounds; round++) {
    const IndexName = `by-group-${round % 2}`
    await whileWritten(async () => {
      await insist(each[round % each.length]!, 'UpdateTable', addition(TableName, IndexName))
      await spread.untilActive(TableName)
    })
    for (const client of each) compared += await compare(client, TableName, IndexName)
    await whileWritten(async () => {
      await insist(spread, 'UpdateTable', removal(TableName, IndexName))
      await spread.untilActive(TableName)
    })
  }
  return `${compared} index entries compared`
}

async function fill(client: Client, TableName: string, chance: Chance): Promise<void> {
  for (let n = 0; n < itemCount; n += 25) {
    const puts = Array.from({ length: 25 }, (_, m) => ({
      PutRequest: { Item: itemOf(n + m, chance) },
    }))
    await client.ask('BatchWriteItem', { RequestItems: { [TableName]: puts } })
  }
}

/** Lets all clients write until `act` is done and the last of their writes is answered. */
async function whileWriting(
  writers: readonly Client[],
  write: (client: Client, chance: Chance) => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  const work = { over: false }
  const writing = writers.map(async (writer, n) => {
    const chance = chanceOf(seed + n)
    while (!work.over) await write(writer, chance)
  })
  try {
    await act()
  } finally {
    work.over = true
    await Promise.all(writing)
  }
}

async function writeSomething(server: Client, TableName: string, chance: Chance): Promise<void> {
  const n = below(chance, itemCount)
  const choice = chance()
  if (choice < 0.4) await server.ask('PutItem', { TableName, Item: itemOf(n, chance) })
  else if (choice < 0.6) await server.ask('DeleteItem', { TableName, Key: keyOf(n) })
  else {
    await server.ask('UpdateItem', {
      TableName,
      Key: keyOf(n),
      UpdateExpression: choice < 0.9 ? 'SET #group = :group' : 'REMOVE #group',
      ExpressionAttributeNames: { '#group': 'group' },
      ...(choice < 0.9 && { ExpressionAttributeValues: { ':group': groupOf(chance) } }),
    })
  }
}

async function compare(client: Client, TableName: string, IndexName: string): Promise<number> {
  const items = (await itemsOfAll(client, 'Scan', { TableName })) as readonly Stored[]
  const entries = (await itemsOfAll(client, 'Scan', { TableName, IndexName })) as readonly Stored[]
  const implied = items.filter((item) => item['group'] !== undefined)
  assert.deepEqual(lines(entries), lines(implied), `${IndexName} differs from its items`)
  return entries.length
}

function lines(items: readonly Stored[]): readonly string[] {
  return items.map((item) => `${item['pk']?.S} ${item['group']?.S}`).toSorted()
}

const keyOf = (n: number): Json => ({ pk: { S: `item-${n}` } })

const groupOf = (chance: Chance): Json => ({ S: `group-${below(chance, groups)}` })

function itemOf(n: number, chance: Chance): Json {
  return { ...keyOf(n), ...(chance() < 0.8 && { group: groupOf(chance) }) }
}

function addition(TableName: string, IndexName: string): Json {
  const Create = { IndexName, KeySchema: [hash('group')], Projection: projectAll }
  return {
    TableName,
    AttributeDefinitions: [attribute('pk', 'S'), attribute('group', 'S')],
    GlobalSecondaryIndexUpdates: [{ Create }],
  }
}

function removal(TableName: string, IndexName: string): Json {
  return { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }
}

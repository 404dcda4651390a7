/**
 * An item as it was at a second. The public API restores whole tables only, so a table is restored, read once, and
 * deleted again, whatever happens.
 */
import type { Client } from '../../api/client.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import { untilActive } from '../../frame/create-table.js'
import { restoredName } from './moment.js'

export interface PastQuestion {
  readonly table: string
  readonly moment: number
  readonly key: Item
}

export interface PastAnswer {
  readonly question: PastQuestion
  readonly then: Item | undefined
  readonly now: Item | undefined
}

export async function readPastItem(client: Client, question: PastQuestion): Promise<PastAnswer> {
  const { table, moment, key } = question
  const temporary = restoredName(`${table.slice(0, 200)}-look`, moment)
  const now = await getItem(client, table, key)
  await client.call('dynamodb', 'RestoreTableToPointInTime', {
    SourceTableName: table,
    TargetTableName: temporary,
    RestoreDateTime: moment,
  })
  try {
    await untilActive(client, temporary)
    return { question, now, then: await getItem(client, temporary, key) }
  } finally {
    await client.call('dynamodb', 'DeleteTable', { TableName: temporary })
  }
}

async function getItem(client: Client, TableName: string, Key: Item): Promise<Item | undefined> {
  const input = { TableName, Key, ConsistentRead: true }
  const { Item: found } = await client.call('dynamodb', 'GetItem', input)
  return found
}

/** Each attribute that the item had or has. */
export function pastRows({ then, now }: PastAnswer): readonly PastRow[] {
  const names = new Set([...Object.keys(then ?? {}), ...Object.keys(now ?? {})])
  return [...names].map((name) => ({ name, then: then?.[name], now: now?.[name] }))
}

export interface PastRow {
  readonly name: string
  readonly then: AttributeValue | undefined
  readonly now: AttributeValue | undefined
}

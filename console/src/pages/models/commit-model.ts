/** A model on a server: its tables are created and its samples are put into them. */
import type { Client } from '../../api/client.js'
import { Fault } from '../../api/fault.js'
import { createWholeTable, untilActive } from '../../frame/create-table.js'
import { createTableInputOf } from '../../modelling/create-table-input.js'
import type { ModelTable } from '../../modelling/data-model.js'
import type { Item } from '../../values/attribute-value.js'

const putsPerRequest = 25
/** Of requests for items that were not taken at once. */
const triesMost = 12

export interface CommitStep {
  readonly table: ModelTable
  readonly creates: boolean
  readonly putsSamples: boolean
}

export async function commitTable(
  client: Client,
  { table, creates, putsSamples }: CommitStep,
): Promise<void> {
  if (creates) {
    const { ttlAttribute, name } = table
    await createWholeTable(client, { create: createTableInputOf(table), ttlAttribute })
    await untilActive(client, name)
  }
  if (putsSamples) await putItems(client, table.name, table.samples)
}

async function putItems(client: Client, table: string, items: readonly Item[]): Promise<void> {
  for (let at = 0; at < items.length; at += putsPerRequest) {
    let puts: readonly unknown[] = items
      .slice(at, at + putsPerRequest)
      .map((item) => ({ PutRequest: { Item: item } }))
    for (let attempt = 0; puts.length > 0; attempt++) {
      if (attempt === triesMost) throw new Error(`${puts.length} samples were not taken.`)
      if (attempt > 0) await pause(50 * 2 ** attempt)
      const { UnprocessedItems } = await client.call('dynamodb', 'BatchWriteItem', {
        RequestItems: { [table]: puts as never },
      })
      puts = UnprocessedItems?.[table] ?? []
    }
  }
}

/** Nothing happens if it is gone already. */
export async function dropTable(client: Client, TableName: string): Promise<void> {
  try {
    await client.call('dynamodb', 'DeleteTable', { TableName })
  } catch (error) {
    if (!(error instanceof Fault && error.type === 'ResourceNotFoundException')) throw error
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

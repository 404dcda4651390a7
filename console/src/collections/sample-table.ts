/** Reads what a model is made of: a table's schema and a sample of its items. */
import type { Client } from '../api/client.js'
import { emptyModel, type DataModel } from '../modelling/data-model.js'
import { sampledItemsMax } from '../modelling/limits.js'
import { modelOfTable } from '../modelling/model-of-table.js'
import { workbenchDate } from '../modelling/write-workbench.js'
import type { Item } from '../values/attribute-value.js'

export interface SampledModel {
  readonly model: DataModel
  readonly notes: readonly string[]
}

export async function modelFromTable(client: Client, table: string): Promise<SampledModel> {
  const { Table } = await client.call('dynamodb', 'DescribeTable', { TableName: table })
  const ttl = await client.call('dynamodb', 'DescribeTimeToLive', { TableName: table })
  const description = ttl.TimeToLiveDescription
  const isOn = description?.TimeToLiveStatus === 'ENABLED'
  const items = await sampleItems(client, table)
  const made = modelOfTable(Table!, items, isOn ? description.AttributeName : undefined)
  return {
    model: { ...emptyModel(table, workbenchDate(new Date())), tables: [made.table] },
    notes: made.notes,
  }
}

/** As many as a view can show; a scan, so they are of no particular partition. */
export async function sampleItems(client: Client, TableName: string): Promise<readonly Item[]> {
  const items: Item[] = []
  let start: Item | undefined
  do {
    const page = await client.call('dynamodb', 'Scan', {
      TableName,
      Limit: sampledItemsMax - items.length,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    })
    items.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start !== undefined && items.length < sampledItemsMax)
  return items
}

/** Makes sample tables, fills them, and takes them away again. */
import type { Client } from '../../api/client.js'
import type { WriteRequest } from '../../api/generated/dynamodb-types.js'
import { createWholeTable, untilActive } from '../../frame/create-table.js'
import { musicSample } from './music-sample.js'
import { sampleTag, type Sample } from './sample.js'
import { shopSample } from './shop-sample.js'

export const samples: readonly Sample[] = [musicSample, shopSample]

const batchMax = 25

/** Tables of these names that are there already are left as they are. */
export async function loadSamples(client: Client, existing: readonly string[]): Promise<void> {
  const missing = samples.filter(({ create }) => !existing.includes(create.TableName))
  await Promise.all(missing.map((sample) => loadSample(client, sample)))
}

async function loadSample(client: Client, { create, items }: Sample): Promise<void> {
  await createWholeTable(client, { create })
  await untilActive(client, create.TableName)
  for (let at = 0; at < items.length; at += batchMax) {
    const requests = items.slice(at, at + batchMax).map((Item) => ({ PutRequest: { Item } }))
    await writeAll(client, create.TableName, requests)
  }
}

const attemptsMax = 10
const firstWaitMs = 50

async function writeAll(
  client: Client,
  table: string,
  requests: readonly WriteRequest[],
): Promise<void> {
  let rest = requests
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const input = { RequestItems: { [table]: rest } }
    const { UnprocessedItems } = await client.call('dynamodb', 'BatchWriteItem', input)
    rest = UnprocessedItems?.[table] ?? []
    if (rest.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** attempt))
  }
  throw new Error(`${rest.length} items of ${table} were not written.`)
}

/** The names of those tables that these samples made. */
export async function findSamples(
  client: Client,
  existing: readonly string[],
): Promise<readonly string[]> {
  const names = samples
    .map(({ create }) => create.TableName)
    .filter((name) => existing.includes(name))
  const found = await Promise.all(
    names.map(async (name) => ((await isSample(client, name)) ? [name] : [])),
  )
  return found.flat()
}

async function isSample(client: Client, TableName: string): Promise<boolean> {
  const { Table } = await client.call('dynamodb', 'DescribeTable', { TableName })
  if (Table?.TableStatus === 'DELETING') return false
  const ResourceArn = Table?.TableArn ?? ''
  const { Tags = [] } = await client.call('dynamodb', 'ListTagsOfResource', { ResourceArn })
  return Tags.some(({ Key, Value }) => Key === sampleTag.Key && Value === sampleTag.Value)
}

export async function removeSamples(client: Client, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((TableName) => client.call('dynamodb', 'DeleteTable', { TableName })))
}

/** What `gramme tables` asks a server for, and how it prints that. */
import type { OutputOf } from '../api/services.js'
import type { JsonCall } from '../server/json-call.js'
import { printRows } from './print-rows.js'
import type { ServedCall } from './served-actions.js'

type Description = NonNullable<NonNullable<OutputOf<'dynamodb.DescribeTable'>>['Table']>

export async function showTables({ call, words: [name] }: ServedCall): Promise<void> {
  if (name !== undefined) return showTable(await describe(call, name))
  const names = await allNames(call)
  if (names.length === 0) return void process.stdout.write('There are no tables.\n')
  const rows: (readonly string[])[] = []
  // One after the other, so that the server is asked no more than a client would ask it.
  for (const each of names) {
    const table = await describe(call, each)
    rows.push([each, ...stateOf(table.TableStatus, table), String(indexesOf(table).length)])
  }
  printRows([['TABLE', 'STATE', 'ITEMS', 'BYTES', 'INDEXES'], ...rows])
}

async function allNames(call: JsonCall): Promise<readonly string[]> {
  const names: string[] = []
  let last: string | undefined
  do {
    const start = last === undefined ? {} : { ExclusiveStartTableName: last }
    const page = await call('dynamodb.ListTables', start)
    names.push(...(page.TableNames ?? []))
    last = page.LastEvaluatedTableName
  } while (last !== undefined)
  return names
}

async function describe(call: JsonCall, TableName: string): Promise<Description> {
  return (await call('dynamodb.DescribeTable', { TableName })).Table!
}

function showTable(table: Description): void {
  const { TableName = '', TableStatus, KeySchema } = table
  const head = ['NAME', 'KIND', 'STATE', 'ITEMS', 'BYTES', 'KEYS']
  const own = [TableName, 'table', ...stateOf(TableStatus, table), keysOf(KeySchema)]
  printRows([head, own, ...indexesOf(table)])
}

interface Counted {
  readonly ItemCount?: number | undefined
  readonly TableSizeBytes?: number | undefined
  readonly IndexSizeBytes?: number | undefined
}

function stateOf(status: string | undefined, counted: Counted): readonly string[] {
  const bytes = counted.TableSizeBytes ?? counted.IndexSizeBytes ?? 0
  return [(status ?? 'ACTIVE').toLowerCase(), String(counted.ItemCount ?? 0), String(bytes)]
}

function indexesOf(table: Description): readonly (readonly string[])[] {
  const local = (table.LocalSecondaryIndexes ?? []).map((index) => {
    return [index.IndexName ?? '', 'local', ...stateOf(undefined, index), keysOf(index.KeySchema)]
  })
  const global = (table.GlobalSecondaryIndexes ?? []).map((index) => {
    const state = stateOf(building(index), index)
    return [index.IndexName ?? '', 'global', ...state, keysOf(index.KeySchema)]
  })
  const vector = (table.VectorIndexes ?? []).map((index) => {
    const state = stateOf(building(index), index)
    return [index.IndexName ?? '', 'vector', ...state, vectorOf(index)]
  })
  return [...local, ...global, ...vector]
}

interface Built {
  readonly IndexStatus?: string | undefined
  readonly Backfilling?: boolean | undefined
}

function building({ IndexStatus, Backfilling }: Built): string | undefined {
  return Backfilling === true ? `${IndexStatus ?? ''}, backfilling` : IndexStatus
}

function keysOf(schema: Description['KeySchema'] = []): string {
  return schema.map(({ AttributeName }) => AttributeName).join(', ')
}

type VectorIndex = NonNullable<Description['VectorIndexes']>[number]

function vectorOf({ VectorAttribute, Dimensions, DistanceFunction, SearchSchema }: VectorIndex) {
  const searched = (SearchSchema ?? []).map(({ AttributeName }) => AttributeName)
  const vector = `${VectorAttribute?.AttributeName ?? ''} (${Dimensions ?? 0}, ${DistanceFunction ?? ''})`
  return [vector, ...searched].join(', ')
}

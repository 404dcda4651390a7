/** Questions that several pages ask; the answers are shared and kept for a while. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../api/client.js'
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import { useWorkspace, type Workspace } from './workspace.js'

/** As long as something is under way, its state is asked for again. */
const busyMs = 1000
const changingStates = ['CREATING', 'UPDATING', 'DELETING', 'ARCHIVING']

export function isChanging({
  TableStatus,
  GlobalSecondaryIndexes = [],
  VectorIndexes = [],
  Replicas = [],
}: TableDescription): boolean {
  return (
    changingStates.includes(TableStatus ?? '') ||
    [...GlobalSecondaryIndexes, ...VectorIndexes].some(({ IndexStatus }) =>
      changingStates.includes(IndexStatus ?? ''),
    ) ||
    Replicas.some(({ ReplicaStatus }) => changingStates.includes(ReplicaStatus ?? ''))
  )
}

/** Programs make tables too: a page that is about them asks again after `everyMs`. */
export function useTableNames(everyMs: number | false = false) {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'tables'],
    queryFn: ({ signal }) => allTableNames(client, signal),
    refetchInterval: everyMs,
  })
}

/** Paged to the end. */
export async function allTableNames(
  client: Client,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = []
  let start: string | undefined
  do {
    const input = start === undefined ? {} : { ExclusiveStartTableName: start }
    const page = await client.call('dynamodb', 'ListTables', input, signal && { signal })
    names.push(...(page.TableNames ?? []))
    start = page.LastEvaluatedTableName
  } while (start !== undefined)
  return names
}

export function useTableDescription(table: string) {
  return useQuery(tableDescriptionQuery(useWorkspace(), table))
}

/** For pages that describe many tables at once. */
export function tableDescriptionQuery({ client, region, account }: Workspace, table: string) {
  return queryOptions({
    queryKey: [account, region, 'table', table],
    queryFn: async ({ signal }) => {
      const { Table } = await client.call(
        'dynamodb',
        'DescribeTable',
        { TableName: table },
        { signal },
      )
      return Table!
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && isChanging(state.data) ? busyMs : false,
  })
}

/** After a change: the list of tables and everything about one of them is asked for again. */
export function useTableChanged(): (table?: string) => Promise<void> {
  const queries = useQueryClient()
  const { region, account } = useWorkspace()
  return async (table) => {
    await queries.invalidateQueries({ queryKey: [account, region, 'tables'] })
    if (table !== undefined) {
      await queries.invalidateQueries({ queryKey: [account, region, 'table', table] })
    }
  }
}

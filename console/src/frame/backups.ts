/** Backups of one table or of all, the newest first. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Client } from '../api/client.js'
import type { BackupSummary } from '../api/generated/dynamodb-types.js'
import { useWorkspace } from './workspace.js'

const busyMs = 1000

export function useBackups(table?: string): UseQueryResult<readonly BackupSummary[]> {
  const { client, region, account } = useWorkspace()
  const scope = table === undefined ? ['tables'] : ['table', table]
  return useQuery({
    queryKey: [account, region, ...scope, 'backups'],
    queryFn: ({ signal }) => allBackups(client, table, signal),
    refetchInterval: ({ state }) =>
      state.data?.some(({ BackupStatus }) => BackupStatus === 'CREATING') === true ? busyMs : false,
  })
}

async function allBackups(
  client: Client,
  table: string | undefined,
  signal: AbortSignal,
): Promise<readonly BackupSummary[]> {
  const backups: BackupSummary[] = []
  let start: string | undefined
  do {
    const input = {
      ...(table !== undefined && { TableName: table }),
      ...(start !== undefined && { ExclusiveStartBackupArn: start }),
    }
    const page = await client.call('dynamodb', 'ListBackups', input, { signal })
    backups.push(...(page.BackupSummaries ?? []))
    start = page.LastEvaluatedBackupArn
  } while (start !== undefined)
  return backups.toSorted(
    (a, b) => (b.BackupCreationDateTime ?? 0) - (a.BackupCreationDateTime ?? 0),
  )
}

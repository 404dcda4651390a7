/** Settings of a table that DescribeTable does not tell. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Client } from '../api/client.js'
import { Fault } from '../api/fault.js'
import type {
  ContinuousBackupsDescription,
  KinesisDataStreamDestination,
  Tag,
  TimeToLiveDescription,
} from '../api/generated/dynamodb-types.js'
import { settingsOfTable, type TableSettings } from '../code/table-settings.js'
import { useTableDescription } from './queries.js'
import { useWorkspace } from './workspace.js'

type Ask<Answer> = (client: Client, signal: AbortSignal) => Promise<Answer>

/** Kept beside the description, so that a change of the table asks again. */
export function useTableQuestion<Answer>(
  table: string,
  what: string,
  ask: Ask<Answer>,
): UseQueryResult<Answer> {
  const { client, region, account } = useWorkspace()
  return useQuery({
    queryKey: [account, region, 'table', table, what],
    queryFn: ({ signal }) => ask(client, signal),
  })
}

export function useTimeToLive(table: string): UseQueryResult<TimeToLiveDescription> {
  return useTableQuestion(table, 'ttl', async (client, signal) => {
    const input = { TableName: table }
    const answer = await client.call('dynamodb', 'DescribeTimeToLive', input, { signal })
    return answer.TimeToLiveDescription ?? {}
  })
}

export function useContinuousBackups(table: string): UseQueryResult<ContinuousBackupsDescription> {
  return useTableQuestion(table, 'continuous-backups', async (client, signal) => {
    const input = { TableName: table }
    const answer = await client.call('dynamodb', 'DescribeContinuousBackups', input, { signal })
    return answer.ContinuousBackupsDescription ?? { ContinuousBackupsStatus: 'DISABLED' }
  })
}

export function useKinesisDestinations(
  table: string,
): UseQueryResult<readonly KinesisDataStreamDestination[]> {
  return useTableQuestion(table, 'kinesis', async (client, signal) => {
    const input = { TableName: table }
    const operation = 'DescribeKinesisStreamingDestination'
    const answer = await client.call('dynamodb', operation, input, { signal })
    return answer.KinesisDataStreamDestinations ?? []
  })
}

/** By its ARN, which is known once the table is described. */
export function useTags(table: string): UseQueryResult<readonly Tag[]> {
  return useTableQuestion(table, 'tags', async (client, signal) => {
    const ResourceArn = await arnOf(table, client, signal)
    const tags: Tag[] = []
    let NextToken: string | undefined
    do {
      const input = { ResourceArn, ...(NextToken !== undefined && { NextToken }) }
      const page = await client.call('dynamodb', 'ListTagsOfResource', input, { signal })
      tags.push(...(page.Tags ?? []))
      NextToken = page.NextToken
    } while (NextToken !== undefined)
    return tags
  })
}

export interface StoredPolicy {
  /** Undefined if there is none. */
  readonly policy?: string | undefined
  readonly revisionId?: string | undefined
}

export function useResourcePolicy(table: string): UseQueryResult<StoredPolicy> {
  return useTableQuestion(table, 'policy', async (client, signal) => {
    const ResourceArn = await arnOf(table, client, signal)
    try {
      const answer = await client.call('dynamodb', 'GetResourcePolicy', { ResourceArn }, { signal })
      return { policy: answer.Policy, revisionId: answer.RevisionId }
    } catch (error) {
      if (error instanceof Fault && error.type === 'PolicyNotFoundException') return {}
      throw error
    }
  })
}

async function arnOf(table: string, client: Client, signal: AbortSignal): Promise<string> {
  const { Table } = await client.call('dynamodb', 'DescribeTable', { TableName: table }, { signal })
  return Table?.TableArn ?? table
}

/** All that is known so far; what may not be read is left out. */
export function useTableSettings(table: string): TableSettings | undefined {
  const { data: description } = useTableDescription(table)
  const { data: timeToLive } = useTimeToLive(table)
  const { data: tags } = useTags(table)
  const { data: continuousBackups } = useContinuousBackups(table)
  const { data: kinesis } = useKinesisDestinations(table)
  const { data: stored } = useResourcePolicy(table)
  if (description === undefined) return undefined
  const resourcePolicy = stored?.policy
  return settingsOfTable({
    description,
    timeToLive,
    tags,
    continuousBackups,
    kinesis,
    resourcePolicy,
  })
}

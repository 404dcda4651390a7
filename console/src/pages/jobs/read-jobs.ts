/** Asks the lists of the service for everything that takes a while. */
import type { Client } from '../../api/client.js'
import type {
  BackupSummary,
  ExportDescription,
  ImportTableDescription,
  TableDescription,
} from '../../api/generated/dynamodb-types.js'
import { allTableNames } from '../../frame/queries.js'
import type { JobAnswers } from './job-rows.js'

export async function readJobs(client: Client, signal: AbortSignal): Promise<JobAnswers> {
  const [exports, imports, backups, tables] = await Promise.all([
    readExports(client, signal),
    readImports(client, signal),
    readBackups(client, signal),
    readTables(client, signal),
  ])
  return { exports, imports, backups, tables }
}

type Next = string | undefined

/** Pages to the end. */
async function pagesOf<Row>(
  read: (next: Next) => Promise<readonly [rows: readonly Row[], next: Next]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  let next: Next
  do {
    const [page, following] = await read(next)
    rows.push(...page)
    next = following
  } while (next !== undefined)
  return rows
}

async function readExports(
  client: Client,
  signal: AbortSignal,
): Promise<readonly ExportDescription[]> {
  const summaries = await pagesOf(async (NextToken) => {
    const input = NextToken === undefined ? {} : { NextToken }
    const page = await client.call('dynamodb', 'ListExports', input, { signal })
    return [page.ExportSummaries ?? [], page.NextToken]
  })
  const described = await Promise.all(
    summaries.map(({ ExportArn = '' }) =>
      client.call('dynamodb', 'DescribeExport', { ExportArn }, { signal }),
    ),
  )
  return described.flatMap(({ ExportDescription: found }) => found ?? [])
}

async function readImports(
  client: Client,
  signal: AbortSignal,
): Promise<readonly ImportTableDescription[]> {
  const summaries = await pagesOf(async (NextToken) => {
    const input = NextToken === undefined ? {} : { NextToken }
    const page = await client.call('dynamodb', 'ListImports', input, { signal })
    return [page.ImportSummaryList ?? [], page.NextToken]
  })
  const described = await Promise.all(
    summaries.map(({ ImportArn = '' }) =>
      client.call('dynamodb', 'DescribeImport', { ImportArn }, { signal }),
    ),
  )
  return described.map(({ ImportTableDescription: found }) => found)
}

function readBackups(client: Client, signal: AbortSignal): Promise<readonly BackupSummary[]> {
  return pagesOf(async (start) => {
    const input = start === undefined ? {} : { ExclusiveStartBackupArn: start }
    const page = await client.call('dynamodb', 'ListBackups', input, { signal })
    return [page.BackupSummaries ?? [], page.LastEvaluatedBackupArn]
  })
}

/** A table that goes away meanwhile has no jobs. */
async function readTables(
  client: Client,
  signal: AbortSignal,
): Promise<readonly TableDescription[]> {
  const names = await allTableNames(client, signal)
  const described = await Promise.allSettled(
    names.map((TableName) => client.call('dynamodb', 'DescribeTable', { TableName }, { signal })),
  )
  return described.flatMap((each) =>
    each.status === 'fulfilled' && each.value.Table !== undefined ? [each.value.Table] : [],
  )
}

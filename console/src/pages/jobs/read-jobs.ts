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

export interface JobsReading {
  readonly answers: JobAnswers
  /** Of the lists that could not be read: the others are shown without them. */
  readonly faults: readonly unknown[]
}

export async function readJobs(client: Client, signal: AbortSignal): Promise<JobsReading> {
  const faults: unknown[] = []
  const orNone = <Row>(rows: Promise<readonly Row[]>): Promise<readonly Row[]> =>
    rows.catch((error: unknown) => {
      if (signal.aborted) throw error
      faults.push(error)
      return []
    })
  const [exports, imports, backups, tables] = await Promise.all([
    orNone(readExports(client, signal)),
    orNone(readImports(client, signal)),
    orNone(readBackups(client, signal)),
    orNone(readTables(client, signal)),
  ])
  return { answers: { exports, imports, backups, tables }, faults }
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

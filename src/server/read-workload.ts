/** Reads a workload through the public API: tables, their settings, and what was measured of them. */
import type { TableDescription } from '../api/generated/dynamodb-types.js'
import { windowDaysUsual } from '../advice/limits.js'
import { pointMs, type TableWorkload, type Workload } from '../advice/workload.js'
import type { Scope } from '../model/arn.js'
import { readHotKeys } from './read-hot-keys.js'
import { readScaling } from './read-scaling.js'
import { readTraffic } from './read-traffic.js'
import type { JsonCall } from './json-call.js'
import { sampleItems } from './sample-items.js'

export interface WorkloadRequest {
  readonly scope: Scope
  readonly nowMs: number
  /** How far to look back. */
  readonly days?: number
  /** Only this table. */
  readonly table?: string | undefined
  /** Whether items may be looked at. */
  readonly samples: boolean
}

const dayMs = 24 * 3600_000

export async function readWorkload(call: JsonCall, request: WorkloadRequest): Promise<Workload> {
  const { nowMs, days = windowDaysUsual, table } = request
  let { scope } = request
  const fromMs = Math.floor((nowMs - days * dayMs) / pointMs) * pointMs
  const window = { fromMs, toMs: nowMs }
  const names = table === undefined ? await tableNames(call) : [table]
  const tables: TableWorkload[] = []
  for (const name of names) {
    const { Table } = await call('dynamodb.DescribeTable', { TableName: name })
    if (Table === undefined || Table.TableStatus === 'DELETING') continue
    // A server knows better than its caller which account that is.
    scope = { ...scope, account: Table.TableArn?.split(':')[4] ?? scope.account }
    tables.push(await readTable(call, Table, { ...request, ...window }))
  }
  return { scope, ...window, tables }
}

async function tableNames(call: JsonCall): Promise<readonly string[]> {
  const names: string[] = []
  let after: string | undefined
  do {
    const start = after === undefined ? {} : { ExclusiveStartTableName: after }
    const page = await call('dynamodb.ListTables', start)
    names.push(...(page.TableNames ?? []))
    after = page.LastEvaluatedTableName
  } while (after !== undefined)
  return names
}

interface Reading extends WorkloadRequest {
  readonly fromMs: number
  readonly toMs: number
}

async function readTable(
  call: JsonCall,
  described: TableDescription,
  reading: Reading,
): Promise<TableWorkload> {
  const name = described.TableName!
  const locals = described.LocalSecondaryIndexes ?? []
  const scaling = await readScaling(call, name)
  const { resources, calls, streamReads } = await readTraffic(call, described, scaling, reading)
  const [own, ...indexes] = resources
  const ttl = await optional(call('dynamodb.DescribeTimeToLive', { TableName: name }))
  const expiry = ttl?.TimeToLiveDescription
  const sample = reading.samples ? await sampleItems(call, name, reading.nowMs) : undefined
  const isCold = described.TableClassSummary?.TableClass === 'STANDARD_INFREQUENT_ACCESS'
  return {
    name,
    billing: isOnDemand(described) ? 'on-demand' : 'provisioned',
    tableClass: isCold ? 'infrequent-access' : 'standard',
    hasRecovery: await hasRecovery(call, name),
    ...(expiry?.TimeToLiveStatus === 'ENABLED' && { expiresBy: expiry.AttributeName! }),
    own: own!,
    indexes,
    localIndexBytes: locals.reduce((sum, { IndexSizeBytes = 0 }) => sum + IndexSizeBytes, 0),
    calls,
    streamReads,
    hotKeys: await readHotKeys(call, described, reading.nowMs),
    ...(sample && { sample }),
  }
}

export function isOnDemand({ BillingModeSummary }: TableDescription): boolean {
  return BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST'
}

async function hasRecovery(call: JsonCall, name: string): Promise<boolean> {
  const answer = await optional(call('dynamodb.DescribeContinuousBackups', { TableName: name }))
  const { PointInTimeRecoveryDescription: recovery } = answer?.ContinuousBackupsDescription ?? {}
  return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
}

/** What a caller may not ask, or a server does not know, is left out. */
export async function optional<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined)
}

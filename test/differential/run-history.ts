/**
 * Sends a history to both servers, request by request. It ends when the two hold different data: with
 * the first write that only one of them did.
 */
import type { Client, Json } from '../support/client.js'
import { until } from '../support/until.js'
import { differencesOf, type Difference } from './difference.js'
import { normalise } from './normalise.js'
import type { Peer } from './peers/peer.js'
import { send, type History, type Request } from './request.js'

export interface Sides {
  readonly peer: Pick<Peer, 'olderWords'>
  readonly ours: Client
  readonly theirs: Client
}

export interface HistoryRun {
  readonly requests: number
  readonly differences: readonly Difference[]
}

const reads: ReadonlySet<string> = new Set(
  'BatchGetItem DescribeTable DescribeTimeToLive GetItem ListTables ListTagsOfResource Query Scan TransactGetItems'.split(
    ' ',
  ),
)

export async function runHistory(sides: Sides, history: History): Promise<HistoryRun> {
  await Promise.all([clear(sides.ours), clear(sides.theirs)])
  const differences: Difference[] = []
  for (const [i, request] of history.entries()) {
    const found = await compare(sides, request)
    differences.push(...found)
    const parted = found.some(({ at }) => at === 'outcome') && !reads.has(request.operation)
    if (parted) return { requests: i + 1, differences }
  }
  return { requests: history.length, differences }
}

async function compare(sides: Sides, request: Request): Promise<readonly Difference[]> {
  const [ours, theirs] = await Promise.all([send(sides.ours, request), send(sides.theirs, request)])
  if (/Table$/.test(request.operation)) {
    await Promise.all([settled(sides.ours), settled(sides.theirs)])
  }
  const { olderWords } = sides.peer
  return differencesOf(
    request,
    normalise(request, ours, olderWords),
    normalise(request, theirs, olderWords),
  )
}

async function tableNames(client: Client): Promise<readonly string[]> {
  return (await client.ask('ListTables', {}))['TableNames'] as readonly string[]
}

async function settled(client: Client): Promise<void> {
  for (const name of await tableNames(client)) {
    await until(
      () => isSettled(client, name),
      () => `${name} at ${client.url} is still changing`,
    )
  }
}

async function isSettled(client: Client, TableName: string): Promise<boolean> {
  const { body, status } = await client.call('DescribeTable', { TableName })
  if (status !== 200) return true
  const table = body['Table'] as Json
  const indexes = (table['GlobalSecondaryIndexes'] ?? []) as readonly Json[]
  const states = [table['TableStatus'], ...indexes.map((index) => index['IndexStatus'])]
  return states.every((state) => state === 'ACTIVE')
}

async function clear(client: Client): Promise<void> {
  for (const TableName of await tableNames(client)) {
    await client.call('UpdateTable', { TableName, DeletionProtectionEnabled: false })
    await settled(client)
    await client.call('DeleteTable', { TableName })
  }
  await until(
    async () => (await tableNames(client)).length === 0,
    () => `${client.url} keeps its tables`,
  )
}

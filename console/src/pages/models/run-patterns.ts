/**
 * Every access pattern, run for real: on tables of their own, which have the samples in them and are
 * removed afterwards, whatever happens. Reads come first, so that they see the samples as they are.
 */
import type { Client } from '../../api/client.js'
import type { AccessPattern, DataModel, ModelTable } from '../../modelling/data-model.js'
import { patternRequestOf } from '../../modelling/pattern-request.js'
import { servePattern } from '../../modelling/serve-pattern.js'
import { commitTable, dropTable } from './commit-model.js'

export interface PatternOutcome {
  readonly read: number
  readonly returned: number
  readonly units: number
  readonly requests: number
  readonly error?: Error
}

export type PatternOutcomes = ReadonlyMap<string, PatternOutcome>

const tableNameMax = 255

export async function runPatterns(
  client: Client,
  id: string,
  model: DataModel,
): Promise<PatternOutcomes> {
  const tables = model.tables.map((table) => ({ ...table, name: trialName(id, table.name) }))
  const outcomes = new Map<string, PatternOutcome>()
  try {
    for (const table of tables)
      await commitTable(client, { table, creates: true, putsSamples: true })
    for (const pattern of readsFirst(model.patterns)) {
      const at = model.tables.findIndex(({ name }) => name === pattern.table)
      if (at === -1) continue
      const outcome = await runPattern(client, tables[at]!, pattern)
      if (outcome !== undefined) outcomes.set(pattern.id, outcome)
    }
  } finally {
    for (const { name } of tables) await dropTable(client, name)
  }
  return outcomes
}

export function trialName(id: string, table: string): string {
  return `model-${id}-${table}`.slice(0, tableNameMax)
}

function readsFirst(patterns: readonly AccessPattern[]): readonly AccessPattern[] {
  const reads = ['GetItem', 'Query', 'Scan']
  return patterns.toSorted(
    (a, b) => Number(reads.includes(b.operation)) - Number(reads.includes(a.operation)),
  )
}

/** Undefined if nothing serves it. */
async function runPattern(
  client: Client,
  table: ModelTable,
  pattern: AccessPattern,
): Promise<PatternOutcome | undefined> {
  const plan = servePattern(table, pattern)
  if (plan.kind === 'unserved') return undefined
  const { operation, input } = patternRequestOf(table, pattern, plan)
  const sum = { read: 0, returned: 0, units: 0, requests: 0 }
  let start: unknown
  try {
    do {
      const answer: Answer = await client.call('dynamodb', operation, {
        ...input,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      } as never)
      sum.requests += 1
      sum.units += answer.ConsumedCapacity?.CapacityUnits ?? 0
      sum.read += answer.ScannedCount ?? (answer.Item === undefined ? 0 : 1)
      sum.returned += answer.Count ?? (answer.Item === undefined ? 0 : 1)
      start = pattern.limit === undefined ? answer.LastEvaluatedKey : undefined
    } while (start !== undefined)
    return sum
  } catch (error) {
    return { ...sum, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** What answers of any of the operations may have. */
interface Answer {
  readonly Item?: unknown
  readonly Count?: number
  readonly ScannedCount?: number
  readonly LastEvaluatedKey?: unknown
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number }
}

/** Global indexes after an UpdateTable. Their settings change here; building and dropping is not in yet. */
import type {
  GlobalSecondaryIndexUpdate,
  UpdateGlobalSecondaryIndexAction,
} from '../../api/generated/dynamodb-types.js'
import { invalidParameter, limitExceeded, validation } from '../../model/errors.js'
import { indexUpdatesMax } from '../../model/limits.js'
import type { Billing, IndexDefinition, TableDefinition } from '../../model/table.js'
import { isSame, unchangedThroughput } from './change-billing.js'
import {
  changeThroughput,
  readOnDemandThroughput,
  readThroughput,
  readWarmThroughput,
  throughputOnDemand,
} from './throughput.js'
import { refuseUnsupported } from './unsupported.js'

/** What can be refused without looking at the table. */
export function checkIndexUpdates(updates: readonly GlobalSecondaryIndexUpdate[]): void {
  const seen = new Set<string>()
  for (const { Update, Create, Delete } of updates) {
    const action = Update ?? Create ?? Delete
    if (action === undefined) {
      throw invalidParameter(
        'One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null',
      )
    }
    if (seen.has(action.IndexName)) {
      throw invalidParameter(
        `Only one global secondary index update per index is allowed simultaneously. Index: ${action.IndexName}`,
      )
    }
    seen.add(action.IndexName)
    refuseUnsupported({
      'GlobalSecondaryIndexUpdate.Create': Create,
      'GlobalSecondaryIndexUpdate.Delete': Delete,
    })
  }
}

export function changeIndexes(
  { indexes }: TableDefinition,
  billing: Billing,
  updates: readonly GlobalSecondaryIndexUpdate[],
  nowMs: number,
): readonly IndexDefinition[] {
  if (updates.length > indexUpdatesMax) {
    throw limitExceeded(
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    )
  }
  const byName = new Map(updates.map(({ Update }) => [Update!.IndexName, Update!]))
  for (const name of byName.keys()) requireGlobalIndex(indexes, name)
  return indexes.map((index) => {
    const update = byName.get(index.name)
    return update === undefined
      ? withoutPrice(index, billing)
      : changed(index, update, billing, nowMs)
  })
}

function requireGlobalIndex(indexes: readonly IndexDefinition[], name: string): void {
  if (indexes.some((index) => index.kind === 'global' && index.name === name)) return
  throw validation(
    'This operation cannot be performed with given input values. Please contact DynamoDB service team for more info: Action Blocked: IndexUpdate',
  )
}

/** An on-demand table's indexes have no throughput of their own. */
function withoutPrice(index: IndexDefinition, billing: Billing): IndexDefinition {
  return billing.mode === 'on-demand' ? { ...index, throughput: undefined } : index
}

function changed(
  index: IndexDefinition,
  update: UpdateGlobalSecondaryIndexAction,
  billing: Billing,
  nowMs: number,
): IndexDefinition {
  const throughput = changedThroughput(index, update, billing, nowMs)
  const onDemand = readOnDemandThroughput(update.OnDemandThroughput, billing, 'UpdateTable')
  const base = throughput ?? billing.throughput
  const warm = readWarmThroughput(update.WarmThroughput, billing, base, `index ${index.name}`)
  return {
    ...withoutPrice(index, billing),
    throughput,
    onDemandThroughput: onDemand ?? index.onDemandThroughput,
    warmThroughput: warm ?? index.warmThroughput,
  }
}

function changedThroughput(
  index: IndexDefinition,
  { ProvisionedThroughput }: UpdateGlobalSecondaryIndexAction,
  billing: Billing,
  nowMs: number,
) {
  if (ProvisionedThroughput === undefined) return withoutPrice(index, billing).throughput
  if (billing.mode === 'on-demand') throw throughputOnDemand()
  const wanted = readThroughput(ProvisionedThroughput)
  if (index.throughput === undefined) return wanted
  if (isSame(index.throughput, wanted)) throw unchangedThroughput(`index ${index.name}`, wanted)
  return changeThroughput(index.throughput, wanted, nowMs)
}

/** From what a table has and what was typed: the update that leads from one to the other, with nothing untouched in it. */
import type {
  BillingMode,
  TableClass,
  TableDescription,
  UpdateTableInput,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import type { ThroughputDraft } from './index-draft.js'

export interface CapacityDraft extends ThroughputDraft {
  readonly billing: BillingMode
  readonly tableClass: TableClass
}

export function capacityDraftOf(description: TableDescription): CapacityDraft {
  const provisioned = description.ProvisionedThroughput
  const onDemand = description.OnDemandThroughput
  const warm = description.WarmThroughput
  return {
    billing: billingModeOf(description),
    tableClass: description.TableClassSummary?.TableClass ?? 'STANDARD',
    readUnits: textOf(provisioned?.ReadCapacityUnits) || '5',
    writeUnits: textOf(provisioned?.WriteCapacityUnits) || '5',
    readMaximum: textOf(onDemand?.MaxReadRequestUnits),
    writeMaximum: textOf(onDemand?.MaxWriteRequestUnits),
    warmRead: textOf(warm?.ReadUnitsPerSecond),
    warmWrite: textOf(warm?.WriteUnitsPerSecond),
  }
}

/** AWS: 0 and -1 stand for none. */
function textOf(units: number | undefined): string {
  return units === undefined || units <= 0 ? '' : String(units)
}

/** Undefined if nothing differs. */
export function capacityUpdate(
  description: TableDescription,
  draft: CapacityDraft,
): UpdateTableInput | undefined {
  const now = capacityDraftOf(description)
  const differs = (...fields: readonly (keyof CapacityDraft)[]) =>
    fields.some((field) => now[field] !== draft[field])
  const isProvisioned = draft.billing === 'PROVISIONED'
  const units = {
    ReadCapacityUnits: Number(draft.readUnits),
    WriteCapacityUnits: Number(draft.writeUnits),
  }
  const change: Partial<UpdateTableInput> = {
    ...(differs('billing') && { BillingMode: draft.billing }),
    ...(isProvisioned &&
      differs('billing', 'readUnits', 'writeUnits') && { ProvisionedThroughput: units }),
    ...(isProvisioned && differs('billing') && indexUnits(description, units)),
    ...(!isProvisioned &&
      differs('readMaximum', 'writeMaximum') && { OnDemandThroughput: maximumsOf(draft) }),
    ...(differs('warmRead', 'warmWrite') && { WarmThroughput: warmOf(draft) }),
    ...(differs('tableClass') && { TableClass: draft.tableClass }),
  }
  if (Object.keys(change).length === 0) return undefined
  return { TableName: description.TableName ?? '', ...change }
}

/** AWS: a table that becomes provisioned says the units of its indexes too. They get those of the table. */
function indexUnits(
  { GlobalSecondaryIndexes = [] }: TableDescription,
  ProvisionedThroughput: {
    readonly ReadCapacityUnits: number
    readonly WriteCapacityUnits: number
  },
): Partial<UpdateTableInput> {
  if (GlobalSecondaryIndexes.length === 0) return {}
  return {
    GlobalSecondaryIndexUpdates: GlobalSecondaryIndexes.map(({ IndexName = '' }) => ({
      Update: { IndexName, ProvisionedThroughput },
    })),
  }
}

function maximumsOf({ readMaximum, writeMaximum }: CapacityDraft) {
  return {
    MaxReadRequestUnits: readMaximum === '' ? -1 : Number(readMaximum),
    MaxWriteRequestUnits: writeMaximum === '' ? -1 : Number(writeMaximum),
  }
}

function warmOf({ warmRead, warmWrite }: CapacityDraft) {
  return {
    ...(warmRead !== '' && { ReadUnitsPerSecond: Number(warmRead) }),
    ...(warmWrite !== '' && { WriteUnitsPerSecond: Number(warmWrite) }),
  }
}

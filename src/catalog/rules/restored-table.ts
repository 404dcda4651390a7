/**
 * The table that a restore creates: what it takes over from its source, and what a request may
 * override.
 *
 * AWS: keys, indexes, billing, throughput and encryption are restored. Tags, time to live, stream,
 * recovery, protection, class and warm throughput are not.
 */
import type { Scope } from '../../model/arn.js'
import { requestNotValid } from '../../model/recovery-errors.js'
import type { Billing, OnDemandThroughput, TableDefinition } from '../../model/table.js'
import type { IndexDraft, VectorIndexDraft } from '../settle-derived.js'
import type { TableDraft } from '../table-draft.js'
import { newOnDemandBilling } from './billing.js'
import { checkedEncryption, type EncryptionRequest } from './encryption-setting.js'
import {
  requireDistinctNames,
  type GlobalIndexRequest,
  type IndexRequest,
} from './index-request.js'
import { attributeTypesOf } from './index-updates.js'
import { restoredGlobalIndexes, restoredLocalIndexes } from './restored-indexes.js'
import { restoredMaxima, throughputRefusal } from './restored-throughput.js'
import { restoredVectorIndexes } from './restored-vector-indexes.js'
import { newThroughput, type ThroughputUnits } from './throughput.js'
import type { VectorIndexRequest } from './vector-index-request.js'

/** What a restore has to know of its source. A table's definition is one. */
export type RestorableTable = Pick<
  TableDefinition,
  'keySchema' | 'attributeTypes' | 'billing' | 'onDemandThroughput' | 'encryption'
> & {
  readonly indexes: readonly IndexDraft[]
  readonly vectorIndexes?: readonly VectorIndexDraft[]
}

export interface RestoreOverrides {
  readonly billingMode?: Billing['mode']
  readonly throughput?: ThroughputUnits
  readonly onDemandThroughput?: OnDemandThroughput
  /** Absent: all that the source has. */
  readonly globalIndexes?: readonly GlobalIndexRequest[]
  readonly localIndexes?: readonly IndexRequest[]
  readonly vectorIndexes?: readonly VectorIndexRequest[]
  readonly encryption?: EncryptionRequest
}

/** Where the table is to be, and when that was asked for. */
export interface RestoreTarget extends Scope {
  readonly name: string
  readonly nowMs: number
}

export function restoredTable(
  source: RestorableTable,
  overrides: RestoreOverrides,
  { account, region, name, nowMs }: RestoreTarget,
): TableDraft {
  const billing = restoredBilling(source.billing, overrides, nowMs)
  const target = { billing, overrides }
  const onDemandThroughput = restoredMaxima(source, overrides.onDemandThroughput, billing)
  const indexes = [
    ...restoredLocalIndexes(source.indexes, overrides.localIndexes),
    ...restoredGlobalIndexes(source.indexes, target),
  ]
  const vectorIndexes = restoredVectorIndexes(
    source.vectorIndexes,
    overrides.vectorIndexes,
    billing,
  )
  requireDistinctNames([...indexes, ...(vectorIndexes ?? [])])
  const { keySchema } = source
  return {
    account,
    region,
    name,
    keySchema,
    attributeTypes: usedTypes(source, indexes, vectorIndexes),
    indexes,
    ...(vectorIndexes && { vectorIndexes }),
    billing,
    ...(onDemandThroughput && { onDemandThroughput }),
    encryption: restoredEncryption({ account, region }, source, overrides.encryption),
    deletionProtection: false,
    tags: [],
  }
}

function restoredBilling(source: Billing, overrides: RestoreOverrides, nowMs: number): Billing {
  const { billingMode, throughput } = overrides
  if (billingMode === 'provisioned' && throughput === undefined) {
    throw requestNotValid(
      'Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
    )
  }
  const mode = billingMode ?? source.mode
  if (mode === 'on-demand') {
    if (throughput !== undefined) throw throughputRefusal(overrides)
    return newOnDemandBilling(nowMs)
  }
  return { mode, throughput: newThroughput(throughput ?? source.throughput) }
}

/** Without the key attributes of indexes that are not restored. */
function usedTypes(
  { keySchema, attributeTypes }: RestorableTable,
  indexes: readonly IndexDraft[],
  vectorIndexes: readonly VectorIndexDraft[] | undefined,
): TableDefinition['attributeTypes'] {
  const used = attributeTypesOf(keySchema, indexes, vectorIndexes)
  const isUsed = ([name]: readonly [string, unknown]) => Object.hasOwn(used, name)
  return Object.fromEntries(Object.entries(attributeTypes).filter(isUsed))
}

/** AWS: an override without members, or with Enabled false, means the default key. */
function restoredEncryption(
  scope: Scope,
  { encryption }: RestorableTable,
  override: EncryptionRequest | undefined,
): TableDefinition['encryption'] {
  const wanted = override === undefined ? encryption : checkedEncryption(scope, override)
  return wanted?.enabled ? wanted : undefined
}

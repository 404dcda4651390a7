/** The definition of a table after an update. */
import type { TableDefinition } from '../../model/table.js'
import type { DefinitionDraft } from '../settle-derived.js'
import { changedBilling } from './billing.js'
import { checkedEncryption } from './encryption-setting.js'
import { admitIndexUpdates, admitTableUpdate } from './index-admission.js'
import { attributeTypesOf, updatedIndexes } from './index-updates.js'
import { changedStream } from './stream-setting.js'
import type { TableUpdate } from './table-update.js'
import { checkedMaxima } from './throughput.js'
import { checkedWarmThroughput } from './warm-throughput.js'

/** In the order AWS reports faults. */
export function updatedDefinition(
  definition: TableDefinition,
  update: TableUpdate,
  nowMs: number,
): DefinitionDraft {
  admitIndexUpdates(definition, update.indexUpdates ?? [], nowMs)
  admitTableUpdate(definition, update, nowMs)
  const billing = changedBilling(definition, update, nowMs)
  const maxima = checkedMaxima(update.onDemandThroughput, { billing, wording: 'UpdateTable' })
  const indexes = updatedIndexes(definition, billing, update, nowMs)
  const { throughput } = billing
  const warm = checkedWarmThroughput(update.warmThroughput, { billing, throughput, where: 'table' })
  const { stream, encryption, tableClass } = update
  return {
    ...definition,
    billing,
    indexes,
    attributeTypes: attributeTypesOf(definition.keySchema, indexes),
    onDemandThroughput:
      billing.mode === 'provisioned' ? undefined : (maxima ?? definition.onDemandThroughput),
    warmThroughput: warm ?? definition.warmThroughput,
    stream: stream ? changedStream(definition, stream) : definition.stream,
    encryption: checkedEncryption(definition, encryption) ?? definition.encryption,
    tableClass: tableClass ? { name: tableClass, updatedAtMs: nowMs } : definition.tableClass,
    deletionProtection: update.deletionProtection ?? definition.deletionProtection,
  }
}

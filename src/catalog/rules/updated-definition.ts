/** The definition of a table after an update. */
import type { Billing, TableDefinition, WarmThroughput } from '../../model/table.js'
import type { DefinitionDraft } from '../settle-derived.js'
import { changedBilling } from './billing.js'
import { requireRoom } from './capacity-quotas.js'
import { changedProtection } from './deletion-protection.js'
import { changedEncryption } from './encryption-changes.js'
import { admitIndexUpdates, admitTableUpdate } from './index-admission.js'
import { requireProjectionLimit } from './index-request.js'
import { attributeTypesOf, updatedIndexes } from './index-updates.js'
import { changedStream } from './stream-setting.js'
import { changedTableClass } from './table-class.js'
import type { TableUpdate } from './table-update.js'
import { changedMaxima, checkedMaxima } from './throughput.js'
import { admitDuringJob } from './job-admission.js'
import type { UpdateMoment } from './update-moment.js'
import { updatedVectorIndexes } from './vector-index-updates.js'
import { changedWarmThroughput, warmThroughputOf } from './warm-throughput.js'

/** In the order AWS reports faults. */
export function updatedDefinition(
  definition: TableDefinition,
  update: TableUpdate,
  moment: UpdateMoment,
): DefinitionDraft {
  const { nowMs } = moment
  const { indexUpdates = [], vectorIndexUpdates = [] } = update
  admitIndexUpdates(definition, [...indexUpdates, ...vectorIndexUpdates], nowMs)
  admitTableUpdate(definition, update, nowMs)
  admitDuringJob(definition, update, nowMs)
  const billing = changedBilling(definition, update, nowMs)
  const maxima = checkedMaxima(update.onDemandThroughput, { billing, wording: 'UpdateTable' })
  const indexes = updatedIndexes(definition, billing, update, moment)
  const vectorIndexes = updatedVectorIndexes(definition, billing, update)
  requireProjectionLimit(indexes, vectorIndexes)
  const warm = warmAfter(definition, billing, update, moment)
  const { stream, encryption } = update
  const after = {
    ...definition,
    billing,
    indexes,
    vectorIndexes,
    attributeTypes: attributeTypesOf(definition.keySchema, indexes, vectorIndexes),
    onDemandThroughput:
      billing.mode === 'provisioned'
        ? undefined
        : changedMaxima(definition.onDemandThroughput, maxima),
    warmThroughput: warm,
    stream: stream ? changedStream(definition, stream) : definition.stream,
    ...changedEncryption(definition, encryption, moment),
    tableClass: changedTableClass(definition, update.tableClass, nowMs),
    ...changedProtection(definition, update.deletionProtection, moment),
    settingsReplication: update.settingsReplication ?? definition.settingsReplication,
  }
  requireRoom(definition, after, moment.room)
  return after
}

function warmAfter(
  { billing: was, warmThroughput }: TableDefinition,
  billing: Billing,
  { warmThroughput: asked }: TableUpdate,
  moment: UpdateMoment,
): WarmThroughput {
  const units = warmThroughputOf(warmThroughput, { billing: was, throughput: was.throughput })
  const target = { billing, throughput: billing.throughput, where: 'table' }
  return changedWarmThroughput({ before: { ...warmThroughput, ...units }, asked }, target, moment)
}

/** The billing mode and provisioned throughput of a new table and of one in use. */
import { invalidParameter, validation } from '../../model/errors.js'
import type { Billing, TableDefinition } from '../../model/table.js'
import { isDroppedSwitch } from './job-admission.js'
import { switchedToOnDemand } from './on-demand-switches.js'
import type { TableUpdate } from './table-update.js'
import {
  changedThroughput,
  newThroughput,
  noThroughput,
  sameUnits,
  type ThroughputUnits,
} from './throughput.js'

export function newBilling(
  mode: Billing['mode'] | undefined,
  throughput: ThroughputUnits | undefined,
  nowMs: number,
): Billing {
  if (mode === 'on-demand') {
    if (throughput !== undefined) throw throughputOnDemand()
    return newOnDemandBilling(nowMs)
  }
  if (throughput === undefined) {
    throw invalidParameter(
      'ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED',
    )
  }
  return { mode: 'provisioned', throughput: newThroughput(throughput) }
}

/** Of a table that is created on demand. */
export function newOnDemandBilling(nowMs: number): Billing {
  return { mode: 'on-demand', ...switchedToOnDemand({}, nowMs), throughput: noThroughput }
}

/** Checks what can be refused without looking at the table. */
export function checkBillingUpdate({ billingMode, throughput }: TableUpdate): void {
  if (billingMode === 'on-demand' && throughput !== undefined) {
    throw invalidParameter(
      'ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST',
    )
  }
  if (billingMode === 'provisioned' && throughput === undefined) {
    throw invalidParameter(
      'ProvisionedThroughput must be specified when BillingMode is PROVISIONED',
    )
  }
  if (throughput !== undefined) newThroughput(throughput)
}

export function changedBilling(
  definition: TableDefinition,
  update: TableUpdate,
  nowMs: number,
): Billing {
  const { billing } = definition
  const { billingMode = billing.mode, throughput } = update
  if (billingMode === 'on-demand') {
    if (throughput !== undefined) throw throughputOnDemand()
    if (isDroppedSwitch(definition, update, nowMs)) return billing
    return billing.mode === 'on-demand' ? billing : toOnDemand(billing, nowMs)
  }
  if (throughput === undefined) return billing
  const wanted = newThroughput(throughput)
  if (billing.mode === 'on-demand') return toProvisioned(definition, update, wanted)
  if (!sameUnits(billing.throughput, wanted)) {
    return { ...billing, throughput: changedThroughput(billing.throughput, wanted, nowMs) }
  }
  if (isThroughputAlone(update)) throw unchangedThroughput('table', billing.throughput)
  return billing
}

function toOnDemand(billing: Billing, nowMs: number): Billing {
  return {
    ...billing,
    mode: 'on-demand',
    ...switchedToOnDemand(billing, nowMs),
    throughput: { ...billing.throughput, readUnits: 0, writeUnits: 0 },
  }
}

/**
 * Every global index must get its own throughput in the same request. AWS: the times and counts of the
 * table's throughput stay as they are.
 */
function toProvisioned(
  { billing, indexes }: TableDefinition,
  { indexUpdates = [] }: TableUpdate,
  { readUnits, writeUnits }: ThroughputUnits,
): Billing {
  const updated = indexUpdates.filter(({ kind }) => kind === 'change').map(({ name }) => name)
  const unpriced = indexes.filter(({ kind, name }) => kind === 'global' && !updated.includes(name))
  if (unpriced.length > 0) {
    const names = unpriced.map(({ name }) => name).join(',')
    throw invalidParameter(`ProvisionedThroughput must be specified for index: ${names}`)
  }
  const throughput = { ...billing.throughput, readUnits, writeUnits }
  return { ...billing, mode: 'provisioned', throughput }
}

/** AWS: throughput that stays the same is refused only if nothing else was requested. */
function isThroughputAlone(update: TableUpdate): boolean {
  const { attributeTypes: _types, billingMode: _mode, throughput: _units, ...others } = update
  return Object.values(others).every((other) => other === undefined)
}

function throughputOnDemand() {
  return invalidParameter(
    'Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST',
  )
}

/** AWS: the sentence names an index first with an article and then without. */
export function unchangedThroughput(
  what: 'table' | `index ${string}`,
  { readUnits, writeUnits }: ThroughputUnits,
) {
  const target = what === 'table' ? 'the table' : what
  return validation(
    `The provisioned throughput for the ${what} will not change. The requested value equals the current value. ` +
      `Current ReadCapacityUnits provisioned for ${target}: ${readUnits}. Requested ReadCapacityUnits: ${readUnits}. ` +
      `Current WriteCapacityUnits provisioned for ${target}: ${writeUnits}. Requested WriteCapacityUnits: ${writeUnits}. ` +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  )
}

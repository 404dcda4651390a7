/** A table's billing mode and provisioned throughput after an UpdateTable. */
import type { UpdateTableInput } from '../../../api/generated/dynamodb-types.js'
import { invalidParameter, validation } from '../../../model/errors.js'
import type { Billing, TableDefinition, Throughput } from '../../../model/table.js'
import { changeThroughput, noThroughput, readThroughput, throughputOnDemand } from './throughput.js'

export function changeBilling(
  definition: TableDefinition,
  input: UpdateTableInput,
  nowMs: number,
): Billing {
  const { billing } = definition
  const { BillingMode, ProvisionedThroughput } = input
  const onDemand =
    BillingMode === undefined ? billing.mode === 'on-demand' : BillingMode === 'PAY_PER_REQUEST'
  if (onDemand) {
    if (ProvisionedThroughput !== undefined) throw throughputOnDemand()
    return billing.mode === 'on-demand' ? billing : toOnDemand(billing, nowMs)
  }
  if (ProvisionedThroughput === undefined) return billing
  const wanted = readThroughput(ProvisionedThroughput)
  if (billing.mode === 'on-demand') return toProvisioned(definition, input, wanted)
  if (!isSame(billing.throughput, wanted)) {
    return { ...billing, throughput: changeThroughput(billing.throughput, wanted, nowMs) }
  }
  if (isOnlyChange(input)) throw unchangedThroughput('table', billing.throughput)
  return billing
}

function toOnDemand(billing: Billing, nowMs: number): Billing {
  return {
    ...billing,
    mode: 'on-demand',
    named: true,
    lastOnDemandAtMs: nowMs,
    throughput: noThroughput,
  }
}

/** Every global index needs a price of its own in the same request. */
function toProvisioned(
  { billing, indexes }: TableDefinition,
  input: UpdateTableInput,
  throughput: Throughput,
): Billing {
  const priced = new Set(
    (input.GlobalSecondaryIndexUpdates ?? []).map(({ Update }) => Update?.IndexName),
  )
  const unpriced = indexes.filter(({ kind, name }) => kind === 'global' && !priced.has(name))
  if (unpriced.length > 0) {
    const names = unpriced.map(({ name }) => name).join(',')
    throw invalidParameter(`ProvisionedThroughput must be specified for index: ${names}`)
  }
  return { ...billing, mode: 'provisioned', named: true, throughput }
}

export function isSame(from: Throughput, to: Throughput): boolean {
  return from.readUnits === to.readUnits && from.writeUnits === to.writeUnits
}

/** AWS: throughput that stays as it is is refused only when nothing else was asked for. */
function isOnlyChange(input: UpdateTableInput): boolean {
  const { TableName, AttributeDefinitions, BillingMode, ProvisionedThroughput, ...others } = input
  return Object.keys(others).length === 0
}

/** AWS: an index is named with an article once and without it later. */
export function unchangedThroughput(
  what: 'table' | `index ${string}`,
  { readUnits, writeUnits }: Throughput,
) {
  const target = what === 'table' ? 'the table' : what
  return validation(
    `The provisioned throughput for the ${what} will not change. The requested value equals the current value. ` +
      `Current ReadCapacityUnits provisioned for ${target}: ${readUnits}. Requested ReadCapacityUnits: ${readUnits}. ` +
      `Current WriteCapacityUnits provisioned for ${target}: ${writeUnits}. Requested WriteCapacityUnits: ${writeUnits}. ` +
      'Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.',
  )
}

/**
 * Which changes of a table can be requested together. AWS: most of them only alone. Billing mode
 * and throughput are one change, and so are the settings of several indexes.
 */
import { invalidParameter } from '../../model/errors.js'
import { isOnline } from './index-admission.js'
import type { TableUpdate } from './table-update.js'

/** In the order AWS reports faults. */
export function checkCombination(update: TableUpdate): void {
  const { attributeTypes: _types, ...changes } = update
  if (Object.values(changes).filter((change) => change !== undefined).length <= 1) return
  if (update.encryption !== undefined) throw alone('Server-Side Encryption modification')
  if (update.tableClass !== undefined) throw alone('TableClass modification')
  if (update.deletionProtection !== undefined) throw alone('DeletionProtection modification')
  checkThroughputs(update)
  checkStreamAndIndexes(update)
}

/** AWS: these two are combined with nothing but what belongs to them. */
function checkThroughputs(update: TableUpdate): void {
  const { onDemandThroughput, warmThroughput, indexUpdates = [] } = update
  const others = [update.throughput, update.stream, onlineUpdatesOf(update)[0]]
  const hasOthers = others.some((other) => other !== undefined)
  if (onDemandThroughput !== undefined && (hasOthers || warmThroughput !== undefined)) {
    throw invalidParameter(
      'OnDemandThroughput can only be combined with BillingMode in an UpdateTable request',
    )
  }
  if (warmThroughput === undefined) return
  if (indexUpdates.some(({ kind }) => kind === 'create')) {
    throw invalidParameter(
      'Create global secondary index cannot be specified when updating WarmThroughput',
    )
  }
  if (hasOthers || update.billingMode !== undefined) throw alone('WarmThroughput')
}

function checkStreamAndIndexes(update: TableUpdate): void {
  const { throughput, stream } = update
  const online = onlineUpdatesOf(update).length > 0
  if (online && throughput !== undefined) {
    throw invalidParameter('You cannot create or delete index while updating table IOPS')
  }
  if (online && stream !== undefined) {
    throw invalidParameter('You cannot create or delete index while changing stream status')
  }
  if (throughput !== undefined && stream !== undefined) {
    throw invalidParameter('You cannot modify stream status while updating table IOPS')
  }
}

function onlineUpdatesOf({ indexUpdates = [], vectorIndexUpdates = [] }: TableUpdate) {
  return [...indexUpdates, ...vectorIndexUpdates].filter(isOnline)
}

function alone(what: string) {
  return invalidParameter(`${what} must be the only operation in the request`)
}

/** Why transactions are canceled: faults of their actions turned into reasons, one for each action. */
import {
  ServiceError,
  transactionCanceled,
  transactionConflictSentence,
  validation,
  type CancellationReason,
} from '../../model/errors.js'
import { faultCodeOf } from '../../model/fault-code.js'
import type { Item } from '../../model/item.js'
import { transactionBytesMax } from '../../model/limits.js'

const none: CancellationReason = { Code: 'None' }

/** The reason that an action's fault is; what is no fault of an action is thrown on. */
export function reasonOf(fault: unknown): CancellationReason {
  if (!(fault instanceof ServiceError)) throw fault
  const { type, message, payload } = fault
  const code = faultCodeOf(type)
  if (code === undefined) throw fault
  return { Code: code, Message: message, ...(payload as { Item?: Item }) }
}

/** Canceled for the actions that have a reason, of as many as there are. */
export function canceledFor(
  reasons: ReadonlyMap<number, CancellationReason>,
  actions: number,
): ServiceError {
  return transactionCanceled(Array.from({ length: actions }, (_, i) => reasons.get(i) ?? none))
}

export function canceledByConflict(actions: number): ServiceError {
  const reason: CancellationReason = {
    Code: 'TransactionConflict',
    Message: transactionConflictSentence,
  }
  return transactionCanceled(Array.from({ length: actions }, () => reason))
}

export function itemNamedTwice(): ServiceError {
  return validation('Transaction request cannot include multiple operations on one item')
}

export function checkTransactionSize(itemSizesBytes: readonly number[]): void {
  const total = itemSizesBytes.reduce((sum, bytes) => sum + bytes, 0)
  // The service's own words are not known.
  if (total > transactionBytesMax) {
    throw validation('The aggregate size of the items in the transaction exceeded 4 MB')
  }
}

/**
 * Why transactions are canceled: turns the faults of their actions into reasons, one for each
 * action.
 */
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

/** Turns an action's fault into a reason. Rethrows anything that is not the fault of an action. */
export function reasonOf(fault: unknown): CancellationReason {
  if (!(fault instanceof ServiceError)) throw fault
  const { type, message, payload } = fault
  const code = faultCodeOf(type)
  if (code === undefined) throw fault
  return { Code: code, Message: message, ...(payload as { Item?: Item }) }
}

/** The cancellation of a transaction with this many actions, some of which have a reason. */
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
  // AWS: the sentence speaks of the payload of the transaction; its exact words are not known.
  if (total > transactionBytesMax) {
    throw validation('Transaction payload size cannot exceed 4 MB')
  }
}

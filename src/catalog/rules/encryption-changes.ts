/**
 * Changes of the encryption of a table in use. AWS: the table stays ACTIVE and can do everything but be deleted
 * or change its encryption again, until the change is done. A few are allowed within a day, then one in a while.
 */
import { isDeepStrictEqual } from 'node:util'
import { invalidParameter, limitExceeded, resourceInUse } from '../../model/errors.js'
import {
  encryptionChangeIntervalMs,
  encryptionChangesAtOnceMax,
  encryptionChangesWindowMs,
} from '../../model/limits.js'
import type {
  EncryptionChange,
  EncryptionChanges,
  EncryptionSetting,
  TableDefinition,
} from '../../model/table.js'
import { isUnderWay } from '../../model/under-way.js'
import { checkedEncryption, type EncryptionRequest } from './encryption-setting.js'
import type { UpdateMoment } from './update-moment.js'

export type EncryptionState = Pick<TableDefinition, 'encryption' | 'encryptionChanges'>

/** The change that is being made at a time. */
export function encryptionChangeAt(
  { encryptionChanges }: EncryptionState,
  nowMs: number,
): EncryptionChange | undefined {
  const change = encryptionChanges?.underWay
  if (change === undefined) return undefined
  return isUnderWay(change.startedAtMs, change.doneAtMs, nowMs) ? change : undefined
}

/** In the order of AWS, as far as that is known. Returns the same setting if nothing is to be done. */
export function changedEncryption(
  definition: TableDefinition,
  request: EncryptionRequest | undefined,
  { nowMs, doneAtMs }: Pick<UpdateMoment, 'nowMs' | 'doneAtMs'>,
): EncryptionState {
  const { encryption, encryptionChanges } = definition
  const asked = checkedEncryption(definition, request)
  const underWay = encryptionChangeAt(definition, nowMs)
  const isSame = underWay !== undefined && isDeepStrictEqual(asked, underWay.asked)
  if (asked === undefined || isSame) return { encryption, encryptionChanges }
  if (underWay !== undefined) throw stillChanging()
  requireOther(encryption, asked, request)
  const change = { from: encryption, asked, startedAtMs: nowMs, doneAtMs }
  return {
    encryption: asked,
    encryptionChanges: { ...counted(encryptionChanges, nowMs), underWay: change },
  }
}

/** AWS: a key is compared only if it is given by its ARN. */
function requireOther(
  before: EncryptionSetting | undefined,
  asked: EncryptionSetting,
  request: EncryptionRequest | undefined,
): void {
  if (!asked.enabled && !before?.enabled) {
    throw invalidParameter('Table is already encrypted by default')
  }
  if (before?.enabled && request?.kmsKeyId === before.kmsKeyArn) {
    throw invalidParameter(
      'Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to change Master Key',
    )
  }
}

/** With a change that is made now. Throws if there were too many. */
function counted(changes: EncryptionChanges | undefined, nowMs: number): EncryptionChanges {
  if (changes === undefined || nowMs >= windowEndMs(changes)) {
    return { windowFromMs: nowMs, changesInWindow: 1, lastAtMs: nowMs }
  }
  const { windowFromMs, changesInWindow } = changes
  const isFree = changesInWindow < encryptionChangesAtOnceMax
  if (!isFree && nowMs < nextChangeMs(changes)) throw changedTooOften(changes)
  return { windowFromMs, changesInWindow: changesInWindow + 1, lastAtMs: nowMs }
}

function windowEndMs({ windowFromMs }: EncryptionChanges): number {
  return windowFromMs + encryptionChangesWindowMs
}

function nextChangeMs(changes: EncryptionChanges): number {
  return Math.min(changes.lastAtMs + encryptionChangeIntervalMs, windowEndMs(changes))
}

function stillChanging() {
  return resourceInUse(
    'Attempt to change a resource which is still in use: Server-Side Encryption is still being updated',
  )
}

function changedTooOften(changes: EncryptionChanges) {
  const printed = (atMs: number) => new Date(atMs).toISOString()
  const hours = encryptionChangesWindowMs / (60 * 60 * 1000)
  return limitExceeded(
    `Subscriber limit exceeded: Encryption mode changes are limited in the ${hours}h window ending at ${printed(windowEndMs(changes))}. ` +
      `After the first ${encryptionChangesAtOnceMax} change, each subsequent change in the same window can be performed at most once every ${encryptionChangeIntervalMs / 1000} seconds. ` +
      `Number of updates today: ${changes.changesInWindow}. Last change at ${printed(changes.lastAtMs)}. Next changes can be made at ${printed(nextChangeMs(changes))}.`,
  )
}

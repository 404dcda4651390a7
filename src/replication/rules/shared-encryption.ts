/**
 * How the tables of a global table are encrypted. AWS: all in the same way, with keys owned by the service, with the key
 * that it manages in each region, or with a customer's key in each; keys are each region's own.
 */
import {
  chosenKeyOf,
  managedEncryption,
  type EncryptionRequest,
} from '../../catalog/rules/encryption-setting.js'
import type { EncryptionState } from '../../catalog/rules/encryption-changes.js'
import type { UpdateMoment } from '../../catalog/rules/update-moment.js'
import type { Scope } from '../../model/arn.js'
import { invalidParameter } from '../../model/errors.js'
import type { EncryptionSetting, TableDefinition } from '../../model/table.js'

type EncryptionKind = 'owned' | 'managed' | 'customer'

export function encryptionKindOf(setting: EncryptionSetting | undefined): EncryptionKind {
  if (setting?.enabled !== true) return 'owned'
  return chosenKeyOf(setting) === undefined ? 'managed' : 'customer'
}

/** Whether a change asks for a key of one region. It reaches no other. */
export function asksForKey({ kmsKeyId }: EncryptionRequest): boolean {
  return kmsKeyId !== undefined && !kmsKeyId.endsWith('alias/aws/dynamodb')
}

/** A customer's key can replace another one; all tables at once cannot begin to have them. */
export function checkSharedEncryption(
  { encryption }: Pick<TableDefinition, 'encryption'>,
  request: EncryptionRequest | undefined,
): void {
  if (request === undefined || !asksForKey(request)) return
  if (encryptionKindOf(encryption) !== 'customer') throw keyForEachReplica()
}

export function keyForEachReplica() {
  return invalidParameter('KMSMasterKeyId must be specified for each replica.')
}

/** What a member has to change to be encrypted as its source is; undefined if it is so. */
export function followedEncryption(
  { account, region, encryption }: Scope & Pick<TableDefinition, 'encryption'>,
  source: Pick<TableDefinition, 'encryption'>,
): EncryptionSetting | undefined {
  const kind = encryptionKindOf(source.encryption)
  if (kind === encryptionKindOf(encryption) || kind === 'customer') return undefined
  return kind === 'managed' ? managedEncryption({ account, region }) : { enabled: false }
}

/** AWS: the table is ACTIVE, and its encryption UPDATING for a while. It does not count as the member's own change. */
export function changedAsFollowed(
  { encryption: from, encryptionChanges }: TableDefinition,
  asked: EncryptionSetting,
  { nowMs, doneAtMs }: Pick<UpdateMoment, 'nowMs' | 'doneAtMs'>,
): EncryptionState {
  const counts = encryptionChanges ?? { windowFromMs: nowMs, changesInWindow: 0, lastAtMs: nowMs }
  const change = { ...(from && { from }), asked, startedAtMs: nowMs, doneAtMs }
  return { encryption: asked, encryptionChanges: { ...counts, underWay: change } }
}

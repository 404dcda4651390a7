/** A change of the key of a table: its data key is wrapped by the new one, and no item is written. */
import type { TableUpdate } from '../../../catalog/rules/table-update.js'
import { changedEncryption } from '../../../catalog/rules/encryption-changes.js'
import { chosenKeyOf } from '../../../catalog/rules/encryption-setting.js'
import { ownerOfSpaces } from '../../../catalog/settle-derived.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { EncryptionSetting } from '../../../model/table.js'
import type { BesideDefinition } from '../../../storage/table-keys.js'
import type { OperationContext } from '../../operation.js'
import { resolvedEncryption } from './chosen-key.js'

export interface ChangedKey {
  /** The setting as it is to be stored. */
  readonly encryption: EncryptionSetting | undefined
  /** Written with it, so that what a table says of its key is always true. */
  readonly besideDefinition: BesideDefinition | undefined
}

/**
 * Undefined if the update changes nothing about the key, or keys are only described. AWS: what can be refused
 * without looking at the key is.
 */
export async function changedKey(
  ctx: Pick<OperationContext, 'caller' | 'tableKeys' | 'clock'>,
  current: DescribedTable,
  { encryption: request }: TableUpdate,
): Promise<ChangedKey | undefined> {
  const { tableKeys } = ctx
  if (request === undefined || tableKeys === undefined) return undefined
  const nowMs = ctx.clock.now()
  const asked = changedEncryption(current, request, { nowMs, doneAtMs: nowMs }).encryption
  if (asked === current.encryption) return undefined
  const encryption = await resolvedEncryption(ctx, asked)
  const besideDefinition = await tableKeys.rewrap(ownerOfSpaces(current), chosenKeyOf(encryption))
  return { encryption, besideDefinition }
}

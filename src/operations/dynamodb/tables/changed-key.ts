/** A change of the key of a table: its data key is wrapped by the new one, and no item is written. */
import type { TableUpdate } from '../../../catalog/rules/table-update.js'
import { changedEncryption, chosenKeyOf } from '../../../catalog/rules/encryption-setting.js'
import type { DescribedTable } from '../../../catalog/table.js'
import type { EncryptionSetting } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'
import { resolvedEncryption } from './chosen-key.js'

/**
 * The setting as it is to be stored; undefined if the update changes nothing about it or keys are only
 * described. The data key is wrapped before the definition is changed: both keys can be used at that
 * moment, so what the table says may be the older of the two if the server dies in between.
 */
export async function changedKey(
  ctx: Pick<OperationContext, 'caller' | 'tableKeys'>,
  current: DescribedTable,
  { encryption: request }: TableUpdate,
): Promise<EncryptionSetting | undefined> {
  const { tableKeys } = ctx
  if (request === undefined || tableKeys === undefined) return undefined
  const after = await resolvedEncryption(ctx, changedEncryption(current, request))
  await tableKeys.rewrap(current.id, chosenKeyOf(after))
  return after
}

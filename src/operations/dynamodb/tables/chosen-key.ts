/** The key that a request chooses for a table, looked up at the key management service if there is one. */
import { chosenKeyOf } from '../../../catalog/rules/encryption-setting.js'
import type { EncryptionSetting } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'

/** The setting with the ARN of the key itself, as AWS describes it. Throws `KeyFault`. */
export async function resolvedEncryption(
  { caller, tableKeys }: Pick<OperationContext, 'caller' | 'tableKeys'>,
  setting: EncryptionSetting | undefined,
): Promise<EncryptionSetting | undefined> {
  const chosen = chosenKeyOf(setting)
  if (setting === undefined || chosen === undefined || tableKeys === undefined) return setting
  const kmsKeyArn = await tableKeys.resolve(caller, chosen)
  return kmsKeyArn === undefined ? setting : { ...setting, kmsKeyArn }
}

/** Converts the encryption setting between wire shapes and ours. */
import type { SSEDescription, SSESpecification } from '../../../api/generated/dynamodb-types.js'
import type { EncryptionRequest } from '../../../catalog/rules/encryption-setting.js'
import type { EncryptionSetting } from '../../../model/table.js'

export function encryptionRequest(
  input: SSESpecification | undefined,
): EncryptionRequest | undefined {
  if (input === undefined) return undefined
  const { Enabled, SSEType, KMSMasterKeyId } = input
  return { enabled: Enabled, type: SSEType, kmsKeyId: KMSMasterKeyId }
}

/** AWS: tables under the default key have no SSEDescription at all. */
export function describeEncryption(
  encryption: EncryptionSetting | undefined,
): SSEDescription | undefined {
  if (!encryption?.enabled) return undefined
  return { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: encryption.kmsKeyArn }
}

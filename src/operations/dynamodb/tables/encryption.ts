/** Converts the encryption setting between wire shapes and ours. */
import type {
  SSEDescription,
  SSESpecification,
  TableDescription,
} from '../../../api/generated/dynamodb-types.js'
import type { EncryptionRequest } from '../../../catalog/rules/encryption-setting.js'
import type { EncryptionSetting } from '../../../model/table.js'
import type { LostKey } from '../../../storage/table-keys.js'

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

/** AWS: the setting stays ENABLED, and a table that is being created, changed or deleted says that. */
export function withLostKey(described: TableDescription, { sinceMs }: LostKey): TableDescription {
  const { TableStatus, SSEDescription } = described
  const isSettled = TableStatus === 'ACTIVE'
  return {
    ...described,
    ...(isSettled && { TableStatus: 'INACCESSIBLE_ENCRYPTION_CREDENTIALS' as const }),
    SSEDescription: { ...SSEDescription, InaccessibleEncryptionDateTime: sinceMs / 1000 },
  }
}

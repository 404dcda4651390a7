/** Converts the encryption setting between wire shapes and ours. */
import type {
  SSEDescription,
  SSESpecification,
  TableDescription,
} from '../../../api/generated/dynamodb-types.js'
import {
  encryptionChangeAt,
  type EncryptionState,
} from '../../../catalog/rules/encryption-changes.js'
import type { EncryptionRequest } from '../../../catalog/rules/encryption-setting.js'
import type { EncryptionChange, EncryptionSetting } from '../../../model/table.js'
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
  return encryption?.enabled ? { Status: 'ENABLED', ...describeKey(encryption) } : undefined
}

/** AWS: a change is UPDATING, first with the old key and then with the new one. The default has none. */
export function describeEncryptionAt(
  table: EncryptionState,
  atMs: number,
): SSEDescription | undefined {
  const change = encryptionChangeAt(table, atMs)
  if (change === undefined) return describeEncryption(table.encryption)
  const shown = atMs < newKeyFromMs(change) ? change.from : table.encryption
  return { Status: 'UPDATING', ...(shown?.enabled && describeKey(shown)) }
}

/** AWS: 9 of 22 seconds. */
function newKeyFromMs({ startedAtMs, doneAtMs }: EncryptionChange): number {
  return startedAtMs + 0.4 * (doneAtMs - startedAtMs)
}

function describeKey({ kmsKeyArn }: EncryptionSetting): SSEDescription {
  return { SSEType: 'KMS', KMSMasterKeyArn: kmsKeyArn }
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

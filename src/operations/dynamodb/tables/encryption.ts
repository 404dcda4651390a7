/**
 * The encryption setting, kept and described as AWS does. Keys are not managed here: the setting
 * changes nothing about how items are stored.
 */
import type { SSEDescription, SSESpecification } from '../../../api/generated/dynamodb-types.js'
import type { Scope } from '../../../model/arn.js'
import { invalidParameter } from '../../../model/errors.js'
import type { EncryptionSetting } from '../../../model/table.js'

export function readEncryption(
  scope: Scope,
  input: SSESpecification | undefined,
): EncryptionSetting | undefined {
  if (input === undefined) return undefined
  const { Enabled, SSEType, KMSMasterKeyId } = input
  if (!Enabled) {
    if (SSEType === undefined && KMSMasterKeyId === undefined) return { enabled: false }
    throw invalidParameter('SSEType and KMSMasterKeyId can only be specified when SSE is enabled')
  }
  return { enabled: true, kmsKeyArn: kmsKeyArn(scope, KMSMasterKeyId ?? 'alias/aws/dynamodb') }
}

/** A key may be given by ARN, by alias or by id. */
function kmsKeyArn({ account, region }: Scope, key: string): string {
  if (key.startsWith('arn:')) return key
  const resource = key.startsWith('alias/') ? key : `key/${key}`
  return `arn:aws:kms:${region}:${account}:${resource}`
}

/** AWS: tables under the default key have no SSEDescription at all. */
export function describeEncryption(
  encryption: EncryptionSetting | undefined,
): SSEDescription | undefined {
  if (!encryption?.enabled) return undefined
  return { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: encryption.kmsKeyArn }
}

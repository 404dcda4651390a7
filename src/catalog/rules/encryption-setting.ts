/**
 * The encryption setting, stored and described as AWS does. Keys are not managed here: the setting
 * changes nothing about how items are stored.
 */
import type { Scope } from '../../model/arn.js'
import { invalidParameter } from '../../model/errors.js'
import type { EncryptionSetting } from '../../model/table.js'

export interface EncryptionRequest {
  readonly enabled: boolean
  /** The type of encryption; there is only one. */
  readonly type?: string
  /** A key by ARN, by alias or by id. */
  readonly kmsKeyId?: string
}

export function checkedEncryption(
  scope: Scope,
  request: EncryptionRequest | undefined,
): EncryptionSetting | undefined {
  if (request === undefined) return undefined
  const { enabled, type, kmsKeyId } = request
  if (!enabled) {
    if (type === undefined && kmsKeyId === undefined) return { enabled }
    throw invalidParameter('SSEType and KMSMasterKeyId can only be specified when SSE is enabled')
  }
  return { enabled, kmsKeyArn: kmsKeyArn(scope, kmsKeyId ?? 'alias/aws/dynamodb') }
}

function kmsKeyArn({ account, region }: Scope, key: string): string {
  if (key.startsWith('arn:')) return key
  const resource = key.startsWith('alias/') ? key : `key/${key}`
  return `arn:aws:kms:${region}:${account}:${resource}`
}

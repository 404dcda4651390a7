/**
 * The encryption setting, stored and described as AWS does. Whether anything is encrypted is the server's
 * choice; the setting chooses the key, if the server has a key management service to ask for it.
 */
import type { Scope } from '../../model/arn.js'
import { invalidParameter } from '../../model/errors.js'
import type { EncryptionSetting } from '../../model/table.js'

export interface EncryptionRequest {
  /** AWS: a type of encryption alone enables it. */
  readonly enabled?: boolean
  readonly type?: string
  /** A key by ARN, by alias or by id. */
  readonly kmsKeyId?: string
}

/** Of a new table. */
export function checkedEncryption(
  scope: Scope,
  request: EncryptionRequest | undefined,
): EncryptionSetting | undefined {
  if (request === undefined) return undefined
  const { type, kmsKeyId } = request
  const enabled = request.enabled ?? type !== undefined
  if (!enabled && type !== undefined) throw onlyIfEnabled('SSEType')
  if (kmsKeyId !== undefined && type === undefined && request.enabled !== false) {
    throw invalidParameter('SSEType KMS is required if KMSMasterKeyId is specified')
  }
  if (!enabled && kmsKeyId !== undefined) throw onlyIfEnabled('KMSMasterKeyId')
  if (type !== undefined && type !== 'KMS') {
    throw invalidParameter(`SSEType ${type} is not supported`)
  }
  if (!enabled) return { enabled }
  return { enabled, kmsKeyArn: kmsKeyArn(scope, kmsKeyId ?? managedKey) }
}

/** AWS: its own key for tables. Here it stands for the server's own. */
const managedKey = 'alias/aws/dynamodb'

export function managedEncryption(scope: Scope): EncryptionSetting {
  return { enabled: true, kmsKeyArn: kmsKeyArn(scope, managedKey) }
}

/** The key that a table has chosen; undefined if it has the server's own. */
export function chosenKeyOf(setting: EncryptionSetting | undefined): string | undefined {
  const arn = setting?.enabled === true ? setting.kmsKeyArn : undefined
  return arn?.endsWith(`:${managedKey}`) === true ? undefined : arn
}

function onlyIfEnabled(member: string) {
  return invalidParameter(`${member} can not be specified if Enabled is false`)
}

function kmsKeyArn({ account, region }: Scope, key: string): string {
  if (key.startsWith('arn:')) return key
  const resource = key.startsWith('alias/') ? key : `key/${key}`
  return `arn:aws:kms:${region}:${account}:${resource}`
}

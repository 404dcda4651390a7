/** The key of a new replica. AWS: it is looked up in the replica's region, and is of the kind that its source has. */
import { checkedEncryption } from '../../../catalog/rules/encryption-setting.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { KeyFault } from '../../../keys/master-keys.js'
import type { Scope } from '../../../model/arn.js'
import { invalidParameter, validation, type ServiceError } from '../../../model/errors.js'
import type { EncryptionSetting } from '../../../model/table.js'
import type { MemberOverrides } from '../../../replication/global-table.js'
import {
  encryptionKindOf,
  keyForEachReplica,
} from '../../../replication/rules/shared-encryption.js'
import type { OperationContext } from '../../operation.js'
import { resolvedEncryption } from './chosen-key.js'

/** The overrides with the ARN of the key, or without one if the replica has that of the service. */
export async function withReplicaKey(
  ctx: Pick<OperationContext, 'tableKeys' | 'caller'>,
  { account, encryption }: DescribedTable,
  region: string,
  { kmsKeyArn: kmsKeyId, ...overrides }: MemberOverrides,
): Promise<MemberOverrides> {
  const kind = encryptionKindOf(encryption)
  if (kmsKeyId === undefined) {
    if (kind === 'customer') throw keyForEachReplica()
    return overrides
  }
  const scope = { account, region }
  const asked = checkedEncryption(scope, { enabled: true, type: 'KMS', kmsKeyId })
  if (encryptionKindOf(asked) !== kind) throw otherKind()
  if (kind !== 'customer') return overrides
  const { kmsKeyArn } = (await resolvedIn(ctx, scope, asked))!
  return { ...overrides, ...(kmsKeyArn !== undefined && { kmsKeyArn }) }
}

function otherKind(): ServiceError {
  return invalidParameter(
    'All replica keys must either be Customer Managed CMK or AWS Managed CMK.',
  )
}

async function resolvedIn(
  { tableKeys, caller }: Pick<OperationContext, 'tableKeys' | 'caller'>,
  scope: Scope,
  asked: EncryptionSetting | undefined,
): Promise<EncryptionSetting | undefined> {
  try {
    return await resolvedEncryption({ tableKeys, caller: { ...caller, ...scope } }, asked)
  } catch (error) {
    throw error instanceof KeyFault ? refusalOf(error, scope.region) : error
  }
}

/** AWS: a key that is disabled is refused in these words, though nothing is being updated. */
function refusalOf({ kind, message }: KeyFault, region: string): ServiceError {
  return validation(
    kind === 'disabled'
      ? 'Operation cannot be performed while replica server-side encryption status is in UPDATING state. Please retry the request after the status is updated to ENABLED.'
      : `KMS validation error for region ${region}: ${message}`,
  )
}

/** The backup that a request names. */
import { accessDenied, validation } from '../../../model/errors.js'
import { tableArn, type OwnScope } from '../../../model/arn.js'
import { requestNotValid } from '../../../model/recovery-errors.js'
import { parseTicketArn, placeOf, ticketArn } from '../../../model/ticket-arn.js'
import type { BackupId } from '../../../storage/backup-keys.js'
import type { Access } from '../../access.js'

export interface NamedBackup {
  readonly id: BackupId
  /** As the request has it. AWS: another region in it is ignored, and told back. */
  readonly arn: string
}

/** What policies are asked about: where the backup is looked for, whatever region the request has. */
export function onBackup(action: Access['action'], id: BackupId): Access {
  const { tableName, ticket } = id
  return { action, resource: ticketArn(tableArn(id, tableName), 'backup', ticket) }
}

export function requireBackupArn(scope: OwnScope, arn: string): NamedBackup {
  const parts = parseTicketArn(arn, 'backup')
  if (parts === undefined) throw validation('Invalid Backup ARN')
  const place = placeOf(scope, parts)
  // AWS: without a region it is nobody's.
  if (place === 'other account' || parts.region === '') throw accessDenied('Access is denied')
  if (place === 'nowhere') throw requestNotValid('BackupArn is not valid')
  const { account, region } = scope
  const { tableName, ticket } = parts
  return { id: { account, region, tableName, ticket }, arn }
}

/** Where a list continues: any backup, whether or not it is there. */
export function requireStartArn(scope: OwnScope, arn: string): BackupId {
  const { id } = requireBackupArn(scope, arn)
  const { region } = parseTicketArn(arn, 'backup')!
  if (region === scope.region || scope.isShared === true) return id
  throw requestNotValid('The supplied ExclusiveStartBackupArn does not match the region')
}

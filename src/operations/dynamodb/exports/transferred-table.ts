/** A table that an operation takes by its ARN alone. */
import { parseTableArn, type OwnScope } from '../../../model/arn.js'
import { accessDenied, invalidParameter, validation } from '../../../model/errors.js'
import { requestNotValid } from '../../../model/recovery-errors.js'

export interface TransferredTable {
  readonly name: string
  /** As the client wrote it. */
  readonly arn: string
}

export function readTransferredTable(caller: OwnScope, arn: string): TransferredTable {
  if (arn === '') throw validation('Invalid TableArn: Invalid Table ARN')
  if (!arn.startsWith('arn:')) throw invalidParameter('tableArn is not a valid ARN')
  const table = parseTableArn(arn)
  if (table === undefined) throw requestNotValid('Table ARN is invalid.')
  // AWS: the region is not looked at.
  if (caller.isShared !== true && table.account !== caller.account) {
    throw accessDenied('Access is denied')
  }
  return { name: table.tableName, arn }
}

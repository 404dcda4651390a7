/** A table that an operation takes by its ARN alone. */
import { parseTableArn, type OwnScope } from '../../../model/arn.js'
import { accessDenied, invalidParameter, validation } from '../../../model/errors.js'
import { requestNotValid } from '../../../model/recovery-errors.js'

export interface TransferredTable {
  readonly name: string
  /** As the client wrote it. */
  readonly arn: string
  /** Whether it can only be in another region. */
  readonly isElsewhere: boolean
}

export function readTransferredTable(caller: OwnScope, arn: string): TransferredTable {
  if (arn === '') throw validation('Invalid TableArn: Invalid Table ARN')
  if (!arn.startsWith('arn:')) throw invalidParameter('tableArn is not a valid ARN')
  const table = parseTableArn(arn)
  if (table === undefined) throw requestNotValid('Table ARN is invalid.')
  const { account, region, tableName: name } = table
  if (caller.isShared === true) return { name, arn, isElsewhere: false }
  if (account !== caller.account) throw accessDenied('Access is denied')
  return { name, arn, isElsewhere: region !== caller.region }
}

/** Checks that some operations of DynamoDB run before all others. */
import { validation } from '../../model/errors.js'
import { tableNameLengthMax, tableNameLengthMin } from '../../model/limits.js'
import type { Lead } from '../quirks.js'

const arnShape = /^arn:[^:]*:[^:]*:[^:]*:[^:]*:./

/** AWS: anything that is not an ARN is refused before other members are checked. */
export const leadWithResourceArn: Lead = ({ ResourceArn }: { ResourceArn?: string }) => {
  if (ResourceArn === undefined) throw validation('Invalid TableArn')
  return arnShape.test(ResourceArn)
}

interface Conditions {
  readonly ConditionalOperator?: string
  readonly QueryFilter?: object
}

/** AWS: an unknown operator between several conditions is reported first, alone, and as `ALL` or `OR`. */
export const leadWithConditionalOperator: Lead = (input: Conditions) => {
  const { ConditionalOperator, QueryFilter } = input
  const known = [undefined, 'AND', 'OR'].includes(ConditionalOperator)
  if (known || Object.keys(QueryFilter ?? {}).length < 2) return true
  throw validation('Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]')
}

/** AWS: recorded for the empty name. Which sentence comes first for a malformed one is not known. */
export const leadWithTargetName: Lead = ({ TargetTableName }: { TargetTableName?: string }) => {
  const length = TargetTableName?.length ?? tableNameLengthMin
  if (length >= tableNameLengthMin && length <= tableNameLengthMax) return true
  throw validation(
    `TableName must be at least ${tableNameLengthMin} characters long and at most ${tableNameLengthMax} characters long`,
  )
}

/** The table that a table-level operation names, by name or ARN. */
import { tableNameIn, type OwnScope } from '../../../model/arn.js'
import { foreignArn } from '../../foreign-arn.js'

export function requireTableName(scope: OwnScope, nameOrArn: string): string {
  const name = tableNameIn(scope, nameOrArn)
  if (name === undefined) throw foreignArn(scope, nameOrArn)
  return name
}

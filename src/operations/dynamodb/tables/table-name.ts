/** The table that a table-level operation names, by name or ARN. */
import { tableNameIn, type Scope } from '../../../model/arn.js'
import { tableNotFound } from '../../../model/errors.js'

export function requireTableName(scope: Scope, nameOrArn: string): string {
  const name = tableNameIn(scope, nameOrArn)
  if (name === undefined) throw tableNotFound(nameOrArn)
  return name
}

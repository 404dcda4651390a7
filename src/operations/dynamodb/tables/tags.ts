/** Tags of a table, and the ARNs by which tag operations name it. */
import type { Tag as TagShape } from '../../../api/generated/dynamodb-types.js'
import { parseTableArn } from '../../../model/arn.js'
import { accessDenied, validation, type ServiceError } from '../../../model/errors.js'
import type { Tag } from '../../../model/table.js'
import type { Caller } from '../../../model/caller.js'

export function readTags(tags: readonly TagShape[]): readonly Tag[] {
  return tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
}

/** The name of the table in an ARN, if it can be one of the caller's tables. */
export function readTaggedTable(caller: Caller, operation: string, arn: string): string {
  if (!arn.startsWith('arn:')) throw notAuthorized(caller, operation, '*')
  const table = parseTableArn(arn)
  if (table === undefined) {
    throw validation(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`)
  }
  if (table.account !== caller.account || table.region !== caller.region) {
    throw notAuthorized(caller, operation, arn)
  }
  return table.tableName
}

export function notAuthorized(caller: Caller, operation: string, resource: string): ServiceError {
  return accessDenied(
    `User: arn:aws:iam::${caller.account}:root is not authorized to perform: dynamodb:${operation} on resource: ${resource}`,
  )
}

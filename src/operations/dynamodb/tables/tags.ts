/** Tags of a table, and the ARNs by which tag operations name it. */
import type { Tag as TagShape } from '../../../api/generated/dynamodb-types.js'
import type { TagRequest } from '../../../catalog/rules/tags.js'
import { isOwn, type OwnScope } from '../../../model/arn.js'
import {
  accessDenied,
  resourceNotFound,
  validation,
  type ServiceError,
} from '../../../model/errors.js'
import { readResourceArn } from './resource-arn.js'

/** Whatever a tag lacks is reported by the rules of tags, not by the service model. */
export function tagRequests(tags: readonly Partial<TagShape>[]): readonly TagRequest[] {
  return tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
}

/** The name of the table in an ARN, if it can be one of the caller's tables. */
export function readTaggedTable(scope: OwnScope, arn: string): string {
  const table = readResourceArn(arn)
  // AWS: a stream could have tags, by what the refusal of an index says, but none is ever found.
  if (table.streamLabel !== undefined) throw taggedResourceNotFound(arn)
  if (isOwn(scope, table)) return table.tableName
  if (table.region !== scope.region) {
    throw validation(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`)
  }
  throw accessDenied('Access is denied')
}

export function taggedResourceNotFound(arn: string): ServiceError {
  return resourceNotFound(`ResourceArn: ${arn} not found`)
}

/** Tags of a table, and the ARNs by which tag operations name it. */
import type { Tag as TagShape } from '../../../api/generated/dynamodb-types.js'
import type { TagRequest } from '../../../catalog/rules/tags.js'
import { isOwn, parseStreamArn, parseTableArn, type OwnScope } from '../../../model/arn.js'
import {
  accessDenied,
  invalidParameter,
  resourceNotFound,
  validation,
  type ServiceError,
} from '../../../model/errors.js'

/** Whatever a tag lacks is reported by the rules of tags, not by the service model. */
export function tagRequests(tags: readonly Partial<TagShape>[]): readonly TagRequest[] {
  return tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
}

const indexPattern = /^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[a-zA-Z0-9_.-]+\/index\/./

/** The name of the table in an ARN, if it can be one of the caller's tables. */
export function readTaggedTable(scope: OwnScope, arn: string): string {
  if (!arn.startsWith('arn:')) throw invalidParameter(`ARNs must start with 'arn:': ${arn}`)
  if (indexPattern.test(arn)) {
    throw invalidParameter(
      `Invalid resource arn provided, only table or stream is accepted. Provided resource arn: ${arn}`,
    )
  }
  const table = parseTableArn(arn)
  if (table === undefined) {
    // AWS: a stream could have tags, by the sentence above, but none is ever found.
    if (parseStreamArn(arn) !== undefined) throw taggedResourceNotFound(arn)
    throw invalidParameter(`Provided Arn is not a DynamoDB resource arn: ${arn}`)
  }
  if (isOwn(scope, table)) return table.tableName
  if (table.region !== scope.region) {
    throw validation(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`)
  }
  throw accessDenied('Access is denied')
}

export function taggedResourceNotFound(arn: string): ServiceError {
  return resourceNotFound(`ResourceArn: ${arn} not found`)
}

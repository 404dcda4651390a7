/** Tags of a table, and the ARNs by which tag operations name it. */
import type { Tag as TagShape } from '../../../api/generated/dynamodb-types.js'
import type { TagRequest } from '../../../catalog/rules/tags.js'
import {
  accessDenied,
  resourceNotFound,
  validation,
  type ServiceError,
} from '../../../model/errors.js'
import { scopeWithin, type NamedTable } from '../../named-table.js'
import type { RequestContext } from '../../operation.js'
import { readResourceArn } from './resource-arn.js'

export interface TaggedTable extends NamedTable {
  /** As the request has it. */
  readonly arn: string
}

/** Whatever a tag lacks is reported by the rules of tags, not by the service model. */
export function tagRequests(tags: readonly Partial<TagShape>[]): readonly TagRequest[] {
  return tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
}

/** The table in an ARN, if the caller can name it. */
export function readTaggedTable(ctx: RequestContext, arn: string): TaggedTable {
  const table = readResourceArn(arn)
  // AWS: a stream could have tags, by what the refusal of an index says, but none is ever found.
  if (table.streamLabel !== undefined) throw taggedResourceNotFound(arn)
  const scope = scopeWithin(ctx, table)
  if (scope !== undefined) return { ...scope, name: table.tableName, arn }
  if (table.region !== ctx.caller.region) {
    throw validation(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`)
  }
  throw accessDenied('Access is denied')
}

export function taggedResourceNotFound(arn: string): ServiceError {
  return resourceNotFound(`ResourceArn: ${arn} not found`)
}

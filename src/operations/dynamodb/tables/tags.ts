/** Tags of a table, and the ARNs by which the tag operations name it. */
import type { Tag as TagShape } from '../../../api/generated/dynamodb-types.js'
import { parseTableArn } from '../../../model/arn.js'
import {
  accessDenied,
  invalidParameter,
  validation,
  type ServiceError,
} from '../../../model/errors.js'
import { tagKeyLengthMax, tagsPerTableMax, tagValueLengthMax } from '../../../model/limits.js'
import type { Tag } from '../../../model/table.js'
import type { Caller } from '../../../model/caller.js'

export function readTags(tags: readonly TagShape[]): readonly Tag[] {
  return tags.map(({ Key, Value }) => ({ key: Key, value: Value }))
}

/** Lengths count characters, not UTF-16 units. */
export function checkTags(tags: readonly Tag[]): void {
  const seen = new Set<string>()
  for (const { key, value } of tags) {
    if (characters(key) > tagKeyLengthMax || characters(value) > tagValueLengthMax) {
      throw invalidParameter(
        `Tag keys have at most ${tagKeyLengthMax} characters and tag values at most ${tagValueLengthMax}`,
      )
    }
    if (key.toLowerCase().startsWith('aws:')) {
      throw invalidParameter(`Tag keys starting with aws: are reserved for system use: ${key}`)
    }
    if (seen.has(key)) throw invalidParameter(`Duplicate tag key: ${key}`)
    seen.add(key)
  }
  requireTagCount(tags)
}

export function requireTagCount(tags: readonly Tag[]): void {
  if (tags.length <= tagsPerTableMax) return
  throw validation(`The number of tags exceeds the limit of ${tagsPerTableMax} tags per resource`)
}

/** The table of an ARN, as far as it can be one of the caller's. */
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

function characters(text: string): number {
  return [...text].length
}

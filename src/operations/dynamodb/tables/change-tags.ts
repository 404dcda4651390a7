/** Changes the tags of a table in a transaction, so that concurrent changes are not lost. */
import { stillInUse } from '../../../catalog/life-cycle.js'
import { ServiceError } from '../../../model/errors.js'
import type { Tag } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'
import { taggedResourceNotFound } from './tags.js'

export interface TaggedTable {
  readonly arn: string
  readonly tableName: string
}

export async function changeTags(
  { catalog, caller }: OperationContext,
  { arn, tableName }: TaggedTable,
  change: (tags: readonly Tag[]) => readonly Tag[],
): Promise<void> {
  try {
    await catalog.changeSetting(caller, tableName, (definition) => ({
      ...definition,
      tags: change(definition.tags),
    }))
  } catch (error) {
    const missing = taggedResourceNotFound(arn)
    throw isAny(error, [missing.type, stillInUse(tableName, 'creating').message]) ? missing : error
  }
}

/** AWS: a table that is CREATING is not found either. */
function isAny(error: unknown, signs: readonly string[]): boolean {
  return error instanceof ServiceError && [error.type, error.message].some((s) => signs.includes(s))
}

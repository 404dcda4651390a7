/** Changes the tags of a table in a transaction, so that concurrent changes are not lost. */
import { stillInUse } from '../../../catalog/life-cycle.js'
import { ServiceError } from '../../../model/errors.js'
import type { Tag } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'
import { taggedResourceNotFound, type TaggedTable } from './tags.js'

export async function changeTags(
  { catalog }: OperationContext,
  table: TaggedTable,
  change: (tags: readonly Tag[]) => readonly Tag[],
): Promise<void> {
  try {
    await catalog.changeSetting(table, table.name, (definition) => ({
      ...definition,
      tags: change(definition.tags),
    }))
  } catch (error) {
    const missing = taggedResourceNotFound(table.arn)
    throw isAny(error, [missing.type, stillInUse(table.name, 'creating').message]) ? missing : error
  }
}

/** AWS: a table that is CREATING is not found either. */
function isAny(error: unknown, signs: readonly string[]): boolean {
  return error instanceof ServiceError && [error.type, error.message].some((s) => signs.includes(s))
}

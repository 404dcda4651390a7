/** Changes the tags of a table in a transaction, so that concurrent changes are not lost. */
import { ServiceError } from '../../../model/errors.js'
import type { Tag } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'

/** `missing` is the error for a table that does not exist: each tag operation has its own. */
export async function changeTags(
  { catalog, caller }: OperationContext,
  tableName: string,
  missing: ServiceError,
  change: (tags: readonly Tag[]) => readonly Tag[],
): Promise<void> {
  try {
    await catalog.changeSetting(caller, tableName, (definition) => ({
      ...definition,
      tags: change(definition.tags),
    }))
  } catch (error) {
    const absent = error instanceof ServiceError && error.type === missing.type
    throw absent ? missing : error
  }
}

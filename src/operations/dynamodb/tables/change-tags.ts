/** Changes the tags of a table. The change is a transaction, so concurrent tagging loses nothing. */
import { ServiceError } from '../../../model/errors.js'
import type { Tag } from '../../../model/table.js'
import type { OperationContext } from '../../operation.js'

/** The tag operations have their own words for a table that is not there: `missing`. */
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

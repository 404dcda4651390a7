/** Changes the tags of a table in a transaction, so that concurrent changes are not lost. */
import type { Scope } from '../../../model/arn.js'
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
    if (!(error instanceof ServiceError)) throw error
    const missing = taggedResourceNotFound(arn)
    const absent = error.type === missing.type || (await isBeingFilled(catalog, caller, tableName))
    throw absent ? missing : error
  }
}

/** AWS: such a table is CREATING, and yet not found. */
async function isBeingFilled(
  catalog: OperationContext['catalog'],
  scope: Scope,
  tableName: string,
): Promise<boolean> {
  return (await catalog.loadTable(scope, tableName))?.filling !== undefined
}

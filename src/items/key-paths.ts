/** Key attributes are scalars, so no path of an expression may reach inside one. */
import type { Table } from '../catalog/table.js'
import type { Condition } from '../expressions/condition.js'
import { conditionPaths } from '../expressions/condition-paths.js'
import type { Projection } from '../expressions/project.js'
import type { Update } from '../expressions/update.js'
import { updatePaths } from '../expressions/update-paths.js'
import type { DocumentPath } from '../model/document-path.js'
import { validation } from '../model/errors.js'
import { indexKeyAttributes, keyAttributes } from '../model/key-schema.js'

export interface PathSources {
  readonly update?: Update
  readonly condition?: Condition
  readonly projection?: Projection
}

export function requireScalarKeyPaths(table: Table, sources: PathSources): void {
  const nested = pathsOf(sources).filter((path) => path.length > 1)
  if (nested.length === 0) return
  for (const { name } of keyAttributes(table.keySchema)) refuseInside(nested, name, 'Key')
  for (const index of table.indexes) {
    for (const { name } of indexKeyAttributes(index)) refuseInside(nested, name, 'IndexKey')
  }
}

function refuseInside(paths: readonly DocumentPath[], name: string, role: string): void {
  if (!paths.some((path) => path[0] === name)) return
  throw validation(
    `Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ${role}: ${name}`,
  )
}

function pathsOf({ update, condition, projection }: PathSources): readonly DocumentPath[] {
  return [
    ...(update === undefined ? [] : updatePaths(update)),
    ...(condition === undefined ? [] : conditionPaths(condition)),
    ...(projection?.paths ?? []),
  ]
}

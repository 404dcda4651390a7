/** The tables of several statements, some of which may not exist, by the names that statements use. */
import type { FindTable, Table } from '../../../catalog/table.js'
import { assert } from '../../../stdx/assert.js'

export function tablesByName(
  names: readonly string[],
  tables: readonly (Table | undefined)[],
): FindTable {
  const byName = new Map(names.map((name, i) => [name, tables[i]]))
  return (nameOrArn) => {
    assert(byName.has(nameOrArn), 'an operation names its tables beforehand', { nameOrArn })
    return byName.get(nameOrArn)
  }
}

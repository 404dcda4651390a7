/** What a statement is about to use of the capacity of its table or index. */
import type { Table } from '../../../catalog/table.js'
import { pinnedValues } from '../../../partiql/pinned-values.js'
import type { Statement } from '../../../partiql/statement.js'
import { valuesIn } from '../../access.js'
import { ItemDemand } from '../../throttling/item-demand.js'

export function statementDemand(statement: Statement, table: Table): ItemDemand {
  if (statement.kind === 'insert') {
    return new ItemDemand(table, 'write', valuesIn([statement.item]))
  }
  if (statement.kind === 'select') {
    const { source, where } = statement
    const valuesOf = (attribute: string) => pinnedValues(where, attribute)
    return new ItemDemand(table, 'read', valuesOf, source.index)
  }
  // AWS: EXISTS is a check of a condition, which is charged as a write.
  const { where } = statement.kind === 'exists' ? statement.select : statement
  return new ItemDemand(table, 'write', (attribute) => pinnedValues(where, attribute))
}

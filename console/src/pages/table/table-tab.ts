/** What every tab of a table's page gets. */
import type { TableDescription } from '../../api/generated/dynamodb-types.js'

export interface TableTabProps {
  readonly table: string
  readonly description: TableDescription
}

import { useQueries } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Fault } from '../../api/fault.js'
import { Badge } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { formatBytes, formatCount } from '../../design/format.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { SortButton } from '../../design/sort-button.js'
import { Unread } from '../../design/unread.js'
import { tableDescriptionQuery, useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { RecoveryCell, TtlCell } from './setting-cells.js'
import {
  billingText,
  indexText,
  keySchemaText,
  nextOrder,
  sortedRows,
  type RowOrder,
  type SortableColumn,
  type TableRow,
} from './table-rows.js'

/** More rows are shown when they are asked for: each asks for settings of its own. */
const rowsAtFirst = 200

export interface TablesListProps {
  readonly names: readonly string[]
  /** When the names were read. */
  readonly askedAt: number
}

export function TablesList({ names, askedAt }: TablesListProps) {
  const [order, setOrder] = useState<RowOrder>({ column: 'name', direction: 'ascending' })
  const [isWhole, setWhole] = useState(false)
  const rows = sortedRows(useRows(names, askedAt), order)
  const shown = isWhole ? rows : rows.slice(0, rowsAtFirst)
  const columns = useColumns(order, (column) => setOrder(nextOrder(order, column)))
  return (
    <>
      <RowsTable caption="Tables" columns={columns} rows={shown} keyOf={({ name }) => name} />
      {shown.length < rows.length && (
        <Button className="tables-more" onClick={() => setWhole(true)}>
          Show all {formatCount(rows.length)} tables
        </Button>
      )}
    </>
  )
}

function useRows(names: readonly string[], askedAt: number): readonly TableRow[] {
  const workspace = useWorkspace()
  const changed = useTableChanged()
  const answers = useQueries({
    queries: names.map((name) => tableDescriptionQuery(workspace, name)),
  })
  // A table that was being deleted is gone by now.
  const isGone = answers.some(
    ({ error, errorUpdatedAt }) =>
      error instanceof Fault &&
      error.type === 'ResourceNotFoundException' &&
      errorUpdatedAt > askedAt,
  )
  useEffect(() => {
    if (isGone) void changed()
  })
  return names.map((name, at) => ({
    name,
    description: answers[at]?.data,
    error: answers[at]?.error ?? undefined,
  }))
}

function useColumns(
  order: RowOrder,
  onSort: (column: SortableColumn) => void,
): readonly Column<TableRow>[] {
  const { region } = useWorkspace()
  const sortable = (column: SortableColumn, label: string): ReactNode => (
    <SortButton
      direction={order.column === column ? order.direction : undefined}
      onClick={() => onSort(column)}
    >
      {label}
    </SortButton>
  )
  return [
    {
      name: 'name',
      heading: sortable('name', 'Name'),
      cell: (row) => <NameCell row={row} region={region} />,
    },
    {
      name: 'keys',
      heading: 'Keys',
      isSecondary: true,
      cell: ({ description }) => (
        <code>{keySchemaText(description?.KeySchema, description?.AttributeDefinitions)}</code>
      ),
    },
    {
      name: 'items',
      heading: sortable('items', 'Items'),
      isNumber: true,
      cell: ({ description }) => description && formatCount(description.ItemCount ?? 0),
    },
    {
      name: 'size',
      heading: sortable('size', 'Size'),
      isNumber: true,
      cell: ({ description }) => description && formatBytes(description.TableSizeBytes ?? 0),
    },
    ...secondaryColumns(sortable('indexes', 'Indexes')),
  ]
}

function secondaryColumns(indexesHeading: ReactNode): readonly Column<TableRow>[] {
  const secondary = (name: string, heading: ReactNode, cell: Column<TableRow>['cell']) => ({
    name,
    heading,
    cell,
    isSecondary: true,
  })
  return [
    secondary('mode', 'Mode', ({ description }) => description && billingText(description)),
    secondary(
      'indexes',
      indexesHeading,
      ({ description }) => description && indexText(description),
    ),
    secondary('stream', 'Stream', ({ description }) =>
      description?.StreamSpecification?.StreamEnabled === true ? 'on' : <None />,
    ),
    secondary('ttl', 'TTL', ({ name }) => <TtlCell table={name} none={<None />} />),
    secondary('recovery', 'Recovery', ({ name }) => <RecoveryCell table={name} none={<None />} />),
  ]
}

function NameCell({ row, region }: { readonly row: TableRow; readonly region: string }) {
  const state = row.description?.TableStatus
  return (
    <span className="tables-name">
      <Link to={paths.table(region, row.name)}>{row.name}</Link>
      {row.description === undefined && row.error !== undefined && <Unread error={row.error} />}
      {state !== undefined && state !== 'ACTIVE' && (
        <Badge tone="warn" dot>
          {state}
        </Badge>
      )}
    </span>
  )
}

function None() {
  return <span className="tables-none">–</span>
}

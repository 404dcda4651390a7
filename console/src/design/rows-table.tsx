import type { ReactNode } from 'react'
import { classNames } from './class-names.js'
import './rows-table.css'

export interface Column<Row> {
  readonly name: string
  readonly heading: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Numbers are aligned at the right. */
  readonly isNumber?: boolean
  /** Left out on phones. */
  readonly isSecondary?: boolean
}

export interface RowsTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A plain table for lists of moderate length; items have a grid of their own. */
export function RowsTable<Row>({ caption, columns, rows, keyOf }: RowsTableProps<Row>) {
  return (
    <div className="rows" tabIndex={0} role="region" aria-label={caption}>
      <table className="rows-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.name} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf<Row>({ isNumber = false, isSecondary = false }: Column<Row>): string {
  return classNames(isNumber && 'rows-number', isSecondary && 'rows-secondary')
}

import { useMemo } from 'react'
import { formatCount } from '../../design/format.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { typeOfValue, type AttributeValue, type Item } from '../../values/attribute-value.js'
import { printValue } from '../../values/print-value.js'
import { shownRowsMax } from './limits.js'

export interface ResultRowsProps {
  readonly label: string
  readonly items: readonly Item[]
  /** Shown first. */
  readonly keys: readonly string[]
}

interface Row {
  readonly at: number
  readonly item: Item
}

/** Items as a table: the columns are the attributes of all of them, keys first. */
export function ResultRows({ label, items, keys }: ResultRowsProps) {
  const columns = useMemo(() => columnsOf(items, keys), [items, keys])
  const rows = items.slice(0, shownRowsMax).map((item, at) => ({ at, item }))
  return (
    <>
      <RowsTable caption={label} columns={columns} rows={rows} keyOf={({ at }) => String(at)} />
      {items.length > rows.length && (
        <p className="partiql-more">
          The first {formatCount(rows.length)} of {formatCount(items.length)} rows. The JSON view
          has all of them.
        </p>
      )}
    </>
  )
}

function columnsOf(items: readonly Item[], keys: readonly string[]): readonly Column<Row>[] {
  const counts = new Map<string, number>()
  for (const item of items) {
    for (const name of Object.keys(item)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const rest = [...counts.keys()]
    .filter((name) => !keys.includes(name))
    .sort((a, b) => counts.get(b)! - counts.get(a)!)
  return [...keys.filter((name) => counts.has(name)), ...rest].map((name) => ({
    name,
    heading: name,
    isNumber: items.every((item) => item[name] === undefined || 'N' in item[name]),
    cell: ({ item }) => <ResultCell value={item[name]} />,
  }))
}

function ResultCell({ value }: { readonly value: AttributeValue | undefined }) {
  if (value === undefined) {
    return (
      <span className="partiql-missing">
        <span className="visually-hidden">missing</span>
      </span>
    )
  }
  const text = printValue(value, 120)
  return (
    <span className={`partiql-value partiql-value-${typeOfValue(value)}`}>
      {text === '' ? <em>(empty)</em> : text}
    </span>
  )
}

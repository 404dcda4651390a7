import { RowsTable, type Column } from '../../design/rows-table.js'
import { Select, TextInput } from '../../design/inputs.js'
import type { KeyAttribute } from '../../values/validate-item.js'
import type { ColumnMapping, ColumnType } from './columns.js'

const types: readonly { readonly value: ColumnType; readonly label: string }[] = [
  { value: 'S', label: 'String' },
  { value: 'N', label: 'Number' },
  { value: 'BOOL', label: 'Boolean' },
  { value: 'B', label: 'Binary (base64)' },
  { value: 'SS', label: 'String set' },
  { value: 'NS', label: 'Number set' },
  { value: 'BS', label: 'Binary set' },
  { value: 'skip', label: 'Leave out' },
]

export interface ColumnTableProps {
  readonly kind: 'csv' | 'plain'
  readonly columns: readonly ColumnMapping[]
  readonly examples: readonly (readonly string[])[]
  readonly keys: readonly KeyAttribute[]
  readonly onChange: (columns: readonly ColumnMapping[]) => void
}

interface Row extends ColumnMapping {
  readonly at: number
}

/** Which column becomes which attribute, of which type. */
export function ColumnTable({ kind, columns, examples, keys, onChange }: ColumnTableProps) {
  const own: { readonly value: ColumnType; readonly label: string } =
    kind === 'csv'
      ? { value: 'JSON', label: 'JSON (map, list)' }
      : { value: 'auto', label: 'As in the file' }
  const change = (at: number, part: Partial<ColumnMapping>) =>
    onChange(columns.map((column, each) => (each === at ? { ...column, ...part } : column)))
  const shown: readonly Column<Row>[] = [
    {
      name: 'column',
      heading: kind === 'csv' ? 'Column' : 'Member',
      cell: ({ column }) => <code>{column}</code>,
    },
    {
      name: 'attribute',
      heading: 'Attribute',
      cell: ({ column, attribute, at }) => (
        <TextInput
          mono
          aria-label={`Attribute for ${column}`}
          value={attribute}
          onChange={(next) => change(at, { attribute: next })}
        />
      ),
    },
    {
      name: 'type',
      heading: 'Type',
      cell: ({ column, attribute, type, at }) => (
        <Select
          aria-label={`Type of ${column}`}
          value={type}
          choices={
            keys.some(({ name, role }) => name === attribute && role !== 'index')
              ? types
              : [own, ...types]
          }
          onChange={(next) => change(at, { type: next })}
        />
      ),
    },
    {
      name: 'examples',
      heading: 'Examples',
      isSecondary: true,
      cell: ({ at }) => <span className="import-examples">{(examples[at] ?? []).join(' · ')}</span>,
    },
  ]
  return (
    <RowsTable
      caption="Columns of the file"
      columns={shown}
      rows={columns.map((column, at) => ({ ...column, at }))}
      keyOf={({ at }) => String(at)}
    />
  )
}

import { useMutation } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import type { Client } from '../../api/client.js'
import { Badge } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { Item } from '../../values/attribute-value.js'
import { shapeOf, shareText, type AttributeShape } from './shape.js'

const sampleMax = 1000

export function ShapePanel({ table }: { readonly table: string }) {
  const { client } = useWorkspace()
  const sample = useMutation({ mutationFn: () => readSample(client, table) })
  const { data: items } = sample
  return (
    <Panel
      title={items === undefined ? 'Shape' : `Shape of ${countOf(items.length, 'item')}`}
      actions={
        <Button icon={ScanSearch} busy={sample.isPending} onClick={() => sample.mutate()}>
          Read up to 1,000 items
        </Button>
      }
    >
      {sample.error !== null && <FaultNotice error={sample.error} />}
      {items === undefined && sample.error === null && (
        <p className="table-note">
          Which attributes a sample of items has, and of which types. Reading it is a Scan, which
          uses capacity.
        </p>
      )}
      {items?.length === 0 && <p className="table-note">The table has no items.</p>}
      {items !== undefined && items.length > 0 && (
        <RowsTable
          caption="Attributes of the sample"
          columns={columns}
          rows={shapeOf(items)}
          keyOf={({ name }) => name}
        />
      )}
    </Panel>
  )
}

const columns: readonly Column<AttributeShape>[] = [
  { name: 'name', heading: 'Attribute', cell: ({ name }) => <code>{name}</code> },
  {
    name: 'types',
    heading: 'Types',
    cell: ({ types }) =>
      types.map(({ type, share }) => (
        <span key={type} className="shape-type">
          {types.length > 1 ? `${type} ${shareText(share)}` : type}
        </span>
      )),
  },
  {
    name: 'mixed',
    heading: '',
    cell: ({ types }) => types.length > 1 && <Badge tone="warn">mixed types</Badge>,
  },
  { name: 'share', heading: 'Items', isNumber: true, cell: ({ share }) => shareText(share) },
]

/** Pages of a Scan, until there are enough items or no more. */
async function readSample(client: Client, TableName: string): Promise<readonly Item[]> {
  const items: Item[] = []
  let ExclusiveStartKey: Item | undefined
  do {
    const input = { TableName, Limit: sampleMax - items.length }
    const page = await client.call('dynamodb', 'Scan', {
      ...input,
      ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }),
    })
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined && items.length < sampleMax)
  return items
}

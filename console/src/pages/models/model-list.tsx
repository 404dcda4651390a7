import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { countOf, formatCount, formatTime } from '../../design/format.js'
import { Menu } from '../../design/menu.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import type { ModelTable } from '../../modelling/data-model.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import type { StoredModel } from './model-store.js'
import { useAddModel, useRemoveModel } from './use-models.js'

export function ModelList({ models }: { readonly models: readonly StoredModel[] }) {
  const add = useAddModel()
  const remove = useRemoveModel()
  const [removed, setRemoved] = useState<StoredModel>()
  const columns: readonly Column<StoredModel>[] = [
    {
      name: 'name',
      heading: 'Name',
      cell: ({ id, model }) => (
        <Link to={paths.model(id)} className="model-row-name">
          {model.name}
        </Link>
      ),
    },
    {
      name: 'description',
      heading: 'Description',
      isSecondary: true,
      cell: ({ model }) => <div className="model-description">{model.description}</div>,
    },
    count('Tables', ({ model }) => model.tables.length),
    count('Entities', ({ model }) => sum(model.tables, (table) => table.entities.length)),
    count('Samples', ({ model }) => sum(model.tables, (table) => table.samples.length)),
    count('Patterns', ({ model }) => model.patterns.length),
    {
      name: 'saved',
      heading: 'Changed',
      isSecondary: true,
      cell: ({ savedMs }) => formatTime(savedMs),
    },
    {
      name: 'actions',
      heading: <span className="visually-hidden">Actions</span>,
      cell: (stored) => (
        <Menu
          trigger={<IconButton label={`Actions for ${stored.model.name}`} icon={Ellipsis} />}
          groups={[
            [
              {
                label: 'Duplicate',
                icon: Copy,
                onSelect: () => void add({ ...stored.model, name: `${stored.model.name} copy` }),
              },
            ],
            [
              {
                label: 'Delete',
                icon: Trash2,
                danger: true,
                onSelect: () => setRemoved(stored),
              },
            ],
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <RowsTable caption="Models" columns={columns} rows={models} keyOf={({ id }) => id} />
      <ConfirmDialog
        title={`Delete ${removed?.model.name ?? ''}`}
        action="Delete model"
        open={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        onConfirm={() => {
          if (removed !== undefined) void remove(removed.id)
          setRemoved(undefined)
        }}
      >
        <p>
          The model with {countOf(sum(removed?.model.tables ?? [], samplesOf), 'sample')} is deleted
          from this browser. Tables on the server stay.
        </p>
      </ConfirmDialog>
    </>
  )
}

function count(heading: string, of: (stored: StoredModel) => number): Column<StoredModel> {
  return {
    name: heading,
    heading,
    isNumber: true,
    isSecondary: true,
    cell: (stored) => formatCount(of(stored)),
  }
}

function sum(tables: readonly ModelTable[], of: (table: ModelTable) => number): number {
  return tables.reduce((total, table) => total + of(table), 0)
}

function samplesOf({ samples }: ModelTable): number {
  return samples.length
}

import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { Field } from '../../design/field.js'
import { Select } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import type { TabProps } from './tab-props.js'
import { EditedText } from './edited-text.js'
import { withoutTable, withTable } from './model-edits.js'
import { tableNameFault } from './table-name-fault.js'

export interface TablePanelProps extends TabProps {
  readonly onAddTable: () => void
}

export function TablePanel({ model, table, change, onAddTable }: TablePanelProps) {
  const [asks, setAsks] = useState(false)
  const rename = (name: string) => {
    const isTaken = model.tables.some((each) => each.name === name)
    if (tableNameFault(name) === undefined && !isTaken) {
      change(withTable(model, { ...table, name }, table.name))
    }
  }
  const setTtl = (ttlAttribute: string) => {
    const { ttlAttribute: _, ...rest } = table
    change(withTable(model, ttlAttribute === '' ? rest : { ...rest, ttlAttribute }))
  }
  const { partition, sort } = table.key
  return (
    <Panel
      title="Table"
      actions={
        <div className="designer-edits design-buttons">
          <Button icon={Trash2} onClick={() => setAsks(true)}>
            Delete table
          </Button>
          <Button icon={Plus} onClick={onAddTable}>
            Add table
          </Button>
        </div>
      }
    >
      <p className="design-hint">
        Key: <code>{partition.name}</code> {partition.type}
        {sort !== undefined && (
          <>
            , <code>{sort.name}</code> {sort.type}
          </>
        )}
      </p>
      <div className="model-fields">
        <EditedText label="Table name" mono value={table.name} onSave={rename} />
        <Field label="Capacity">
          {(parts) => (
            <Select
              {...parts}
              value={table.billing}
              choices={[
                { value: 'PAY_PER_REQUEST', label: 'On-demand' },
                { value: 'PROVISIONED', label: 'Provisioned' },
              ]}
              onChange={(billing) => change(withTable(model, { ...table, billing }))}
            />
          )}
        </Field>
        <EditedText
          label="TTL attribute"
          mono
          placeholder="none"
          value={table.ttlAttribute ?? ''}
          onSave={setTtl}
        />
        <EditedText
          label="Model name"
          value={model.name}
          onSave={(name) => name !== '' && change({ ...model, name })}
        />
        <EditedText
          label="Description of the model"
          value={model.description}
          onSave={(description) => change({ ...model, description })}
        />
      </div>
      <ConfirmDialog
        title={`Delete ${table.name} from the model`}
        action="Delete from model"
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          change(withoutTable(model, table.name))
        }}
      >
        <p>
          Its {table.samples.length} samples and its access patterns go with it. No table of the
          server is touched.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

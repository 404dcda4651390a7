import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { type DataModel, emptyTable } from '../../modelling/data-model.js'
import { KeyFields, type TypedKey } from './key-fields.js'
import { addTable } from './model-edits.js'
import { tableNameFault } from './table-name-fault.js'

export interface TableDialogProps {
  readonly model: DataModel
  readonly onClose: () => void
  readonly onSave: (model: DataModel, name: string) => void
}

export function TableDialog({ model, onClose, onSave }: TableDialogProps) {
  const [name, setName] = useState('')
  const [partition, setPartition] = useState<TypedKey>({ name: 'PK', type: 'S' })
  const [sort, setSort] = useState<TypedKey>({ name: 'SK', type: 'S' })
  const isTaken = model.tables.some((each) => each.name === name)
  const fault = isTaken ? 'The model has a table of this name.' : tableNameFault(name)
  const save = () => {
    const key = sort.name === '' ? { partition } : { partition, sort }
    onSave(addTable(model, emptyTable(name, key)), name)
  }
  return (
    <Dialog
      title="Add table"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={fault !== undefined || partition.name === ''}
            onClick={save}
          >
            Add table
          </Button>
        </>
      }
    >
      <Field label="Name" error={name === '' ? undefined : fault}>
        {(parts) => <TextInput {...parts} mono value={name} onChange={setName} autoFocus />}
      </Field>
      <KeyFields partition={partition} sort={sort} onPartition={setPartition} onSort={setSort} />
    </Dialog>
  )
}

import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { emptyModel, emptyTable } from '../../modelling/data-model.js'
import { workbenchDate } from '../../modelling/write-workbench.js'
import { KeyFields, type TypedKey } from './key-fields.js'
import { tableNameFault } from './table-name-fault.js'
import { useAddModel } from './use-models.js'

export function NewModel({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}) {
  const add = useAddModel()
  const [name, setName] = useState('')
  const [table, setTable] = useState('')
  const [partition, setPartition] = useState<TypedKey>({ name: 'PK', type: 'S' })
  const [sort, setSort] = useState<TypedKey>({ name: 'SK', type: 'S' })
  const fault = tableNameFault(table)
  const isReady = name.trim() !== '' && table !== '' && fault === undefined && partition.name !== ''
  const create = () => {
    const key = sort.name === '' ? { partition } : { partition, sort }
    const model = emptyModel(name.trim(), workbenchDate(new Date()))
    onClose()
    void add({ ...model, tables: [emptyTable(table, key)] })
  }
  return (
    <Dialog
      title="New model"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!isReady} onClick={create}>
            Create model
          </Button>
        </>
      }
    >
      <div className="model-fields">
        <Field label="Name">
          {(parts) => <TextInput {...parts} value={name} onChange={setName} autoFocus />}
        </Field>
        <Field label="Table" error={table === '' ? undefined : fault}>
          {(parts) => <TextInput {...parts} mono value={table} onChange={setTable} />}
        </Field>
      </div>
      <KeyFields partition={partition} sort={sort} onPartition={setPartition} onSort={setSort} />
    </Dialog>
  )
}

import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { Select, TextInput } from '../../design/inputs.js'
import type { ModelIndex, ModelTable } from '../../modelling/data-model.js'
import { KeyFields } from './key-fields.js'
import { tableNameFault } from './table-name-fault.js'

export interface IndexDialogProps {
  readonly table: ModelTable
  /** Absent for a new one. */
  readonly index: ModelIndex | undefined
  readonly onClose: () => void
  readonly onSave: (index: ModelIndex) => void
}

const none = { name: '', type: 'S' } as const

export function IndexDialog({ table, index, onClose, onSave }: IndexDialogProps) {
  const [name, setName] = useState(index?.name ?? '')
  const [kind, setKind] = useState<ModelIndex['kind']>(index?.kind ?? 'global')
  const [partition, setPartition] = useState(index?.key.partition ?? none)
  const [sort, setSort] = useState(index?.key.sort ?? none)
  const [projection, setProjection] = useState(index?.projection.kind ?? 'ALL')
  const [attributes, setAttributes] = useState(index?.projection.attributes.join(', ') ?? '')
  const isLocal = kind === 'local'
  const isTaken = table.indexes.some((each) => each.name === name && each !== index)
  const fault = isTaken ? 'Another index has this name.' : tableNameFault(name)
  const own = isLocal ? table.key.partition : partition
  const isReady = fault === undefined && own.name !== '' && (!isLocal || sort.name !== '')
  const save = () => {
    const listed = attributes.split(',').map((each) => each.trim())
    onSave({
      name,
      kind,
      key: sort.name === '' ? { partition: own } : { partition: own, sort },
      projection: {
        kind: projection,
        attributes: projection === 'INCLUDE' ? listed.filter((each) => each !== '') : [],
      },
      kept: index?.kept ?? {},
    })
  }
  return (
    <Dialog
      title={index === undefined ? 'Add index' : `Index ${index.name}`}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!isReady} onClick={save}>
            Save index
          </Button>
        </>
      }
    >
      <div className="model-fields">
        <Field label="Name" error={name === '' ? undefined : fault}>
          {(parts) => <TextInput {...parts} mono value={name} onChange={setName} />}
        </Field>
        <Field label="Kind">
          {(parts) => (
            <Select
              {...parts}
              value={kind}
              choices={[
                { value: 'global', label: 'Global' },
                { value: 'local', label: 'Local' },
              ]}
              onChange={setKind}
            />
          )}
        </Field>
      </div>
      <KeyFields
        partition={own}
        sort={sort}
        onPartition={setPartition}
        onSort={setSort}
        isLocal={isLocal}
      />
      <div className="model-fields">
        <Field label="Projection">
          {(parts) => (
            <Select
              {...parts}
              value={projection}
              choices={[
                { value: 'ALL', label: 'All attributes' },
                { value: 'KEYS_ONLY', label: 'Keys only' },
                { value: 'INCLUDE', label: 'Keys and some attributes' },
              ]}
              onChange={setProjection}
            />
          )}
        </Field>
        {projection === 'INCLUDE' && (
          <Field label="Projected attributes" hint="Separated by commas.">
            {(parts) => <TextInput {...parts} mono value={attributes} onChange={setAttributes} />}
          </Field>
        )}
      </div>
    </Dialog>
  )
}

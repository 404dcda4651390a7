import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { Select } from '../../design/inputs.js'
import { useTableNames } from '../../frame/queries.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { sampledItemsMax } from '../../modelling/limits.js'
import { modelFromTable } from '../../collections/sample-table.js'
import { useAddModel } from './use-models.js'

export interface ModelFromTableProps {
  readonly open: boolean
  /** The one that is chosen at first. */
  readonly table: string | undefined
  readonly onClose: () => void
}

export function ModelFromTable({ open, table: first, onClose }: ModelFromTableProps) {
  const { client, region } = useWorkspace()
  const { data: names = [], error } = useTableNames()
  const [chosen, setChosen] = useState('')
  const add = useAddModel()
  const toast = useToasts()
  const table = chosen === '' ? (names.find((name) => name === first) ?? names[0] ?? '') : chosen
  const reading = useMutation({
    mutationFn: () => modelFromTable(client, table),
    onSuccess: async ({ model, notes: [note] }) => {
      onClose()
      await add(model)
      if (note !== undefined) toast({ text: note })
    },
  })
  const failure = error ?? reading.error
  return (
    <Dialog
      title="Model from a table"
      description={`Reads the schema and up to ${sampledItemsMax} items, and proposes entities by the shape of their keys. Nothing is written to the table.`}
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={reading.isPending}
            disabled={table === ''}
            onClick={() => reading.mutate()}
          >
            Make a model
          </Button>
        </>
      }
    >
      {failure !== null && <FaultNotice error={failure} />}
      <Field label="Table" hint={names.length === 0 ? `${region} has no tables.` : undefined}>
        {(parts) => (
          <Select
            {...parts}
            value={table}
            choices={names.map((name) => ({ value: name, label: name }))}
            onChange={setChosen}
          />
        )}
      </Field>
    </Dialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { Checkbox, Select } from '../../design/inputs.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { Skeleton } from '../../design/skeleton.js'
import { useTableChanged, useTableNames } from '../../frame/queries.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import type { DataModel, ModelTable } from '../../modelling/data-model.js'
import { commitTable, type CommitStep } from './commit-model.js'

/** What happens with a table that is on the server already. */
type Treatment = 'leave' | 'put'

export interface CommitDialogProps {
  readonly model: DataModel
  readonly onClose: () => void
}

export function CommitDialog({ model, onClose }: CommitDialogProps) {
  const { client, region, endpoint } = useWorkspace()
  const { data: names, error } = useTableNames()
  const changed = useTableChanged()
  const toast = useToasts()
  const [withSamples, setWithSamples] = useState(true)
  const [treatments, setTreatments] = useState<Readonly<Record<string, Treatment>>>({})
  const exists = ({ name }: ModelTable) => names?.includes(name) === true
  const steps: readonly CommitStep[] = model.tables
    .map((table) => ({
      table,
      creates: !exists(table),
      putsSamples: exists(table) ? treatments[table.name] === 'put' : withSamples,
    }))
    .filter(({ creates, putsSamples }) => creates || putsSamples)
  const committing = useMutation({
    mutationFn: async () => {
      for (const step of steps) await commitTable(client, step)
    },
    onSuccess: () => {
      toast({ text: `Committed ${countOf(steps.length, 'table')} to ${region}.` })
      onClose()
    },
    onSettled: () => changed(),
  })
  const columns: readonly Column<ModelTable>[] = [
    { name: 'name', heading: 'Table', cell: ({ name }) => <code>{name}</code> },
    {
      name: 'samples',
      heading: 'Samples',
      isNumber: true,
      cell: ({ samples }) => samples.length,
    },
    {
      name: 'action',
      heading: 'What happens',
      cell: (table) =>
        exists(table) ? (
          <Select<Treatment>
            aria-label={`${table.name} exists`}
            value={treatments[table.name] ?? 'leave'}
            choices={[
              { value: 'leave', label: 'Exists: leave as it is' },
              { value: 'put', label: 'Exists: put samples into it' },
            ]}
            onChange={(next) => setTreatments({ ...treatments, [table.name]: next })}
          />
        ) : withSamples ? (
          'Create it and put samples'
        ) : (
          'Create it'
        ),
    },
  ]
  const failure = error ?? committing.error
  return (
    <Dialog
      title="Commit to the server"
      description={`Creates the tables of this model in ${region} at ${endpoint}. Tables that exist are left alone unless you choose otherwise; items with the keys of samples would be replaced.`}
      size="wide"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={committing.isPending}
            disabled={names === undefined || steps.length === 0}
            onClick={() => committing.mutate()}
          >
            Commit {countOf(steps.length, 'table')}
          </Button>
        </>
      }
    >
      {failure !== null && <FaultNotice error={failure} />}
      {names === undefined && error === null && <Skeleton rows={2} />}
      {names !== undefined && (
        <>
          <Checkbox checked={withSamples} onChange={setWithSamples}>
            Put samples into new tables
          </Checkbox>
          <RowsTable
            caption="Tables of the model"
            columns={columns}
            rows={model.tables}
            keyOf={({ name }) => name}
          />
        </>
      )}
    </Dialog>
  )
}

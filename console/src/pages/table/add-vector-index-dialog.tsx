import { useState } from 'react'
import type { TableDescription } from '../../api/generated/dynamodb-types.js'
import { Button } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { useTableWork } from '../../frame/table-work.js'
import type { AddIndexDialogProps } from './add-index-dialog.js'
import { draftOfTable } from './described-draft.js'
import { faultsOfDraft, type DraftFaults } from './draft-faults.js'
import { newVectorIndex, vectorIndexUpdate, type VectorIndexDraft } from './vector-index-draft.js'
import { VectorIndexEditor } from './vector-index-editor.js'

export function AddVectorIndexDialog({ table, description, open, onClose }: AddIndexDialogProps) {
  const [index, setIndex] = useState(() => newVectorIndex(1))
  const [isChecked, setChecked] = useState(false)
  const work = useTableWork(table)
  const faults = faultsOfAdded(index, description)
  const input = vectorIndexUpdate(index, table)
  const close = () => {
    setIndex(newVectorIndex(1))
    setChecked(false)
    work.reset()
    onClose()
  }
  const add = () => {
    setChecked(true)
    if (Object.keys(faults).length > 0) return
    work.mutate(
      {
        run: (client) => client.call('dynamodb', 'UpdateTable', input),
        done: `${index.name} is being built.`,
      },
      { onSuccess: close },
    )
  }
  return (
    <Dialog
      title={`Add a vector index to ${table}`}
      size="wide"
      open={open}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={work.isPending} onClick={add}>
            Add vector index
          </Button>
        </>
      }
    >
      {work.error !== null && <FaultNotice error={work.error} />}
      {isChecked && faults['vectors'] !== undefined && (
        <p className="field-error" role="alert">
          {faults['vectors']}
        </p>
      )}
      <VectorIndexEditor index={index} faults={isChecked ? faults : {}} onChange={setIndex} />
      <CodeBlock label="UpdateTable" text={JSON.stringify(input, null, 2)} />
    </Dialog>
  )
}

function faultsOfAdded(index: VectorIndexDraft, description: TableDescription): DraftFaults {
  const table = draftOfTable(description)
  const all = faultsOfDraft({ ...table, vectorIndexes: [...table.vectorIndexes, index] })
  return Object.fromEntries(
    Object.entries(all).filter(([field]) => field === 'vectors' || field.startsWith('vector.1.')),
  )
}

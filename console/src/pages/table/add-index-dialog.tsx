import { useState } from 'react'
import type {
  AttributeDefinition,
  TableDescription,
  UpdateTableInput,
} from '../../api/generated/dynamodb-types.js'
import { billingModeOf } from '../../code/table-settings.js'
import { Button } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { useTableWork } from '../../frame/table-work.js'
import { draftOfTable } from './described-draft.js'
import { faultsOfDraft } from './draft-faults.js'
import { globalIndexOfDraft, newIndex, type IndexDraft } from './index-draft.js'
import { IndexEditor } from './index-editor.js'
import type { TableTabProps } from './table-tab.js'

export interface AddIndexDialogProps extends TableTabProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function AddIndexDialog({ table, description, open, onClose }: AddIndexDialogProps) {
  const [index, setIndex] = useState(() => newIndex(1, 'global'))
  const [isChecked, setChecked] = useState(false)
  const work = useTableWork(table)
  const billing = billingModeOf(description)
  const faults = indexFaultsOf(index, description)
  const input = indexUpdate(index, description)
  const close = () => {
    setIndex(newIndex(1, 'global'))
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
      title={`Add an index to ${table}`}
      size="wide"
      open={open}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={work.isPending} onClick={add}>
            Add index
          </Button>
        </>
      }
    >
      {work.error !== null && <FaultNotice error={work.error} />}
      <IndexEditor
        index={index}
        billing={billing}
        faults={isChecked ? faults : {}}
        onChange={setIndex}
      />
      <CodeBlock label="UpdateTable" text={JSON.stringify(input, null, 2)} />
    </Dialog>
  )
}

/** The rules of a new table hold here too; the keys that are there are the table's. */
function indexFaultsOf(index: IndexDraft, description: TableDescription) {
  const table = draftOfTable(description)
  const all = faultsOfDraft({ ...table, indexes: [...table.indexes, index] })
  return Object.fromEntries(Object.entries(all).filter(([field]) => field.startsWith('index.1.')))
}

/** AWS: an update defines the attributes of its own keys. */
export function indexUpdate(index: IndexDraft, description: TableDescription): UpdateTableInput {
  const own = [...index.partition, ...index.sort].map(({ name, type }): AttributeDefinition => ({
    AttributeName: name,
    AttributeType: type,
  }))
  return {
    TableName: description.TableName ?? '',
    AttributeDefinitions: own,
    GlobalSecondaryIndexUpdates: [
      { Create: globalIndexOfDraft(index, billingModeOf(description)) },
    ],
  }
}

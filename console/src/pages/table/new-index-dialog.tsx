/** The dialog that adds an index of some kind: a draft is edited, checked, shown as a request and sent. */
import { useState, type ReactNode } from 'react'
import type { TableDescription, UpdateTableInput } from '../../api/generated/dynamodb-types.js'
import { Button } from '../../design/button.js'
import { CodeBlock } from '../../design/code-block.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { useTableWork } from '../../frame/table-work.js'
import type { DraftFaults } from './draft-faults.js'
import type { TableTabProps } from './table-tab.js'

export interface AddIndexDialogProps extends TableTabProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** What is special about a kind of index. */
export interface NewIndexKind<Draft> {
  /** As it is called after "Add". */
  readonly words: { readonly title: string; readonly button: string }
  readonly fresh: () => Draft
  /** What is wrong with the draft, by field. */
  faults(draft: Draft, description: TableDescription): DraftFaults
  update(draft: Draft, description: TableDescription): UpdateTableInput
}

export interface NewIndexDialogProps<Draft> extends AddIndexDialogProps {
  readonly kind: NewIndexKind<Draft>
  /** The fields of the draft. Faults are shown once it was tried to add it. */
  readonly children: (
    draft: Draft,
    faults: DraftFaults,
    onChange: (draft: Draft) => void,
  ) => ReactNode
}

export function NewIndexDialog<Draft extends { readonly name: string }>({
  kind,
  table,
  description,
  open,
  onClose,
  children,
}: NewIndexDialogProps<Draft>) {
  const [draft, setDraft] = useState(kind.fresh)
  const [isChecked, setChecked] = useState(false)
  const work = useTableWork(table)
  const faults = kind.faults(draft, description)
  const input = kind.update(draft, description)
  const close = () => {
    setDraft(kind.fresh)
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
        done: `${draft.name} is being built.`,
      },
      { onSuccess: close },
    )
  }
  return (
    <Dialog
      title={`Add ${kind.words.title} to ${table}`}
      size="wide"
      open={open}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" busy={work.isPending} onClick={add}>
            Add {kind.words.button}
          </Button>
        </>
      }
    >
      {work.error !== null && <FaultNotice error={work.error} />}
      {children(draft, isChecked ? faults : {}, setDraft)}
      <CodeBlock label="UpdateTable" text={JSON.stringify(input, null, 2)} />
    </Dialog>
  )
}

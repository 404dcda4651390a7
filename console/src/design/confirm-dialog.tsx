import { useState, type ReactNode } from 'react'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Field } from './field.js'
import { TextInput } from './inputs.js'

export interface ConfirmDialogProps {
  /** What happens: "Delete 12 items". The button says the same. */
  readonly title: string
  readonly action: string
  readonly open: boolean
  readonly busy?: boolean
  /** If it cannot be undone: what has to be typed first. */
  readonly nameToType?: string
  readonly onClose: () => void
  readonly onConfirm: () => void
  readonly children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, open, busy = false, nameToType, onClose, onConfirm, children } = props
  const [typed, setTyped] = useState('')
  const isReady = nameToType === undefined || typed === nameToType
  const close = () => {
    setTyped('')
    onClose()
  }
  const confirm = () => {
    setTyped('')
    onConfirm()
  }
  return (
    <Dialog
      title={title}
      open={open}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="danger" busy={busy} disabled={!isReady} onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {nameToType !== undefined && (
        <Field label={`Type ${nameToType} to confirm`}>
          {(parts) => <TextInput {...parts} mono value={typed} onChange={setTyped} />}
        </Field>
      )}
    </Dialog>
  )
}

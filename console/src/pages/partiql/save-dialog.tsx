import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'

export interface SaveDialogProps {
  readonly open: boolean
  readonly takenNames: readonly string[]
  readonly onClose: () => void
  readonly onSave: (name: string) => void
}

export function SaveDialog({ open, takenNames, onClose, onSave }: SaveDialogProps) {
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const save = () => {
    onSave(trimmed)
    setName('')
    onClose()
  }
  const isTaken = takenNames.includes(trimmed)
  return (
    <Dialog
      title="Save the statements"
      description="They are kept in this browser."
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={trimmed === ''} onClick={save}>
            {isTaken ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed !== '') save()
        }}
      >
        <Field label="Name" hint={isTaken ? 'There is one with this name.' : undefined}>
          {(parts) => <TextInput {...parts} value={name} onChange={setName} autoFocus />}
        </Field>
      </form>
    </Dialog>
  )
}

import { useState, type ReactNode } from 'react'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'

export interface EditedTextProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly value: string
  readonly mono?: boolean
  readonly placeholder?: string
  readonly onSave: (value: string) => void
}

/** Takes effect when it is left or Enter is pressed, so that one edit is one change to undo. */
export function EditedText(props: EditedTextProps) {
  const { label, hint, error, value, mono = false, placeholder, onSave } = props
  const [typed, setTyped] = useState<string>()
  const save = () => {
    const text = typed?.trim()
    setTyped(undefined)
    if (text !== undefined && text !== value) onSave(text)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <TextInput
          {...parts}
          mono={mono}
          placeholder={placeholder}
          value={typed ?? value}
          onChange={setTyped}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
            if (event.key === 'Escape') setTyped(undefined)
          }}
        />
      )}
    </Field>
  )
}

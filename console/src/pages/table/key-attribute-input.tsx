import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScalarAttributeType } from '../../api/generated/dynamodb-types.js'
import { IconButton } from '../../design/button.js'
import { Field } from '../../design/field.js'
import { Select, TextInput, type Choice } from '../../design/inputs.js'
import type { KeyAttributeDraft } from './index-draft.js'
import './key-attribute-input.css'

const types: readonly Choice<ScalarAttributeType>[] = [
  { value: 'S', label: 'S String' },
  { value: 'N', label: 'N Number' },
  { value: 'B', label: 'B Binary' },
]

export interface KeyAttributeInputProps {
  readonly label: string
  readonly value: KeyAttributeDraft
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly onChange: (value: KeyAttributeDraft) => void
  readonly onRemove?: (() => void) | undefined
}

/** The name of an attribute of a key, and its type. */
export function KeyAttributeInput(props: KeyAttributeInputProps) {
  const { label, value, error, hint, onChange, onRemove } = props
  return (
    <Field label={label} error={error} hint={hint}>
      {(parts) => (
        <div className="key-attribute">
          <TextInput
            {...parts}
            mono
            value={value.name}
            onChange={(name) => onChange({ ...value, name })}
          />
          <Select
            aria-label={`Type of ${label.toLowerCase()}`}
            value={value.type}
            choices={types}
            onChange={(type) => onChange({ ...value, type })}
          />
          {onRemove !== undefined && (
            <IconButton label={`Remove ${label.toLowerCase()}`} icon={X} onClick={onRemove} />
          )}
        </div>
      )}
    </Field>
  )
}

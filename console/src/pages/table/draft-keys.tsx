import { Field } from '../../design/field.js'
import { Checkbox, TextInput } from '../../design/inputs.js'
import { Panel } from '../../design/panel.js'
import type { DraftPartProps } from './draft-part.js'
import { KeyAttributeInput } from './key-attribute-input.js'

export function DraftKeys({ draft, faults, onChange }: DraftPartProps) {
  return (
    <Panel title="Name and keys">
      <Field label="Table name" error={faults['name']}>
        {(parts) => (
          <TextInput
            {...parts}
            mono
            autoFocus
            value={draft.name}
            onChange={(name) => onChange({ name })}
          />
        )}
      </Field>
      <div className="create-pair">
        <KeyAttributeInput
          label="Partition key"
          value={draft.partition}
          error={faults['partition']}
          hint="Items with the same value are stored together."
          onChange={(partition) => onChange({ partition })}
        />
        {draft.hasSort && (
          <KeyAttributeInput
            label="Sort key"
            value={draft.sort}
            error={faults['sort']}
            hint="Orders the items of a partition key."
            onChange={(sort) => onChange({ sort })}
          />
        )}
      </div>
      <Checkbox checked={draft.hasSort} onChange={(hasSort) => onChange({ hasSort })}>
        Sort key
      </Checkbox>
    </Panel>
  )
}

import { Field } from '../../design/field.js'
import { Select, TextInput } from '../../design/inputs.js'
import type { AttributeValue, ValueType } from '../../values/attribute-value.js'
import { typeOfValue } from '../../values/attribute-value.js'
import { convertValue } from '../../values/convert-value.js'
import { FormParts } from '../form/form-context.js'
import { typeChoices } from '../form/type-choices.js'
import { ValueField } from '../form/value-field.js'
import { validateValue } from '../../values/validate-item.js'
import type { TableKeys } from '../table-keys.js'

export type ActionKind = 'set' | 'remove' | 'rename' | 'delete' | 'copy'

/** What was typed so far. */
export interface ActionDraft {
  readonly kind: ActionKind
  readonly name: string
  readonly newName: string
  readonly value: AttributeValue
  readonly toTable: string
}

export const firstDraft: ActionDraft = {
  kind: 'set',
  name: '',
  newName: '',
  value: { S: '' },
  toTable: '',
}

const kinds = [
  { value: 'set', label: 'Set an attribute' },
  { value: 'remove', label: 'Remove an attribute' },
  { value: 'rename', label: 'Rename an attribute' },
  { value: 'delete', label: 'Delete items' },
  { value: 'copy', label: 'Copy to another table' },
] as const

/** Maps and lists are edited in items, one by one. */
const bulkTypes = typeChoices.filter(({ value }) => value !== 'M' && value !== 'L')

export interface ActionFieldsProps {
  readonly draft: ActionDraft
  readonly keys: TableKeys
  readonly tables: readonly string[]
  readonly onChange: (draft: ActionDraft) => void
}

export function ActionFields({ draft, keys, tables, onChange }: ActionFieldsProps) {
  const { kind } = draft
  return (
    <div className="bulk-fields">
      <Field label="Action">
        {(parts) => (
          <Select
            {...parts}
            value={kind}
            choices={kinds}
            onChange={(next) => onChange({ ...draft, kind: next })}
          />
        )}
      </Field>
      {(kind === 'set' || kind === 'remove' || kind === 'rename') && (
        <Field label="Attribute">
          {(parts) => (
            <TextInput
              {...parts}
              mono
              value={draft.name}
              onChange={(name) => onChange({ ...draft, name })}
            />
          )}
        </Field>
      )}
      {kind === 'rename' && (
        <Field label="New name">
          {(parts) => (
            <TextInput
              {...parts}
              mono
              value={draft.newName}
              onChange={(newName) => onChange({ ...draft, newName })}
            />
          )}
        </Field>
      )}
      {kind === 'set' && <SetValue draft={draft} keys={keys} onChange={onChange} />}
      {kind === 'copy' && (
        <Field label="Table">
          {(parts) => (
            <Select
              {...parts}
              value={draft.toTable}
              choices={[
                { value: '', label: 'Choose a table' },
                ...tables
                  .filter((name) => name !== keys.table)
                  .map((name) => ({ value: name, label: name })),
              ]}
              onChange={(toTable) => onChange({ ...draft, toTable })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function SetValue({ draft, keys, onChange }: Omit<ActionFieldsProps, 'tables'>) {
  const { value } = draft
  const problems = new Map(validateValue(['Value'], value).map(({ message }) => ['Value', message]))
  const problem = problems.get('Value')
  const set = (next: AttributeValue) => onChange({ ...draft, value: next })
  return (
    <>
      <Field label="Type">
        {(parts) => (
          <Select
            {...parts}
            value={typeOfValue(value)}
            choices={bulkTypes}
            onChange={(type: ValueType) => set(convertValue(value, type))}
          />
        )}
      </Field>
      <div className="field bulk-value">
        <span className="field-label">Value</span>
        <FormParts
          value={{
            keys,
            read: undefined,
            problems,
            change: (_path, next) => next !== undefined && set(next),
            rename: () => undefined,
          }}
        >
          <ValueField path={['Value']} value={value} isOpen={false} onToggle={() => undefined} />
        </FormParts>
        {problem !== undefined && (
          <p className="field-error" id="problem-Value">
            {problem}
          </p>
        )}
      </div>
    </>
  )
}

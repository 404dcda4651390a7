import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { Checkbox, Select, TextInput } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import {
  type AccessPattern,
  type ModelTable,
  type PatternCondition,
  patternOperations,
  patternOperators,
} from '../../modelling/data-model.js'
import { describePlan } from '../../modelling/describe-plan.js'
import { servePattern } from '../../modelling/serve-pattern.js'
import { simulatePattern } from '../../modelling/simulate-pattern.js'
import { patternFields } from './pattern-fields.js'
import { simulationText } from './simulation-text.js'

export interface PatternDialogProps {
  readonly table: ModelTable
  readonly pattern: AccessPattern
  readonly onClose: () => void
  readonly onSave: (pattern: AccessPattern) => void
}

/** No index has such a name. */
const whichever = '*'
const noEntity = ''

export function PatternDialog({ table, pattern: initial, onClose, onSave }: PatternDialogProps) {
  const [pattern, setPattern] = useState(initial)
  const set = (some: Partial<AccessPattern>) => setPattern({ ...pattern, ...some })
  const isQuery = pattern.operation === 'Query'
  return (
    <Dialog
      title={initial.name === '' ? 'Add pattern' : `Pattern ${initial.name}`}
      size="wide"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={pattern.name.trim() === ''}
            onClick={() => onSave({ ...pattern, name: pattern.name.trim() })}
          >
            Save pattern
          </Button>
        </>
      }
    >
      <div className="model-fields">
        <Field label="Name">
          {(parts) => (
            <TextInput {...parts} value={pattern.name} onChange={(name) => set({ name })} />
          )}
        </Field>
        <Field label="Operation">
          {(parts) => (
            <Select
              {...parts}
              value={pattern.operation}
              choices={patternOperations.map((value) => ({ value, label: value }))}
              onChange={(operation) => set({ operation })}
            />
          )}
        </Field>
        <Field label="Entity" hint="Its templates turn what is known into keys.">
          {(parts) => (
            <Select
              {...parts}
              value={pattern.entity ?? noEntity}
              choices={[
                { value: noEntity, label: 'None' },
                ...table.entities.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(name) => setPattern(withOptional(pattern, 'entity', name || undefined))}
            />
          )}
        </Field>
        <Field label="By">
          {(parts) => (
            <Select
              {...parts}
              value={pattern.via ?? whichever}
              choices={[
                { value: whichever, label: 'Whatever serves best' },
                { value: '', label: 'The table' },
                ...table.indexes.map(({ name }) => ({ value: name, label: name })),
              ]}
              onChange={(name) =>
                setPattern(withOptional(pattern, 'via', name === whichever ? undefined : name))
              }
            />
          )}
        </Field>
      </div>
      <Conditions
        fields={patternFields(table, pattern.entity)}
        conditions={pattern.conditions}
        onChange={(conditions) => set({ conditions })}
      />
      <div className="model-fields pattern-options">
        {isQuery && (
          <Checkbox checked={pattern.descending} onChange={(descending) => set({ descending })}>
            Descending
          </Checkbox>
        )}
        <Checkbox checked={pattern.consistent} onChange={(consistent) => set({ consistent })}>
          Strongly consistent
        </Checkbox>
        <CountField
          label="Limit"
          value={pattern.limit}
          onChange={(limit) => setPattern(withOptional(pattern, 'limit', limit || undefined))}
        />
        <CountField
          label="Expected rows"
          value={pattern.expectedRows}
          onChange={(rows) => setPattern(withOptional(pattern, 'expectedRows', rows))}
        />
      </div>
      <PlanNotice table={table} pattern={pattern} />
    </Dialog>
  )
}

function PlanNotice({
  table,
  pattern,
}: {
  readonly table: ModelTable
  readonly pattern: AccessPattern
}) {
  const plan = servePattern(table, pattern)
  if (plan.kind === 'unserved') {
    return <Notice tone="warn">Nothing serves it. {describePlan(plan)}</Notice>
  }
  return (
    <Notice tone="ok">
      {plan.operation} on {plan.index ?? table.name}: {describePlan(plan)} →{' '}
      {simulationText(simulatePattern(table, pattern, plan))}. {plan.notes.join(' ')}
    </Notice>
  )
}

interface ConditionsProps {
  readonly fields: readonly string[]
  readonly conditions: readonly PatternCondition[]
  readonly onChange: (conditions: readonly PatternCondition[]) => void
}

function Conditions({ fields, conditions, onChange }: ConditionsProps) {
  const set = (at: number, some: Partial<PatternCondition>) =>
    onChange(conditions.map((each, i) => (i === at ? { ...each, ...some } : each)))
  return (
    <div className="pattern-conditions" role="group" aria-label="What is known">
      <span className="field-label">What is known</span>
      {conditions.map((condition, at) => (
        <div key={at} className="pattern-condition">
          <Select
            aria-label={`Field ${at + 1}`}
            value={condition.field}
            choices={[...new Set([condition.field, ...fields])].map((value) => ({
              value,
              label: value,
            }))}
            onChange={(field) => set(at, { field })}
          />
          <Select
            aria-label={`Operator ${at + 1}`}
            value={condition.operator}
            choices={patternOperators.map((value) => ({ value, label: value.replace('_', ' ') }))}
            onChange={(operator) => set(at, { operator })}
          />
          <span className="pattern-values">
            {(condition.operator === 'between' ? [0, 1] : [0]).map((place) => (
              <TextInput
                key={place}
                mono
                aria-label={`Value ${at + 1}${place === 1 ? ', end' : ''}`}
                value={condition.values[place] ?? ''}
                onChange={(text) =>
                  set(at, {
                    values:
                      place === 0
                        ? [text, ...condition.values.slice(1)]
                        : [condition.values[0] ?? '', text],
                  })
                }
              />
            ))}
          </span>
          <IconButton
            label={`Remove condition ${at + 1}`}
            icon={Trash2}
            onClick={() => onChange(conditions.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            onChange([...conditions, { field: fields[0] ?? '', operator: '=', values: [''] }])
          }
        >
          Add condition
        </Button>
      </div>
    </div>
  )
}

interface CountFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
}

function CountField({ label, value, onChange }: CountFieldProps) {
  return (
    <Field label={label}>
      {(parts) => (
        <TextInput
          {...parts}
          inputMode="numeric"
          value={value === undefined ? '' : String(value)}
          onChange={(text) => {
            if (/^\d{0,9}$/.test(text)) onChange(text === '' ? undefined : Number(text))
          }}
        />
      )}
    </Field>
  )
}

/** Members that are absent stay out of the file. */
function withOptional<Name extends 'entity' | 'via' | 'limit' | 'expectedRows'>(
  pattern: AccessPattern,
  name: Name,
  value: AccessPattern[Name],
): AccessPattern {
  const { [name]: _, ...rest } = pattern
  return (value === undefined ? rest : { ...rest, [name]: value }) as AccessPattern
}

import type { BillingMode } from '../../api/generated/dynamodb-types.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import type { ThroughputDraft } from './index-draft.js'
import './throughput-fields.css'

export interface ThroughputFieldsProps {
  readonly value: ThroughputDraft
  readonly billing: BillingMode
  readonly faultOf: (field: keyof ThroughputDraft) => string | undefined
  readonly onChange: (change: Partial<ThroughputDraft>) => void
}

type UnitsField = readonly [field: keyof ThroughputDraft, label: string]

const provisioned: readonly UnitsField[] = [
  ['readUnits', 'Read capacity units'],
  ['writeUnits', 'Write capacity units'],
]
const onDemand: readonly UnitsField[] = [
  ['readMaximum', 'Maximum read units'],
  ['writeMaximum', 'Maximum write units'],
]
const warm: readonly UnitsField[] = [
  ['warmRead', 'Warm read units/s'],
  ['warmWrite', 'Warm write units/s'],
]

/** Units of a table or an index, as its billing mode has them. */
export function ThroughputFields({ value, billing, faultOf, onChange }: ThroughputFieldsProps) {
  const fields = [...(billing === 'PROVISIONED' ? provisioned : onDemand), ...warm]
  return (
    <div className="throughput">
      {fields.map(([field, label]) => (
        <Field key={field} label={label} error={faultOf(field)}>
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              placeholder={provisioned.some(([name]) => name === field) ? '' : 'not set'}
              value={value[field]}
              onChange={(text) => onChange({ [field]: text.trim() })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

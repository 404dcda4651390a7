import type { ProjectionType } from '../../api/generated/dynamodb-types.js'
import { Field } from '../../design/field.js'
import { Select, TextArea, type Choice } from '../../design/inputs.js'
import type { ProjectionDraft } from './index-draft.js'

const projections: readonly Choice<ProjectionType>[] = [
  { value: 'ALL', label: 'ALL: every attribute' },
  { value: 'KEYS_ONLY', label: 'KEYS_ONLY: keys of table and index' },
  { value: 'INCLUDE', label: 'INCLUDE: keys and these attributes' },
]

export interface ProjectionFieldProps {
  readonly value: ProjectionDraft
  readonly onChange: (change: Partial<ProjectionDraft>) => void
}

export function ProjectionField({ value, onChange }: ProjectionFieldProps) {
  return (
    <Field label="Projection">
      {(parts) => (
        <Select
          {...parts}
          value={value.projection}
          choices={projections}
          onChange={(projection) => onChange({ projection })}
        />
      )}
    </Field>
  )
}

export interface IncludedFieldProps extends ProjectionFieldProps {
  readonly error: string | undefined
}

/** Only a projection that includes attributes has names of them. */
export function IncludedField({ value, error, onChange }: IncludedFieldProps) {
  if (value.projection !== 'INCLUDE') return null
  return (
    <Field label="Included attributes" hint="One a line." error={error}>
      {(parts) => (
        <TextArea
          {...parts}
          mono
          value={value.included}
          onChange={(included) => onChange({ included })}
        />
      )}
    </Field>
  )
}

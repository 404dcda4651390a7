import type { BillingMode, ProjectionType } from '../../api/generated/dynamodb-types.js'
import { Field } from '../../design/field.js'
import { Select, TextArea, TextInput, type Choice } from '../../design/inputs.js'
import type { DraftFaults } from './draft-faults.js'
import type { IndexDraft } from './index-draft.js'
import './index-editor.css'
import { KeyList } from './key-list.js'
import { ThroughputFields } from './throughput-fields.js'

const projections: readonly Choice<ProjectionType>[] = [
  { value: 'ALL', label: 'ALL: every attribute' },
  { value: 'KEYS_ONLY', label: 'KEYS_ONLY: keys of table and index' },
  { value: 'INCLUDE', label: 'INCLUDE: keys and these attributes' },
]

export interface IndexEditorProps {
  readonly index: IndexDraft
  readonly billing: BillingMode
  readonly faults: DraftFaults
  readonly onChange: (index: IndexDraft) => void
}

export function IndexEditor({ index, billing, faults, onChange }: IndexEditorProps) {
  const faultOf = (field: string) => faults[`index.${index.id}.${field}`]
  const change = (some: Partial<IndexDraft>) => onChange({ ...index, ...some })
  return (
    <div className="index-editor">
      <div className="index-editor-row">
        <Field label="Index name" error={faultOf('name') ?? faultOf('kind')}>
          {(parts) => (
            <TextInput {...parts} mono value={index.name} onChange={(name) => change({ name })} />
          )}
        </Field>
        <Field label="Projection">
          {(parts) => (
            <Select
              {...parts}
              value={index.projection}
              choices={projections}
              onChange={(projection) => change({ projection })}
            />
          )}
        </Field>
      </div>
      <div className="index-editor-row">
        {index.kind === 'global' && (
          <KeyList
            label="Partition key"
            attributes={index.partition}
            least={1}
            faultAt={(at) => faultOf(`partition.${at}`)}
            onChange={(partition) => change({ partition })}
          />
        )}
        <KeyList
          label="Sort key"
          attributes={index.sort}
          least={index.kind === 'local' ? 1 : 0}
          most={index.kind === 'local' ? 1 : undefined}
          faultAt={(at) => faultOf(`sort.${at}`)}
          onChange={(sort) => change({ sort })}
        />
      </div>
      {index.projection === 'INCLUDE' && (
        <Field label="Included attributes" hint="One a line." error={faultOf('included')}>
          {(parts) => (
            <TextArea
              {...parts}
              mono
              value={index.included}
              onChange={(included) => change({ included })}
            />
          )}
        </Field>
      )}
      {index.kind === 'global' && (
        <ThroughputFields value={index} billing={billing} faultOf={faultOf} onChange={change} />
      )}
    </div>
  )
}

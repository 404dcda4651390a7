import type { BillingMode } from '../../api/generated/dynamodb-types.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import type { DraftFaults } from './draft-faults.js'
import type { IndexDraft } from './index-draft.js'
import './index-editor.css'
import { KeyList } from './key-list.js'
import { IncludedField, ProjectionField } from './projection-field.js'
import { ThroughputFields } from './throughput-fields.js'

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
        <ProjectionField value={index} onChange={change} />
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
      <IncludedField value={index} error={faultOf('included')} onChange={change} />
      {index.kind === 'global' && (
        <ThroughputFields value={index} billing={billing} faultOf={faultOf} onChange={change} />
      )}
    </div>
  )
}

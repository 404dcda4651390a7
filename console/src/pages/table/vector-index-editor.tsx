import { Field } from '../../design/field.js'
import { Select, TextInput, type Choice } from '../../design/inputs.js'
import type { DraftFaults } from './draft-faults.js'
import './index-editor.css'
import { KeyList } from './key-list.js'
import { inlineFiltersMax, vectorDimensionsMax } from './limits.js'
import { IncludedField, ProjectionField } from './projection-field.js'
import type { DistanceFunction, VectorIndexDraft } from './vector-index-draft.js'

const distances: readonly Choice<DistanceFunction>[] = [
  { value: 'COSINE', label: 'COSINE: the angle' },
  { value: 'EUCLIDEAN', label: 'EUCLIDEAN: the distance' },
  { value: 'DOT_PRODUCT', label: 'DOT_PRODUCT: the greatest is nearest' },
]

export interface VectorIndexEditorProps {
  readonly index: VectorIndexDraft
  readonly faults: DraftFaults
  readonly onChange: (index: VectorIndexDraft) => void
}

export function VectorIndexEditor({ index, faults, onChange }: VectorIndexEditorProps) {
  const faultOf = (field: string) => faults[`vector.${index.id}.${field}`]
  const change = (some: Partial<VectorIndexDraft>) => onChange({ ...index, ...some })
  return (
    <div className="index-editor">
      <div className="index-editor-row">
        <Field label="Index name" error={faultOf('name')}>
          {(parts) => (
            <TextInput {...parts} mono value={index.name} onChange={(name) => change({ name })} />
          )}
        </Field>
        <ProjectionField value={index} onChange={change} />
      </div>
      <div className="index-editor-row">
        <Field label="Vector attribute" hint="A list of numbers." error={faultOf('attribute')}>
          {(parts) => (
            <TextInput
              {...parts}
              mono
              value={index.attribute}
              onChange={(attribute) => change({ attribute })}
            />
          )}
        </Field>
        <Field
          label="Dimensions"
          hint={`How many numbers, up to ${vectorDimensionsMax}.`}
          error={faultOf('dimensions')}
        >
          {(parts) => (
            <TextInput
              {...parts}
              inputMode="numeric"
              value={index.dimensions}
              onChange={(dimensions) => change({ dimensions: dimensions.trim() })}
            />
          )}
        </Field>
        <Field label="Distance">
          {(parts) => (
            <Select
              {...parts}
              value={index.distance}
              choices={distances}
              onChange={(distance) => change({ distance })}
            />
          )}
        </Field>
      </div>
      <div className="index-editor-row">
        <KeyList
          label="Hash attribute"
          attributes={index.hash}
          least={0}
          most={1}
          faultAt={(at) => faultOf(`hash.${at}`)}
          onChange={(hash) => change({ hash })}
        />
        <KeyList
          label="Filter"
          another="Add another filter"
          attributes={index.filters}
          least={0}
          most={inlineFiltersMax}
          faultAt={(at) => faultOf(`filters.${at}`)}
          onChange={(filters) => change({ filters })}
        />
      </div>
      <IncludedField value={index} error={faultOf('included')} onChange={change} />
    </div>
  )
}

import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../design/button.js'
import { Panel } from '../../design/panel.js'
import type { DraftPartProps } from './draft-part.js'
import { newVectorIndex } from './vector-index-draft.js'
import { VectorIndexEditor } from './vector-index-editor.js'

export function DraftVectorIndexes({ draft, faults, onChange }: DraftPartProps) {
  const { vectorIndexes } = draft
  const nextId = Math.max(0, ...vectorIndexes.map(({ id }) => id)) + 1
  return (
    <Panel title="Vector indexes">
      {vectorIndexes.map((index) => (
        <section
          key={index.id}
          className="create-index"
          aria-label={index.name || 'New vector index'}
        >
          <div className="create-index-head">
            <h3>Vector index</h3>
            <IconButton
              label={`Remove index ${index.name}`}
              icon={Trash2}
              onClick={() =>
                onChange({ vectorIndexes: vectorIndexes.filter(({ id }) => id !== index.id) })
              }
            />
          </div>
          <VectorIndexEditor
            index={index}
            faults={faults}
            onChange={(changed) =>
              onChange({
                vectorIndexes: vectorIndexes.map((each) =>
                  each.id === changed.id ? changed : each,
                ),
              })
            }
          />
        </section>
      ))}
      {faults['vectors'] !== undefined && <p className="field-error">{faults['vectors']}</p>}
      <div className="create-row">
        <Button
          icon={Plus}
          onClick={() => onChange({ vectorIndexes: [...vectorIndexes, newVectorIndex(nextId)] })}
        >
          Vector index
        </Button>
        <span className="create-note">Finds items by what their vectors are near to.</span>
      </div>
    </Panel>
  )
}

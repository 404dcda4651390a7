import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../design/button.js'
import { Panel } from '../../design/panel.js'
import type { DraftPartProps } from './draft-part.js'
import { newIndex, type IndexDraft } from './index-draft.js'
import { IndexEditor } from './index-editor.js'

const kinds = { global: 'Global secondary index', local: 'Local secondary index' } as const

export function DraftIndexes({ draft, faults, onChange }: DraftPartProps) {
  const { indexes, billing } = draft
  const nextId = Math.max(0, ...indexes.map(({ id }) => id)) + 1
  const add = (kind: IndexDraft['kind']) =>
    onChange({ indexes: [...indexes, newIndex(nextId, kind)] })
  const remove = (id: number) => onChange({ indexes: indexes.filter((index) => index.id !== id) })
  return (
    <Panel title="Indexes">
      {indexes.map((index) => (
        <section key={index.id} className="create-index" aria-label={index.name || 'New index'}>
          <div className="create-index-head">
            <h3>{kinds[index.kind]}</h3>
            <IconButton
              label={`Remove index ${index.name}`}
              icon={Trash2}
              onClick={() => remove(index.id)}
            />
          </div>
          <IndexEditor
            index={index}
            billing={billing}
            faults={faults}
            onChange={(changed) =>
              onChange({
                indexes: indexes.map((each) => (each.id === changed.id ? changed : each)),
              })
            }
          />
        </section>
      ))}
      {faults['indexes'] !== undefined && <p className="field-error">{faults['indexes']}</p>}
      <div className="create-row">
        <Button icon={Plus} onClick={() => add('global')}>
          Global index
        </Button>
        <Button icon={Plus} disabled={!draft.hasSort} onClick={() => add('local')}>
          Local index
        </Button>
        <span className="create-note">
          {draft.hasSort
            ? 'Local indexes can only be made with their table.'
            : 'Local indexes need a table with a sort key.'}
        </span>
      </div>
    </Panel>
  )
}

import { useState } from 'react'
import { Button } from '../../design/button.js'
import { Notice } from '../../design/notice.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { printPath } from '../../values/attribute-path.js'
import type { AttributeValue, Item } from '../../values/attribute-value.js'
import type { ItemChange } from '../../values/diff-items.js'
import { DiffList, DiffValue } from '../diff-list.js'
import { conflictRows, othersChanges, type ConflictRow } from '../saving/conflict.js'
import './conflict-view.css'
import type { ItemEditor } from './use-item-editor.js'

type Side = 'mine' | 'theirs'
const sides = [
  { value: 'mine', label: 'Keep mine' },
  { value: 'theirs', label: 'Take theirs' },
] as const

export interface ConflictViewProps {
  readonly editor: ItemEditor
  readonly now: Item | undefined
  readonly onClose: () => void
}

/** Yours, what was read, and what is there now; nothing was written. */
export function ConflictView({ editor, now, onClose }: ConflictViewProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const read = editor.read ?? {}
  if (now === undefined) return <Gone editor={editor} onClose={onClose} />
  const rows = conflictRows(read, editor.item, now)
  const contested = rows.filter(({ isContested }) => isContested)
  const others = othersChanges(read, editor.item, now)
  const sideOf = ({ change }: ConflictRow): Side => choices[printPath(change.path)] ?? 'theirs'
  const kept = rows
    .filter((row) => !row.isContested || sideOf(row) === 'mine')
    .map(({ change }): ItemChange => change)
  return (
    <div className="conflict">
      <Notice tone="warn">
        Somebody else changed this item after it was read. Nothing was written.
      </Notice>
      {contested.map((row) => (
        <ContestedRow
          key={printPath(row.change.path)}
          row={row}
          side={sideOf(row)}
          onChoose={(side) => setChoices({ ...choices, [printPath(row.change.path)]: side })}
        />
      ))}
      {others.length > 0 && (
        <section>
          <h3>Changed by others, kept</h3>
          <DiffList label="Changed by others" changes={others} />
        </section>
      )}
      <div className="conflict-actions">
        <Button onClick={() => editor.resolve([])}>Take all theirs</Button>
        <Button kind="primary" onClick={() => editor.resolve(kept)}>
          Continue to review
        </Button>
      </div>
    </div>
  )
}

function Gone({ editor, onClose }: { readonly editor: ItemEditor; readonly onClose: () => void }) {
  return (
    <div className="conflict">
      <Notice tone="warn">
        Somebody else deleted this item after it was read. Nothing was written.
      </Notice>
      <div className="conflict-actions">
        <Button onClick={onClose}>Close</Button>
        <Button kind="primary" onClick={() => editor.resolve([])}>
          Review as a new item
        </Button>
      </div>
    </div>
  )
}

interface ContestedRowProps {
  readonly row: ConflictRow
  readonly side: Side
  readonly onChoose: (side: Side) => void
}

function ContestedRow({ row: { change, now }, side, onChoose }: ContestedRowProps) {
  const name = printPath(change.path)
  return (
    <section className="conflict-row" aria-label={name}>
      <header className="conflict-head">
        <code>{name}</code>
        <SegmentedControl
          label={`Value of ${name}`}
          value={side}
          choices={sides}
          onChange={onChoose}
        />
      </header>
      <dl className="conflict-values">
        <Version name="Yours" value={change.after} isChosen={side === 'mine'} />
        <Version name="Read" value={change.before} isChosen={false} />
        <Version name="Now" value={now} isChosen={side === 'theirs'} />
      </dl>
    </section>
  )
}

interface VersionProps {
  readonly name: string
  readonly value: AttributeValue | undefined
  readonly isChosen: boolean
}

function Version({ name, value, isChosen }: VersionProps) {
  return (
    <div className={isChosen ? 'conflict-version conflict-chosen' : 'conflict-version'}>
      <dt>{name}</dt>
      <dd>{value === undefined ? <em>missing</em> : <DiffValue value={value} isOld={false} />}</dd>
    </div>
  )
}

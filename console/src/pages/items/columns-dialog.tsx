/** All columns: which are shown, in which order. The same as dragging, for keys. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Checkbox, TextInput } from '../../design/inputs.js'
import { moved, plainLayout, toggled, type ColumnLayout } from '../../grid/column-layout.js'
import type { ColumnFacts } from '../../grid/column-tracker.js'
import './columns-dialog.css'

export interface ColumnsDialogProps {
  readonly open: boolean
  readonly columns: readonly ColumnFacts[]
  /** Those that stay. */
  readonly keys: readonly string[]
  readonly layout: ColumnLayout
  readonly onChange: (layout: ColumnLayout) => void
  readonly onClose: () => void
}

export function ColumnsDialog(props: ColumnsDialogProps) {
  const { open, columns, keys, layout, onChange, onClose } = props
  const [words, setWords] = useState('')
  const names = columns.map(({ name }) => name)
  const wanted = words.toLowerCase()
  const loose = names.filter((name) => !keys.includes(name))
  return (
    <Dialog
      title="Columns"
      description="The attributes of all loaded items."
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChange(plainLayout)}>Reset</Button>
          <Button onClick={() => onChange({ ...layout, hidden: loose })}>Hide all</Button>
          <Button onClick={() => onChange({ ...layout, hidden: [] })}>Show all</Button>
        </>
      }
    >
      <TextInput
        aria-label="Find a column"
        placeholder="Find a column"
        value={words}
        onChange={setWords}
      />
      <ul className="columns-list">
        {columns
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .map(({ name, counts }) => (
            <li key={name}>
              <Checkbox
                checked={!layout.hidden.includes(name)}
                disabled={keys.includes(name)}
                onChange={() => onChange(toggled(layout, name))}
              >
                {name}
              </Checkbox>
              <span className="columns-type">{counts.map(([type]) => type).join(' ')}</span>
              <IconButton
                label={`Move ${name} up`}
                icon={ArrowUp}
                disabled={keys.includes(name)}
                onClick={() => onChange(moved(layout, names, name, names.indexOf(name) - 1))}
              />
              <IconButton
                label={`Move ${name} down`}
                icon={ArrowDown}
                disabled={keys.includes(name)}
                onClick={() => onChange(moved(layout, names, name, names.indexOf(name) + 1))}
              />
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

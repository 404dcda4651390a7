import { Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { EmptyState } from '../../design/empty-state.js'

export interface ShelfEntry {
  readonly name?: string
  readonly text: string
}

export interface ShelfDialogProps {
  readonly title: string
  readonly emptyText: string
  readonly entries: readonly ShelfEntry[]
  readonly open: boolean
  readonly onClose: () => void
  readonly onChoose: (text: string) => void
  readonly onChange: (entries: readonly ShelfEntry[]) => void
}

/** Statements to take up again. */
export function ShelfDialog(props: ShelfDialogProps) {
  const { title, emptyText, entries, open, onClose, onChoose, onChange } = props
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      size="wide"
      footer={
        entries.length > 0 && (
          <Button kind="ghost" onClick={() => onChange([])}>
            Delete all
          </Button>
        )
      }
    >
      {entries.length === 0 && <EmptyState title={emptyText} />}
      <ul className="partiql-shelf">
        {entries.map((entry, at) => (
          <li key={entry.name ?? entry.text}>
            <button
              type="button"
              className="partiql-shelf-entry"
              onClick={() => {
                onChoose(entry.text)
                onClose()
              }}
            >
              {entry.name !== undefined && <strong>{entry.name}</strong>}
              <code>{entry.text}</code>
            </button>
            <IconButton
              label={`Delete ${entry.name ?? 'this entry'}`}
              icon={Trash2}
              onClick={() => onChange(entries.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

import { Dialog } from '../design/dialog.js'
import './shortcut-list.css'
import { useShortcuts } from './shortcuts.js'

export interface ShortcutListProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The keys that work at the moment. */
export function ShortcutList({ open, onClose }: ShortcutListProps) {
  const shortcuts = useShortcuts()
  return (
    <Dialog title="Keyboard" open={open} onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{shownKey(key)}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function shownKey(key: string): string {
  return key
    .replace('mod+', 'Ctrl ')
    .replace(/ ([a-z])$/, (_, letter: string) => ` ${letter.toUpperCase()}`)
}

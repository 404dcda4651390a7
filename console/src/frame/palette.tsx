/** One box for everything: pages, tables, and what the page offers at the moment. */
import { Search, Table2 } from 'lucide-react'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Dialog } from '../design/dialog.js'
import { paths } from '../routes/paths.js'
import { useNavigate } from '../routes/place.js'
import { useAllCommands, type Command } from './commands.js'
import { matchesWords } from './match-words.js'
import './palette.css'
import { useTableNames } from './queries.js'
import { useWorkspace } from './workspace.js'

const shownMost = 50

export interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function Palette({ open, onClose }: PaletteProps) {
  return (
    <Dialog title="Search or run" open={open} onClose={onClose}>
      <PaletteList onClose={onClose} />
    </Dialog>
  )
}

function PaletteList({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const found = useFound(typed)
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt(Math.min(found.length - 1, Math.max(0, chosen + step)))
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <label className="palette-box">
        <Search aria-hidden size={16} />
        <span className="visually-hidden">Search or run</span>
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
          autoFocus
          value={typed}
          placeholder="A table, a page, or something to do"
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </label>
      <ul id={listId} className="palette-list" role="listbox" aria-label="What was found">
        {found.map((command, index) => (
          <li
            key={`${command.group} ${command.label}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-entry"
            onClick={() => run(command)}
            onMouseMove={() => setAt(index)}
          >
            {command.icon !== undefined && <command.icon aria-hidden size={15} />}
            <span className="palette-label">{command.label}</span>
            <span className="palette-note">{command.keys ?? command.group}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="palette-none">Nothing is called that.</p>}
    </div>
  )
}

function useFound(typed: string): readonly Command[] {
  const commands = useAllCommands()
  const tables = useTableCommands()
  return useMemo(
    () =>
      [...tables, ...commands]
        .filter(({ label, group, words = '' }) => matchesWords(`${label} ${group} ${words}`, typed))
        .slice(0, shownMost),
    [commands, tables, typed],
  )
}

function useTableCommands(): readonly Command[] {
  const { data } = useTableNames()
  const { region } = useWorkspace()
  const navigate = useNavigate()
  return useMemo(
    () =>
      (data ?? []).map((name) => ({
        label: name,
        group: 'Table',
        icon: Table2,
        run: () => navigate(paths.table(region, name, 'items')),
      })),
    [data, region, navigate],
  )
}

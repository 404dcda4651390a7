/** Saved queries of a table and those that ran lately. */
import { Bookmark, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReadSource } from '../../code/key-attributes.js'
import type { ReadState } from '../../code/read-state.js'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { Menu } from '../../design/menu.js'
import { saveBlob } from '../../editor/save-file.js'
import { useToasts } from '../../frame/toasts.js'
import { describeQuery } from './describe-query.js'
import { withQueriesOf, writeQueryFile } from './query-file.js'
import { useQueryHistory, useSavedQueries } from './use-saved-queries.js'

export interface SaveMenuProps {
  readonly table: string
  readonly draft: ReadState
  readonly sources: readonly ReadSource[]
  readonly onOpen: (state: ReadState) => void
}

/** Entries of the history that the menu shows. */
const shownMost = 8

export function SaveMenu({ table, draft, sources, onOpen }: SaveMenuProps) {
  const { saved, save, remove, replaceAll } = useSavedQueries(table)
  const file = useRef<HTMLInputElement>(null)
  const toast = useToasts()
  const read = async (chosen: File) => {
    const queries = withQueriesOf(saved, await chosen.text())
    if (queries === undefined) return toast({ text: `${chosen.name} has no saved queries.` })
    replaceAll(queries)
    toast({ text: `Read the queries of ${chosen.name}.` })
  }
  const { ran } = useQueryHistory(table)
  const [current, setCurrent] = useState<string>()
  const [isNaming, setNaming] = useState(false)
  const known = saved.find(({ name }) => name === current)
  return (
    <>
      <Menu
        trigger={
          <Button icon={Bookmark}>
            Queries
            <ChevronDown aria-hidden size={14} />
          </Button>
        }
        groups={[
          [
            ...(known === undefined
              ? []
              : [
                  {
                    label: `Save ${known.name}`,
                    onSelect: () => save({ name: known.name, state: draft }),
                  },
                  {
                    label: `Delete ${known.name}`,
                    danger: true,
                    onSelect: () => remove(known.name),
                  },
                ]),
            { label: 'Save as…', onSelect: () => setNaming(true) },
          ],
          [
            {
              label: 'Write all to a file',
              disabled: saved.length === 0,
              onSelect: () =>
                saveBlob(
                  new Blob([writeQueryFile(saved)], { type: 'application/json' }),
                  `${table}.queries.json`,
                ),
            },
            { label: 'Read from a file…', onSelect: () => file.current?.click() },
          ],
          saved.map(({ name, state }) => ({
            label: name,
            note: 'saved',
            onSelect: () => {
              setCurrent(name)
              onOpen(state)
            },
          })),
          ran.slice(0, shownMost).map(({ state, at }) => ({
            label: describeQuery(state, sources),
            note: new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }),
            onSelect: () => onOpen(state),
          })),
        ]}
      />
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="File of saved queries"
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen !== undefined) void read(chosen)
          target.value = ''
        }}
      />
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onName={(name) => {
            save({ name, state: draft })
            setCurrent(name)
            setNaming(false)
          }}
        />
      )}
    </>
  )
}

interface NameDialogProps {
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

function NameDialog({ onName, onClose }: NameDialogProps) {
  const [name, setName] = useState('')
  return (
    <Dialog
      title="Save query"
      description="Kept in this browser. A value such as {{customer}} is asked for on each run."
      open
      onClose={onClose}
      footer={
        <Button kind="primary" disabled={name.trim() === ''} onClick={() => onName(name.trim())}>
          Save
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onName(name.trim())
        }}
      >
        <Field label="Name">
          {(parts) => <TextInput {...parts} value={name} onChange={setName} />}
        </Field>
      </form>
    </Dialog>
  )
}

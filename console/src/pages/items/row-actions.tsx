/** What keys do with the row at the cursor: go on to the next, expand, delete, or all of it from a list. */
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { copyText } from '../../design/copy-text.js'
import { Dialog } from '../../design/dialog.js'
import { countOf } from '../../design/format.js'
import { BulkDialog } from '../../editor/bulk-dialog.js'
import { useShortcut } from '../../frame/shortcuts.js'
import { useToasts } from '../../frame/toasts.js'
import { placed, type GridCursor } from '../../grid/grid-cursor.js'
import type { Item } from '../../values/attribute-value.js'
import { plainItemText } from '../../values/plain-json.js'
import { allExpanded } from './expand-all.js'
import './row-actions.css'

export interface RowActionsProps {
  readonly table: string
  readonly tableKeys: readonly string[]
  readonly rows: number
  readonly itemAt: (row: number) => Item | undefined
  /** Of the columns in sight, in their order. */
  readonly columns: readonly string[]
  readonly cursor: GridCursor
  readonly onCursor: (cursor: GridCursor) => void
  /** Selected items; if there are none, keys are about the row at the cursor. */
  readonly selected: readonly Item[]
  readonly expanded: ReadonlyMap<number, string>
  readonly onExpanded: (expanded: ReadonlyMap<number, string>) => void
  /** Whether an item is open that has no changes: it may make room for the next. */
  readonly mayStep: boolean
  readonly onOpen: (row: number) => void
  readonly onDuplicate: (item: Item) => void
  readonly onDone: () => void
}

export function RowActions(props: RowActionsProps) {
  const { table, tableKeys, rows, cursor, selected, itemAt } = props
  const [deleted, setDeleted] = useState<readonly Item[]>()
  const [isListed, setListed] = useState(false)
  const toast = useToasts()
  const here = itemAt(cursor.row)
  const step = (by: number) => {
    const row = cursor.row + by
    if (row < 0 || row >= rows) return
    props.onCursor(placed({ row, column: cursor.column }))
    if (props.mayStep) props.onOpen(row)
  }
  const remove = () => {
    const chosen = selected.length > 0 || here === undefined ? selected : [here]
    if (chosen.length > 0) setDeleted(chosen)
  }
  const copy = (text: string) => {
    void copyText(text).then(() => toast({ text: 'Copied the item' }))
  }
  useShortcut('j', 'Next item', () => step(1))
  useShortcut('k', 'Item before', () => step(-1))
  useShortcut('Delete', 'Delete the item, or those selected', remove)
  useShortcut('.', 'Actions of the row', () => setListed(here !== undefined))
  useShortcut('e', 'Expand or close all maps and lists', () =>
    props.onExpanded(allExpanded(props.expanded, props)),
  )
  const act = (run: () => void) => () => {
    setListed(false)
    run()
  }
  return (
    <>
      {here !== undefined && (
        <Dialog title="Actions of the row" open={isListed} onClose={() => setListed(false)}>
          <div className="row-actions">
            <Button onClick={act(() => props.onOpen(cursor.row))}>Open</Button>
            <Button onClick={act(() => props.onDuplicate(here))}>Duplicate</Button>
            <Button onClick={act(() => copy(plainItemText(here)))}>Copy as JSON</Button>
            <Button onClick={act(() => copy(JSON.stringify(here, null, 2)))}>
              Copy as DynamoDB JSON
            </Button>
            <Button kind="danger" onClick={act(remove)}>
              {selected.length > 0
                ? `Delete ${countOf(selected.length, 'selected item')}`
                : 'Delete'}
            </Button>
          </div>
        </Dialog>
      )}
      {deleted !== undefined && (
        <BulkDialog
          table={table}
          source={{ kind: 'selection', itemKeys: deleted.map((item) => keyOf(item, tableKeys)) }}
          action="delete"
          onClose={() => setDeleted(undefined)}
          onDone={props.onDone}
        />
      )}
    </>
  )
}

function keyOf(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.map((name) => [name, item[name]!]))
}

/** An item beside the list it is in: looked at, edited, saved. Fills the screen of a phone. */
import { Copy, X } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../design/button.js'
import { ConfirmDialog } from '../design/confirm-dialog.js'
import { EmptyState } from '../design/empty-state.js'
import { FaultNotice } from '../design/fault-notice.js'
import { Skeleton } from '../design/skeleton.js'
import { useTableDescription } from '../frame/queries.js'
import { useWorkspace } from '../frame/workspace.js'
import type { Item } from '../values/attribute-value.js'
import { emptyValue } from '../values/convert-value.js'
import './item-panel.css'
import { ItemEditorView } from './panel/item-editor-view.js'
import { PanelEdge } from './panel/panel-edge.js'
import { useItemEditor } from './panel/use-item-editor.js'
import { findItem } from './saving/send-write.js'
import { imageOf, writeHistory } from './saving/write-history.js'
import type { ItemWrite } from './saving/write-request.js'
import { keyText, printKey, tableKeysOf, type TableKeys } from './table-keys.js'

/** Exactly one of the three. Keys may come with more attributes, which are not looked at. */
export type PanelSubject =
  | { readonly itemKey: Item }
  /** Attributes that a new item begins with; its keys are added. */
  | { readonly newItem: Item }
  /** The key of the item to begin with. */
  | { readonly duplicateOf: Item }

export type ItemPanelProps = PanelSubject & {
  readonly table: string
  readonly onClose: () => void
  /** After every write: a new item has no `before`, a deleted one no `after`. */
  readonly onSaved: (write: ItemWrite) => void
  /** Offered if given: opens a copy of the item. */
  readonly onDuplicate?: (key: Item) => void
  /** Whether there are changes that are not saved; the same function each time. */
  readonly onDirty?: (isDirty: boolean) => void
}

export function ItemPanel(props: ItemPanelProps) {
  const { table, onClose, onDirty } = props
  const { data, error } = useTableDescription(table)
  const [isDirty, setDirty] = useState(false)
  const markDirty = useCallback(
    (next: boolean) => {
      setDirty(next)
      onDirty?.(next)
    },
    [onDirty],
  )
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (isDirty) setAsking(true)
    else onClose()
  }
  const keys = data === undefined ? undefined : tableKeysOf(data)
  const subject = subjectOf(props)
  return (
    <PanelEdge label="Item">
      <header className="item-panel-head">
        <h2 className="item-panel-title">{keys === undefined ? 'Item' : titleOf(subject, keys)}</h2>
        {props.onDuplicate !== undefined && subject.kind === 'existing' && (
          <IconButton
            label="Duplicate"
            icon={Copy}
            onClick={() => props.onDuplicate?.(subject.item)}
          />
        )}
        <IconButton label="Close item" icon={X} onClick={close} />
      </header>
      {error !== null && data === undefined && <FaultNotice error={error} />}
      {keys !== undefined && (
        <PanelContent
          key={`${subject.kind} ${keyText(keys, subject.item)}`}
          keys={keys}
          subject={subject}
          onClose={onClose}
          onSaved={props.onSaved}
          onDirty={markDirty}
        />
      )}
      <ConfirmDialog
        title="Discard changes"
        action="Discard changes"
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      >
        <p>The changes of this item are not saved.</p>
      </ConfirmDialog>
    </PanelEdge>
  )
}

interface Subject {
  readonly kind: 'existing' | 'new' | 'duplicate'
  readonly item: Item
}

function subjectOf(props: PanelSubject): Subject {
  if ('itemKey' in props) return { kind: 'existing', item: props.itemKey }
  if ('newItem' in props) return { kind: 'new', item: props.newItem }
  return { kind: 'duplicate', item: props.duplicateOf }
}

function titleOf({ kind, item }: Subject, keys: TableKeys): string {
  if (kind === 'existing') return printKey(keys, item)
  return kind === 'new' ? 'New item' : `Copy of ${printKey(keys, item)}`
}

interface PanelContentProps {
  readonly keys: TableKeys
  readonly subject: Subject
  readonly onClose: () => void
  readonly onSaved: (write: ItemWrite) => void
  readonly onDirty: (isDirty: boolean) => void
}

type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'loaded'; readonly item: Item }

/** Always reads the whole item by its key: an index may have shown only a part of it. */
function PanelContent({ keys, subject, onClose, onSaved, onDirty }: PanelContentProps) {
  const { client } = useWorkspace()
  const [state, setState] = useState<Loading>(
    subject.kind === 'new'
      ? { kind: 'loaded', item: withKeys(subject.item, keys) }
      : { kind: 'loading' },
  )
  const load = useCallback(() => {
    setState({ kind: 'loading' })
    findItem(client, keys, subject.item).then(
      (item) => setState(item === undefined ? { kind: 'absent' } : { kind: 'loaded', item }),
      (error: unknown) => setState({ kind: 'failed', error }),
    )
    // The key of this component names the item.
  }, [client])
  const undoneCount = useUndoneCount(keys, subject.item)
  useEffect(() => {
    if (subject.kind !== 'new') load()
  }, [load, undoneCount])

  switch (state.kind) {
    case 'loading':
      return <Skeleton rows={8} />
    case 'failed':
      return <FaultNotice error={state.error} onRetry={load} />
    case 'absent':
      return (
        <EmptyState
          title="This item does not exist"
          action={<Button onClick={load}>Look again</Button>}
        >
          It was deleted, or its key was changed.
        </EmptyState>
      )
    case 'loaded': {
      const read = subject.kind === 'existing' ? state.item : undefined
      return (
        <LoadedItem
          keys={keys}
          read={read}
          initial={state.item}
          onClose={onClose}
          onSaved={onSaved}
          onDirty={onDirty}
        />
      )
    }
  }
}

/** An undo may come from a toast that outlives the editor which offered it. */
function useUndoneCount(keys: TableKeys, item: Item): number {
  const entries = useSyncExternalStore(writeHistory.subscribe, writeHistory.entries)
  const isAbout = (image: Item | undefined): boolean =>
    image !== undefined && keyText(keys, image) === keyText(keys, item)
  return entries.filter(
    ({ isUndone, keys: { table }, write }) =>
      isUndone && table === keys.table && (isAbout(imageOf(write)) || isAbout(write.before)),
  ).length
}

interface LoadedItemProps extends Omit<PanelContentProps, 'subject'> {
  readonly read: Item | undefined
  readonly initial: Item
}

function LoadedItem({ keys, read, initial, onClose, onSaved, onDirty }: LoadedItemProps) {
  const editor = useItemEditor({ keys, read, initial, onSaved })
  return <ItemEditorView editor={editor} keys={keys} onClose={onClose} onDirty={onDirty} />
}

function withKeys(item: Item, keys: TableKeys): Item {
  const own = keys.attributes.filter(({ role }) => role !== 'index')
  return Object.fromEntries([
    ...own.map(({ name, type }) => [
      name,
      item[name] ?? (type === 'N' ? { N: '' } : emptyValue(type)),
    ]),
    ...Object.entries(item).filter(([name]) => !keys.names.includes(name)),
  ]) as Item
}

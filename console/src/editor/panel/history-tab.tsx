import { Undo2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Badge } from '../../design/badge.js'
import { Button } from '../../design/button.js'
import { EmptyState } from '../../design/empty-state.js'
import { formatTime } from '../../design/format.js'
import type { Item } from '../../values/attribute-value.js'
import { diffItems } from '../../values/diff-items.js'
import { DiffList } from '../diff-list.js'
import { imageOf, writeHistory, type HistoryEntry } from '../saving/write-history.js'
import { keyText, type TableKeys } from '../table-keys.js'

export interface HistoryTabProps {
  readonly keys: TableKeys
  readonly item: Item
  readonly onUndo: (entry: HistoryEntry) => Promise<void>
}

/** What this session saved of this item. */
export function HistoryTab({ keys, item, onUndo }: HistoryTabProps) {
  const all = useSyncExternalStore(writeHistory.subscribe, writeHistory.entries)
  const entries = all.filter((entry) => isAbout(entry, keys, item))
  if (entries.length === 0) {
    return (
      <EmptyState title="No changes of this item in this session">
        What you save is listed here and can be undone until the page is closed.
      </EmptyState>
    )
  }
  return (
    <ol className="history" aria-label="Changes of this session">
      {entries.map((entry) => (
        <HistoryRow key={entry.id} entry={entry} onUndo={onUndo} />
      ))}
    </ol>
  )
}

function HistoryRow({
  entry,
  onUndo,
}: {
  readonly entry: HistoryEntry
  readonly onUndo: HistoryTabProps['onUndo']
}) {
  const [isBusy, setBusy] = useState(false)
  const { before, after } = entry.write
  const undo = () => {
    setBusy(true)
    void onUndo(entry).finally(() => setBusy(false))
  }
  return (
    <li className="history-entry">
      <header className="history-head">
        <span>
          {before === undefined ? 'Created' : after === undefined ? 'Deleted' : 'Changed'}{' '}
          <time dateTime={new Date(entry.atMs).toISOString()}>{formatTime(entry.atMs)}</time>
        </span>
        {entry.isUndone ? (
          <Badge>undone</Badge>
        ) : (
          <Button icon={Undo2} busy={isBusy} onClick={undo}>
            Undo
          </Button>
        )}
      </header>
      <DiffList label="Changes" changes={diffItems(before ?? {}, after ?? {})} />
    </li>
  )
}

function isAbout({ keys, write }: HistoryEntry, here: TableKeys, item: Item): boolean {
  if (keys.table !== here.table) return false
  return [imageOf(write), write.before].some(
    (image) => image !== undefined && keyText(keys, image) === keyText(here, item),
  )
}

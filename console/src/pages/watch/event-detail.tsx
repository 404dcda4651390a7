import { ExternalLink, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { revertChange } from '../../editor/revert-change.js'
import { printKey, type TableKeys } from '../../editor/table-keys.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { writeFragment } from '../../routes/fragment.js'
import { writeKeyValue } from '../../routes/key-value.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { DiffView } from '../../text/diff-view.js'
import type { Item } from '../../values/attribute-value.js'
import { printDynamoJson } from '../../values/dynamodb-json.js'
import { timeOf } from './event-list.js'
import type { ItemEvent } from './item-event.js'

export interface EventDetailProps {
  readonly event: ItemEvent
  readonly keys: TableKeys
  readonly onClose: () => void
}

const undoNames = { INSERT: 'Undo: delete the item', MODIFY: 'Undo', REMOVE: 'Restore' } as const

const outcomes = {
  done: 'The change is taken back.',
  conflict: 'The item has changed since. Nothing was written.',
  taken: 'There is an item with this key again. Nothing was written.',
  'too-large': 'The item is too large for a condition. Open it to edit it.',
} as const

/** Old and new image, and the way back. */
export function EventDetail({ event, keys, onClose }: EventDetailProps) {
  const { client, region } = useWorkspace()
  const showToast = useToasts()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { before, after, kind, key } = event
  const canUndo =
    (before !== undefined || kind === 'INSERT') && (after !== undefined || kind === 'REMOVE')
  const undo = async () => {
    setBusy(true)
    try {
      const change = {
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      }
      const outcome = await revertChange(client, keys, change)
      showToast({ text: outcomes[outcome], tone: outcome === 'done' ? 'plain' : 'danger' })
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'danger' })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const name = printKey(keys, key)
  return (
    <section className="watch-detail" aria-label={`${kind} ${name}`}>
      <header className="watch-detail-head">
        <h2>{name}</h2>
        <span className="watch-quiet">
          {kind} at {timeOf(event.seenAtMs)}
          {event.isExpired && ', expired by TTL'}
          {event.count > 1 && `, ${event.count} changes together`}
        </span>
        <span className="watch-detail-actions">
          <Link className="button button-plain" to={itemAddress(region, keys, key)}>
            <ExternalLink aria-hidden size={15} /> Open
          </Link>
          {canUndo && (
            <Button icon={Undo2} onClick={() => setAsking(true)}>
              {undoNames[kind]}
            </Button>
          )}
          <IconButton label="Close" icon={X} onClick={onClose} />
        </span>
      </header>
      <div className="watch-diff">
        <DiffView
          label={`Images of ${name}, old and new`}
          before={before === undefined ? '' : printDynamoJson(sorted(before))}
          after={after === undefined ? '' : printDynamoJson(sorted(after))}
        />
      </div>
      <ConfirmDialog
        title={kind === 'REMOVE' ? `Restore ${name}` : `Take back the change of ${name}`}
        action={undoNames[kind]}
        open={isAsking}
        busy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void undo()}
      >
        <p>Nothing is written if the item is no longer as this change left it.</p>
      </ConfirmDialog>
    </section>
  )
}

/** Both images in one order, so that only true differences show. */
function sorted(item: Item): Item {
  return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function itemAddress(region: string, keys: TableKeys, key: Item): string {
  const [pk, sk] = keys.names.map((name) => key[name])
  const fragment = writeFragment({
    m: 'query',
    pk: pk && writeKeyValue(pk),
    sk: sk && `eq:${writeKeyValue(sk)}`,
    item: JSON.stringify(key),
  })
  return `${paths.table(region, keys.table, 'items')}${fragment}`
}

import { Trash2 } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { Button } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { Notice } from '../../design/notice.js'
import { Tabs } from '../../design/tabs.js'
import { itemSize } from '../../values/item-size.js'
import { ItemForm } from '../form/item-form.js'
import { printKey, type TableKeys } from '../table-keys.js'
import { ConflictView } from './conflict-view.js'
import { HistoryTab } from './history-tab.js'
import { Review } from './review.js'
import { SizeMeter } from './size-meter.js'
import { TextTab } from './text-tab.js'
import type { ItemEditor } from './use-item-editor.js'

type TabName = 'form' | 'json' | 'plain' | 'history'

export interface ItemEditorViewProps {
  readonly editor: ItemEditor
  readonly keys: TableKeys
  readonly onClose: () => void
  readonly onDirty: (isDirty: boolean) => void
}

/** An item that was read, or a new one: its fields, then the review of what changed. */
export function ItemEditorView({ editor, keys, onClose, onDirty }: ItemEditorViewProps) {
  const [tab, setTab] = useState<TabName>('form')
  const [isReadable, setReadable] = useState(true)
  const [isDeleting, setDeleting] = useState(false)
  const { step, changes, problems, item, read } = editor
  const isNew = read === undefined
  const isDirty = changes.length > 0 || !isReadable
  const canReview = changes.length > 0 && isReadable && problems.length === 0
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const review = () => {
    if (canReview) editor.go({ kind: 'review' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key === 'enter') {
      if (step.kind === 'review') void editor.save()
      else review()
    } else if (key === 'z' && step.kind === 'edit') {
      if (event.shiftKey) editor.stepForward()
      else editor.stepBack()
    } else return
    event.preventDefault()
  }
  return (
    <div className="item-editor" onKeyDown={press}>
      <div className="item-editor-body">
        {step.kind === 'review' && <Review editor={editor} keys={keys} />}
        {step.kind === 'conflict' && (
          <ConflictView editor={editor} now={step.now} onClose={onClose} />
        )}
        {step.kind === 'edit' && (
          <>
            {editor.error !== undefined && <FaultNotice error={editor.error} />}
            <Tabs
              label="Views of the item"
              value={tab}
              onChange={(name) => {
                // A text that cannot be read would be lost.
                if (isReadable) setTab(name)
              }}
              tabs={[
                {
                  name: 'form',
                  label: 'Form',
                  content: (
                    <ItemForm
                      item={item}
                      read={read}
                      keys={keys}
                      problems={problems}
                      onChange={editor.change}
                    />
                  ),
                },
                { name: 'json', label: 'JSON', content: tab === 'json' && textTab('dynamodb') },
                { name: 'plain', label: 'Plain', content: tab === 'plain' && textTab('plain') },
                {
                  name: 'history',
                  label: 'History',
                  content: <HistoryTab keys={keys} item={read ?? item} onUndo={editor.undo} />,
                },
              ]}
            />
            {!isReadable && (
              <Notice>Correct the text, or discard it, before you leave this view.</Notice>
            )}
            {problems.length > 0 && tab !== 'form' && tab !== 'history' && (
              <ul className="item-editor-problems">
                {problems.slice(0, 5).map(({ path, message }) => (
                  <li key={`${path.join('.')} ${message}`}>
                    {path.length > 0 && <code>{path.join('.')}</code>} {message}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      <footer className="item-editor-foot">
        <SizeMeter bytes={itemSize(item)} />
        {footButtons()}
      </footer>
      <ConfirmDialog
        title="Delete item"
        action="Delete item"
        open={isDeleting}
        busy={editor.isSaving}
        onClose={() => setDeleting(false)}
        onConfirm={() => {
          void editor.remove().then((isDone) => {
            setDeleting(false)
            if (isDone) onClose()
          })
        }}
      >
        <p>
          <code>{printKey(keys, read ?? item)}</code> is deleted from {keys.table}, if nobody has
          changed it since it was read. You can undo this in this session.
        </p>
      </ConfirmDialog>
    </div>
  )

  function textTab(form: 'dynamodb' | 'plain') {
    return (
      <TextTab
        form={form}
        item={item}
        original={read ?? item}
        onChange={editor.change}
        onReadable={setReadable}
        onSubmit={review}
      />
    )
  }

  function footButtons() {
    if (step.kind === 'conflict') return null
    if (step.kind === 'review') {
      return (
        <div className="item-editor-buttons">
          <Button onClick={() => editor.go({ kind: 'edit' })}>Back</Button>
          {editor.isTooLarge ? (
            <Button
              kind="danger"
              busy={editor.isSaving}
              onClick={() => void editor.save({ allowUnguarded: true })}
            >
              Replace whole item
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={editor.isSaving}
              disabled={changes.length === 0}
              autoFocus
              onClick={() => void editor.save()}
            >
              {isNew ? 'Create item' : 'Save'}
            </Button>
          )}
        </div>
      )
    }
    return (
      <div className="item-editor-buttons">
        {!isNew && (
          <Button kind="danger" icon={Trash2} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
        <Button
          disabled={!isDirty}
          onClick={() => (setReadable(true), setTab('form'), editor.discard())}
        >
          Discard
        </Button>
        <Button kind="primary" disabled={!canReview} onClick={review}>
          {isNew
            ? 'Review new item'
            : changes.length === 0
              ? 'Review'
              : `Review ${countOf(changes.length, 'change')}`}
        </Button>
      </div>
    )
  }
}

import { Notice } from '../../design/notice.js'
import { CodeBlock } from '../../design/code-block.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf } from '../../design/format.js'
import { DiffList } from '../diff-list.js'
import { isMove, writeRequest, type WriteRequest } from '../saving/write-request.js'
import type { TableKeys } from '../table-keys.js'
import type { ItemEditor } from './use-item-editor.js'

/** What will be written, before it is. */
export function Review({
  editor,
  keys,
}: {
  readonly editor: ItemEditor
  readonly keys: TableKeys
}) {
  const { read, item, changes, error, isTooLarge } = editor
  const write = { ...(read !== undefined && { before: read }), after: item }
  const request = writeRequest(keys, write)
  return (
    <div className="review">
      <h3>{read === undefined ? 'New item' : countOf(changes.length, 'change')}</h3>
      {isMove(keys, write) && (
        <Notice tone="warn">
          A key cannot be changed. One transaction puts the item under the new key and deletes it
          under the old one.
        </Notice>
      )}
      {isTooLarge && (
        <Notice tone="warn">
          These changes are too many for one condition. Replacing the whole item would overwrite
          what others changed since it was read.
        </Notice>
      )}
      {error !== undefined && <FaultNotice error={error} />}
      <DiffList label="Changes" changes={changes} />
      <details className="review-request">
        <summary>Request: {operationOf(request)}</summary>
        <CodeBlock text={JSON.stringify(inputOf(request), undefined, 2)} label="Request as JSON" />
      </details>
    </div>
  )
}

function operationOf({ kind }: WriteRequest): string {
  switch (kind) {
    case 'put':
    case 'unguarded':
      return 'PutItem'
    case 'update':
      return 'UpdateItem'
    case 'delete':
      return 'DeleteItem'
    case 'move':
      return 'TransactWriteItems'
  }
}

function inputOf(request: WriteRequest): object {
  return request.kind === 'move' ? { TransactItems: request.writes } : request.input
}

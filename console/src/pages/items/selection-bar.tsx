/** What can be done with the rows that are selected. */
import { useState } from 'react'
import type { CodeRequest } from '../../code/request.js'
import { Button } from '../../design/button.js'
import { copyText } from '../../design/copy-text.js'
import { countOf } from '../../design/format.js'
import { Menu } from '../../design/menu.js'
import { BulkDialog, type BulkDialogProps } from '../../editor/bulk-dialog.js'
import { useToasts } from '../../frame/toasts.js'
import type { Item } from '../../values/attribute-value.js'
import { plainItemText } from '../../values/plain-json.js'
import { RequestDialog } from '../../frame/request-dialog.js'

export interface SelectionBarProps {
  readonly table: string
  /** Those of the selected rows that are in memory. */
  readonly items: readonly Item[]
  readonly count: number
  readonly tableKeys: readonly string[]
  readonly request: CodeRequest | undefined
  readonly onClear: () => void
  readonly onDone: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { table, items, count, tableKeys, onClear } = props
  const [shown, setShown] = useState<CodeRequest>()
  const [bulk, setBulk] = useState<BulkDialogProps['action']>()
  const toast = useToasts()
  const copy = (text: string) => {
    void copyText(text).then(() => toast({ text: `Copied ${countOf(items.length, 'item')}` }))
  }
  const first = items[0]
  return (
    <div className="status-selection" role="group" aria-label="Selected items">
      <strong>{countOf(count, 'item')} selected</strong>
      <Menu
        align="start"
        trigger={<Button>Copy as</Button>}
        groups={[
          [
            {
              label: 'JSON',
              onSelect: () => copy(`[\n${items.map((item) => plainItemText(item)).join(',\n')}\n]`),
            },
            { label: 'DynamoDB JSON', onSelect: () => copy(JSON.stringify(items, null, 2)) },
          ],
          first === undefined
            ? []
            : [
                {
                  label: 'GetItem as code',
                  onSelect: () =>
                    setShown({
                      operation: 'GetItem',
                      input: { TableName: table, Key: keyOf(first, tableKeys) },
                    }),
                },
                {
                  label: 'PutItem as code',
                  onSelect: () =>
                    setShown({ operation: 'PutItem', input: { TableName: table, Item: first } }),
                },
                {
                  label: 'DeleteItem as code',
                  onSelect: () =>
                    setShown({
                      operation: 'DeleteItem',
                      input: { TableName: table, Key: keyOf(first, tableKeys) },
                    }),
                },
              ],
        ]}
      />
      <Button onClick={() => setBulk('set')}>Edit</Button>
      <Button onClick={() => setBulk('copy')}>Copy to table</Button>
      <Button kind="danger" onClick={() => setBulk('delete')}>
        Delete
      </Button>
      <Button kind="ghost" onClick={onClear}>
        Clear
      </Button>
      {bulk !== undefined && (
        <BulkDialog
          table={table}
          source={{ kind: 'selection', itemKeys: items.map((item) => keyOf(item, tableKeys)) }}
          action={bulk}
          onClose={() => setBulk(undefined)}
          onDone={props.onDone}
        />
      )}
      {shown !== undefined && <RequestDialog request={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

function keyOf(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(names.map((name) => [name, item[name]!]))
}

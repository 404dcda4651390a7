import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Panel } from '../../design/panel.js'
import { useTableWork } from '../../frame/table-work.js'
import { DeleteTableDialog } from './delete-table-dialog.js'
import type { TableTabProps } from './table-tab.js'

export function DangerPanel({ table, description }: TableTabProps) {
  const [isOpen, setOpen] = useState(false)
  const work = useTableWork(table)
  const isProtected = description.DeletionProtectionEnabled === true
  const turn = () =>
    work.mutate({
      run: (client) =>
        client.call('dynamodb', 'UpdateTable', {
          TableName: table,
          DeletionProtectionEnabled: !isProtected,
        }),
      done: `Deletion protection of ${table} is ${isProtected ? 'off' : 'on'}.`,
    })
  return (
    <Panel title="Danger">
      {work.error !== null && <FaultNotice error={work.error} />}
      <div className="table-actions">
        <Button
          kind="danger"
          icon={Trash2}
          disabled={isProtected || description.TableStatus === 'DELETING'}
          onClick={() => setOpen(true)}
        >
          Delete table
        </Button>
        <Button busy={work.isPending} onClick={turn}>
          {isProtected ? 'Turn deletion protection off' : 'Turn deletion protection on'}
        </Button>
        <span className="table-note">
          {isProtected ? 'Deletion protection is on: the table cannot be deleted.' : ''}
        </span>
      </div>
      <DeleteTableDialog
        table={table}
        description={description}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </Panel>
  )
}

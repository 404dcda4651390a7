import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Client } from '../../api/client.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { countOf, formatBytes } from '../../design/format.js'
import { Checkbox } from '../../design/inputs.js'
import { useTableChanged } from '../../frame/queries.js'
import { useToasts } from '../../frame/toasts.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { useNavigate } from '../../routes/place.js'
import { backupName } from '../../frame/backup-name.js'
import type { TableTabProps } from './table-tab.js'

export interface DeleteTableDialogProps extends TableTabProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function DeleteTableDialog({ table, description, open, onClose }: DeleteTableDialogProps) {
  const [backsUp, setBacksUp] = useState(true)
  const { client, region } = useWorkspace()
  const changed = useTableChanged()
  const navigate = useNavigate()
  const show = useToasts()
  const deletion = useMutation({
    mutationFn: () => deleteTable(client, table, backsUp),
    onSuccess: async () => {
      show({
        text: backsUp
          ? `${table} was backed up and is being deleted.`
          : `${table} is being deleted.`,
      })
      navigate(paths.tables(region))
      await changed(table)
    },
  })
  const size = `${countOf(description.ItemCount ?? 0, 'item')}, ${formatBytes(description.TableSizeBytes ?? 0)}`
  return (
    <ConfirmDialog
      title={`Delete table ${table}`}
      action={backsUp ? 'Back up and delete' : 'Delete without backup'}
      nameToType={table}
      open={open}
      busy={deletion.isPending}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
    >
      <p>The table, its indexes and its items ({size}) are deleted. Its backups stay.</p>
      <Checkbox checked={backsUp} onChange={setBacksUp}>
        Back up first
      </Checkbox>
      {deletion.error !== null && <FaultNotice error={deletion.error} />}
    </ConfirmDialog>
  )
}

/** If the backup is refused, nothing is deleted. */
async function deleteTable(client: Client, TableName: string, backsUp: boolean): Promise<void> {
  if (backsUp) {
    const BackupName = backupName(TableName, new Date())
    const { BackupDetails } = await client.call('dynamodb', 'CreateBackup', {
      TableName,
      BackupName,
    })
    await untilAvailable(client, BackupDetails?.BackupArn ?? '')
  }
  await client.call('dynamodb', 'DeleteTable', { TableName })
}

const waitMs = 250

async function untilAvailable(client: Client, BackupArn: string): Promise<void> {
  for (;;) {
    const { BackupDescription } = await client.call('dynamodb', 'DescribeBackup', { BackupArn })
    if (BackupDescription?.BackupDetails?.BackupStatus === 'AVAILABLE') return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

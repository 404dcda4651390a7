import { useMutation } from '@tanstack/react-query'
import { DatabaseBackup, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { BackupSummary } from '../../api/generated/dynamodb-types.js'
import { Badge } from '../../design/badge.js'
import { Button, IconButton } from '../../design/button.js'
import { ConfirmDialog } from '../../design/confirm-dialog.js'
import { EmptyState } from '../../design/empty-state.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { formatBytes, formatTime } from '../../design/format.js'
import { Panel } from '../../design/panel.js'
import { RowsTable, type Column } from '../../design/rows-table.js'
import { backupName } from '../../frame/backup-name.js'
import { useBackups } from '../../frame/backups.js'
import { useTableWork } from '../../frame/table-work.js'
import { useWorkspace } from '../../frame/workspace.js'
import { RestoreBackupDialog } from './restore-backup-dialog.js'
import { RestoredTables } from './restored-tables.js'

export function BackupsPanel({ table }: { readonly table: string }) {
  const { data: backups, error } = useBackups(table)
  const [restored, setRestored] = useState<BackupSummary | undefined>(undefined)
  const [deleted, setDeleted] = useState<BackupSummary | undefined>(undefined)
  const [made, setMade] = useState<readonly string[]>([])
  const work = useTableWork(table)
  const create = () => {
    const BackupName = backupName(table, new Date())
    work.mutate({
      run: (client) => client.call('dynamodb', 'CreateBackup', { TableName: table, BackupName }),
      done: `${BackupName} is being made.`,
    })
  }
  return (
    <Panel
      title="Backups"
      actions={
        <Button icon={DatabaseBackup} busy={work.isPending} onClick={create}>
          Back up now
        </Button>
      }
    >
      {error !== null && <FaultNotice error={error} />}
      {work.error !== null && <FaultNotice error={work.error} />}
      {backups?.length === 0 && <EmptyState title="The table has no backups." />}
      {backups !== undefined && backups.length > 0 && (
        <RowsTable
          caption="Backups"
          columns={columnsOf(setRestored, setDeleted)}
          rows={backups}
          keyOf={({ BackupArn = '' }) => BackupArn}
        />
      )}
      <RestoredTables source={table} tables={made} />
      {restored !== undefined && (
        <RestoreBackupDialog
          backup={restored}
          onClose={() => setRestored(undefined)}
          onStarted={(name) => setMade((now) => [name, ...now])}
        />
      )}
      <DeleteBackupDialog table={table} backup={deleted} onClose={() => setDeleted(undefined)} />
    </Panel>
  )
}

function columnsOf(
  onRestore: (backup: BackupSummary) => void,
  onDelete: (backup: BackupSummary) => void,
): readonly Column<BackupSummary>[] {
  return [
    { name: 'name', heading: 'Name', cell: ({ BackupName }) => <code>{BackupName}</code> },
    {
      name: 'state',
      heading: 'Status',
      isSecondary: true,
      cell: ({ BackupStatus }) => (
        <Badge tone={BackupStatus === 'AVAILABLE' ? 'ok' : 'warn'} dot>
          {BackupStatus}
        </Badge>
      ),
    },
    {
      name: 'time',
      heading: 'Made',
      isSecondary: true,
      cell: ({ BackupCreationDateTime = 0 }) => formatTime(BackupCreationDateTime * 1000),
    },
    {
      name: 'size',
      heading: 'Size',
      isNumber: true,
      isSecondary: true,
      cell: ({ BackupSizeBytes = 0 }) => formatBytes(BackupSizeBytes),
    },
    {
      name: 'actions',
      heading: <span className="visually-hidden">Actions</span>,
      cell: (backup) => (
        <>
          <Button
            aria-label={`Restore ${backup.BackupName}`}
            disabled={backup.BackupStatus !== 'AVAILABLE'}
            onClick={() => onRestore(backup)}
          >
            Restore
          </Button>
          <IconButton
            label={`Delete backup ${backup.BackupName}`}
            icon={Trash2}
            onClick={() => onDelete(backup)}
          />
        </>
      ),
    },
  ]
}

interface DeleteBackupDialogProps {
  readonly table: string
  readonly backup: BackupSummary | undefined
  readonly onClose: () => void
}

function DeleteBackupDialog({ table, backup, onClose }: DeleteBackupDialogProps) {
  const { client } = useWorkspace()
  const work = useTableWork(table)
  const remove = useMutation({
    mutationFn: () =>
      work.mutateAsync({
        run: () => client.call('dynamodb', 'DeleteBackup', { BackupArn: backup?.BackupArn ?? '' }),
        done: `${backup?.BackupName ?? ''} is deleted.`,
      }),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title="Delete backup"
      action={`Delete ${backup?.BackupName ?? ''}`}
      open={backup !== undefined}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>What it holds cannot be had back from it any more.</p>
      {remove.error !== null && <FaultNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

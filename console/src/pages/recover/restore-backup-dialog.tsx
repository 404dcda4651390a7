import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BackupSummary } from '../../api/generated/dynamodb-types.js'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { restoredName } from './moment.js'

export interface RestoreBackupDialogProps {
  readonly backup: BackupSummary
  readonly onClose: () => void
  readonly onStarted: (table: string) => void
}

export function RestoreBackupDialog({ backup, onClose, onStarted }: RestoreBackupDialogProps) {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const { BackupArn = '', BackupName = '', TableName = '', BackupCreationDateTime = 0 } = backup
  const [name, setName] = useState(() => restoredName(TableName, BackupCreationDateTime))
  const restore = useMutation({
    mutationFn: () =>
      client.call('dynamodb', 'RestoreTableFromBackup', { BackupArn, TargetTableName: name }),
    onSuccess: () => {
      onStarted(name)
      onClose()
    },
    onSettled: () => changed(name),
  })
  return (
    <Dialog
      title={`Restore ${BackupName}`}
      description="A restore always makes a new table."
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </>
      }
    >
      <Field label="Name of the new table">
        {(parts) => <TextInput {...parts} mono value={name} onChange={setName} />}
      </Field>
      {restore.error !== null && <FaultNotice error={restore.error} />}
    </Dialog>
  )
}

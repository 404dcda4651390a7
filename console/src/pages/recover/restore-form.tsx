import { useMutation } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { formatTime } from '../../design/format.js'
import { TextInput } from '../../design/inputs.js'
import { useTableChanged } from '../../frame/queries.js'
import { useWorkspace } from '../../frame/workspace.js'
import { restoredName } from './moment.js'
import { RestoredTables } from './restored-tables.js'

export interface RestoreFormProps {
  readonly table: string
  readonly moment: number
}

export function RestoreForm({ table, moment }: RestoreFormProps) {
  const { client } = useWorkspace()
  const changed = useTableChanged()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [made, setMade] = useState<readonly string[]>([])
  const name = typed ?? restoredName(table, moment)
  const restore = useMutation({
    mutationFn: () =>
      client.call('dynamodb', 'RestoreTableToPointInTime', {
        SourceTableName: table,
        TargetTableName: name,
        RestoreDateTime: moment,
      }),
    onSuccess: () => {
      setMade((now) => [name, ...now])
      setTyped(undefined)
    },
    onSettled: () => changed(name),
  })
  return (
    <>
      <div className="recover-form">
        <Field label="Restore as a new table">
          {(parts) => <TextInput {...parts} mono value={name} onChange={setTyped} />}
        </Field>
        <Button
          kind="primary"
          icon={History}
          busy={restore.isPending}
          onClick={() => restore.mutate()}
        >
          Restore as of {formatTime(moment * 1000)}
        </Button>
      </div>
      {restore.error !== null && <FaultNotice error={restore.error} />}
      <RestoredTables source={table} tables={made} />
    </>
  )
}

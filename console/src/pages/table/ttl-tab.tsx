import { useState } from 'react'
import { Button } from '../../design/button.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Field } from '../../design/field.js'
import { TextInput } from '../../design/inputs.js'
import { Notice } from '../../design/notice.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { useTimeToLive } from '../../frame/table-questions.js'
import { useTableWork } from '../../frame/table-work.js'
import type { TableTabProps } from './table-tab.js'

export function TtlTab({ table }: TableTabProps) {
  const { data, error } = useTimeToLive(table)
  const [typed, setTyped] = useState('')
  const work = useTableWork(table)
  const isOn = data?.TimeToLiveStatus === 'ENABLED' || data?.TimeToLiveStatus === 'ENABLING'
  const attribute = isOn ? (data.AttributeName ?? '') : typed
  const turn = (Enabled: boolean) =>
    work.mutate({
      run: (client) =>
        client.call('dynamodb', 'UpdateTimeToLive', {
          TableName: table,
          TimeToLiveSpecification: { AttributeName: attribute, Enabled },
        }),
      done: Enabled ? `Items of ${table} expire by ${attribute}.` : `Items of ${table} stay.`,
    })
  return (
    <Panel title="Time to live">
      {error !== null && <FaultNotice error={error} />}
      {work.error !== null && <FaultNotice error={work.error} />}
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data !== undefined && (
        <div className="table-form">
          <Notice>
            The attribute holds the time at which an item expires: a Number, in seconds since 1970.
            Items with another type or with milliseconds never expire.
          </Notice>
          <Field label="TTL attribute">
            {(parts) => (
              <TextInput {...parts} mono readOnly={isOn} value={attribute} onChange={setTyped} />
            )}
          </Field>
          <div className="table-actions">
            {isOn ? (
              <Button busy={work.isPending} onClick={() => turn(false)}>
                Turn TTL off
              </Button>
            ) : (
              <Button
                kind="primary"
                busy={work.isPending}
                disabled={attribute === ''}
                onClick={() => turn(true)}
              >
                Turn TTL on
              </Button>
            )}
            <span className="table-note">{data.TimeToLiveStatus}</span>
          </div>
        </div>
      )}
    </Panel>
  )
}

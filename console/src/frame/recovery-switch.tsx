import { useState } from 'react'
import type { PointInTimeRecoveryDescription } from '../api/generated/dynamodb-types.js'
import { Button } from '../design/button.js'
import { FaultNotice } from '../design/fault-notice.js'
import { Field } from '../design/field.js'
import { TextInput } from '../design/inputs.js'
import './recovery-switch.css'
import { useTableWork } from './table-work.js'

export interface RecoverySwitchProps {
  readonly table: string
  readonly recovery: PointInTimeRecoveryDescription | undefined
}

const daysMax = 35

/** Turns point-in-time recovery on and off, and says for how long a table can be had back. */
export function RecoverySwitch({ table, recovery }: RecoverySwitchProps) {
  const isOn = recovery?.PointInTimeRecoveryStatus === 'ENABLED'
  const known = String(recovery?.RecoveryPeriodInDays ?? daysMax)
  const [days, setDays] = useState(known)
  const work = useTableWork(table)
  const isDays = /^[1-9]\d?$/.test(days) && Number(days) <= daysMax
  const set = (PointInTimeRecoveryEnabled: boolean) =>
    work.mutate({
      run: (client) =>
        client.call('dynamodb', 'UpdateContinuousBackups', {
          TableName: table,
          PointInTimeRecoverySpecification: {
            PointInTimeRecoveryEnabled,
            ...(PointInTimeRecoveryEnabled && { RecoveryPeriodInDays: Number(days) }),
          },
        }),
      done: PointInTimeRecoveryEnabled
        ? `${table} can be had back as it was in the last ${days} days.`
        : `Point-in-time recovery of ${table} is off.`,
    })
  return (
    <>
      {work.error !== null && <FaultNotice error={work.error} />}
      <div className="recovery-switch">
        <Field label="Days to keep" error={isDays ? undefined : '1 to 35 days.'}>
          {(parts) => <TextInput {...parts} inputMode="numeric" value={days} onChange={setDays} />}
        </Field>
        {isOn ? (
          <>
            <Button
              busy={work.isPending}
              disabled={!isDays || days === known}
              onClick={() => set(true)}
            >
              Change days
            </Button>
            <Button busy={work.isPending} onClick={() => set(false)}>
              Turn recovery off
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={work.isPending} disabled={!isDays} onClick={() => set(true)}>
            Turn recovery on
          </Button>
        )}
      </div>
    </>
  )
}

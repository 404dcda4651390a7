import type { ReactNode } from 'react'
import { Unread } from '../../design/unread.js'
import { useContinuousBackups, useTimeToLive } from '../../frame/table-questions.js'

export interface SettingCellProps {
  readonly table: string
  /** Shown if it is off. */
  readonly none: ReactNode
}

export function TtlCell({ table, none }: SettingCellProps) {
  const { data, error } = useTimeToLive(table)
  if (data === undefined && error !== null) return <Unread error={error} />
  if (data === undefined) return null
  const { TimeToLiveStatus, AttributeName } = data
  if (TimeToLiveStatus === 'ENABLED') return <code>{AttributeName}</code>
  return TimeToLiveStatus === undefined || TimeToLiveStatus === 'DISABLED' ? none : TimeToLiveStatus
}

export function RecoveryCell({ table, none }: SettingCellProps) {
  const { data, error } = useContinuousBackups(table)
  if (data === undefined && error !== null) return <Unread error={error} />
  const recovery = data?.PointInTimeRecoveryDescription
  if (data === undefined) return null
  if (recovery?.PointInTimeRecoveryStatus !== 'ENABLED') return none
  return `${recovery.RecoveryPeriodInDays ?? 35} days`
}

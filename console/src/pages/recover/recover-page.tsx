import { useEffect } from 'react'
import type { PointInTimeRecoveryDescription } from '../../api/generated/dynamodb-types.js'
import { FaultNotice } from '../../design/fault-notice.js'
import { Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { RecoverySwitch } from '../../frame/recovery-switch.js'
import { TableHeader } from '../../frame/table-header.js'
import { useContinuousBackups } from '../../frame/table-questions.js'
import { useFragment, usePlace } from '../../routes/place.js'
import { BackupsPanel } from './backups-panel.js'
import { restorableRange, withinRange } from './moment.js'
import { MomentSlider } from './moment-slider.js'
import { PastItem } from './past-item.js'
import './recover-page.css'
import { RestoreForm } from './restore-form.js'

const lookAgainMs = 5000

export function RecoverPage() {
  const { table = '' } = usePlace()
  const { data, error, refetch } = useContinuousBackups(table)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), lookAgainMs)
    return () => clearInterval(timer)
  }, [refetch])
  const recovery = data?.PointInTimeRecoveryDescription
  return (
    <Page title={`${table} · recover`}>
      <TableHeader table={table} />
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && <RecoveryPanel table={table} recovery={recovery} />}
      <BackupsPanel table={table} />
    </Page>
  )
}

interface RecoveryPanelProps {
  readonly table: string
  readonly recovery: PointInTimeRecoveryDescription | undefined
}

function RecoveryPanel({ table, recovery }: RecoveryPanelProps) {
  const isOn = recovery?.PointInTimeRecoveryStatus === 'ENABLED'
  if (isOn) return <Timeline table={table} recovery={recovery} />
  return (
    <Panel title="Point-in-time recovery is off">
      <p className="recover-note">
        With recovery, every change is kept for up to 35 days, and the table can be had as it was at
        any second of them, as a new table.
      </p>
      <RecoverySwitch table={table} recovery={recovery} />
    </Panel>
  )
}

function Timeline({ table, recovery }: RecoveryPanelProps) {
  const [{ at }, change] = useFragment()
  const { EarliestRestorableDateTime, LatestRestorableDateTime } = recovery ?? {}
  if (EarliestRestorableDateTime === undefined || LatestRestorableDateTime === undefined) {
    return (
      <Panel title="The table as it was">
        <p className="recover-note">There is nothing to go back to yet. Recovery has just begun.</p>
      </Panel>
    )
  }
  const range = restorableRange(EarliestRestorableDateTime, LatestRestorableDateTime)
  const moment = at === undefined ? range.latest : withinRange(Number(at) || range.latest, range)
  return (
    <>
      <Panel title="The table as it was">
        <MomentSlider
          range={range}
          value={moment}
          onChange={(next) => change({ at: String(next) })}
        />
        <RestoreForm key={table} table={table} moment={moment} />
      </Panel>
      <PastItem table={table} moment={moment} />
      <Panel title="Point-in-time recovery">
        <RecoverySwitch table={table} recovery={recovery} />
      </Panel>
    </>
  )
}

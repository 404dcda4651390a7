import { FaultNotice } from '../../design/fault-notice.js'
import { Facts, Panel } from '../../design/panel.js'
import { Skeleton } from '../../design/skeleton.js'
import { useContinuousBackups } from '../../frame/table-questions.js'
import { RecoverySwitch } from '../../frame/recovery-switch.js'
import { useWorkspace } from '../../frame/workspace.js'
import { paths } from '../../routes/paths.js'
import { Link } from '../../routes/place.js'
import { recoveryText } from './fact-texts.js'
import type { TableTabProps } from './table-tab.js'

export function BackupsTab({ table }: TableTabProps) {
  const { region } = useWorkspace()
  const { data, error } = useContinuousBackups(table)
  return (
    <Panel title="Backups and recovery">
      {error !== null && <FaultNotice error={error} />}
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data !== undefined && (
        <div className="table-form">
          <Facts facts={[['Point-in-time recovery', recoveryText(data)]]} />
          <RecoverySwitch table={table} recovery={data.PointInTimeRecoveryDescription} />
          <p>
            <Link to={paths.table(region, table, 'recover')}>
              Backups, and the table as it was at any second
            </Link>
          </p>
        </div>
      )}
    </Panel>
  )
}

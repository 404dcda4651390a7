import { Badge } from '../../design/badge.js'
import { CopyButton } from '../../design/copy-button.js'
import { formatBytes, formatCount, formatTime } from '../../design/format.js'
import { Facts, Panel } from '../../design/panel.js'
import { Unread } from '../../design/unread.js'
import { useContinuousBackups, useTimeToLive } from '../../frame/table-questions.js'
import { DangerPanel } from './danger-panel.js'
import { capacityText, encryptionText, keyElementText, recoveryText } from './fact-texts.js'
import { ShapePanel } from './shape-panel.js'
import type { TableTabProps } from './table-tab.js'

export function OverviewTab(props: TableTabProps) {
  const { table, description } = props
  return (
    <div className="table-tab">
      <Panel title="Table">
        <Facts
          facts={[
            ['Status', <Status key="status" {...props} />],
            ['Key', <Key key="key" {...props} />],
            ['ARN', <Arn key="arn" {...props} />],
            ['Items', formatCount(description.ItemCount ?? 0)],
            ['Size', formatBytes(description.TableSizeBytes ?? 0)],
            ['Capacity', capacityText(description)],
            ['Indexes', <Indexes key="indexes" {...props} />],
            ['Stream', description.StreamSpecification?.StreamViewType ?? 'off'],
            ['TTL', <Ttl key="ttl" table={table} />],
            ['Recovery', <Recovery key="recovery" table={table} />],
            ['Class', description.TableClassSummary?.TableClass ?? 'STANDARD'],
            ['Encryption', encryptionText(description)],
            ...(description.Replicas ?? []).map(
              ({ RegionName, ReplicaStatus }) =>
                [`Replica ${RegionName ?? ''}`, ReplicaStatus ?? ''] as const,
            ),
          ]}
        />
      </Panel>
      <ShapePanel table={table} />
      <DangerPanel {...props} />
    </div>
  )
}

function Status({ description }: TableTabProps) {
  const { TableStatus, CreationDateTime } = description
  return (
    <>
      <Badge tone={TableStatus === 'ACTIVE' ? 'ok' : 'warn'} dot>
        {TableStatus}
      </Badge>
      {CreationDateTime !== undefined && ` since ${formatTime(CreationDateTime * 1000)}`}
    </>
  )
}

function Key({ description }: TableTabProps) {
  const { KeySchema = [], AttributeDefinitions = [] } = description
  return (
    <code>{KeySchema.map((each) => keyElementText(each, AttributeDefinitions)).join(', ')}</code>
  )
}

function Arn({ description }: TableTabProps) {
  const arn = description.TableArn ?? ''
  return (
    <span className="table-arn">
      <code>{arn}</code>
      <CopyButton text={arn} label="Copy ARN" iconOnly />
    </span>
  )
}

function Indexes({ description }: TableTabProps) {
  const {
    GlobalSecondaryIndexes = [],
    LocalSecondaryIndexes = [],
    VectorIndexes = [],
  } = description
  const names = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes, ...VectorIndexes].map(
    ({ IndexName }) => IndexName,
  )
  return names.length === 0 ? 'none' : <code>{names.join(', ')}</code>
}

function Ttl({ table }: { readonly table: string }) {
  const { data, error } = useTimeToLive(table)
  if (data === undefined && error !== null) return <Unread error={error} />
  if (data === undefined) return '…'
  return data.TimeToLiveStatus === 'ENABLED' ? <code>{data.AttributeName}</code> : 'off'
}

function Recovery({ table }: { readonly table: string }) {
  const { data, error } = useContinuousBackups(table)
  if (data === undefined && error !== null) return <Unread error={error} />
  return data === undefined ? '…' : recoveryText(data)
}

import { FaultNotice } from '../../design/fault-notice.js'
import { Select } from '../../design/inputs.js'
import { SegmentedControl } from '../../design/segmented-control.js'
import { Skeleton } from '../../design/skeleton.js'
import { Page } from '../../frame/page.js'
import { useTableDescription } from '../../frame/queries.js'
import { TableHeader } from '../../frame/table-header.js'
import { useFragment, usePlace } from '../../routes/place.js'
import { ChartPanel } from './chart-panel.js'
import { latencyStats, type LatencyStat } from './chart-plans.js'
import { HotKeys } from './hot-keys.js'
import './metrics-page.css'
import { rangeNamed, timeRanges } from './time-range.js'
import { useCharts } from './use-charts.js'

/** What a table did, as CloudWatch has it. */
export function MetricsPage() {
  const { table = '' } = usePlace()
  const [values, change] = useFragment()
  const range = rangeNamed(values['last'])
  const stat = latencyStats.find((each) => each === values['stat']) ?? 'p99'
  const index = values['ix']
  const subject = { table, index }
  const { data: charts, error, refetch } = useCharts(subject, range, stat)
  return (
    <Page title={`${table} · metrics`}>
      <TableHeader table={table} />
      <div className="metrics-bar">
        <SubjectSelect table={table} value={index} onChange={(ix) => change({ ix })} />
        <SegmentedControl
          label="Range of time"
          value={range.name}
          choices={timeRanges.map(({ name }) => ({ value: name, label: name }))}
          onChange={(last) => change({ last })}
        />
        {index === undefined && (
          <SegmentedControl<LatencyStat>
            label="Statistic of latency"
            value={stat}
            choices={latencyStats.map((value) => ({ value, label: value }))}
            onChange={(next) => change({ stat: next })}
          />
        )}
      </div>
      {error !== null && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {charts === undefined && error === null && <Skeleton />}
      <div className="metrics-charts">
        {charts?.map((chart) => (
          <ChartPanel key={chart.title} chart={chart} />
        ))}
      </div>
      <HotKeys key={`${table} ${index}`} subject={subject} range={range} />
    </Page>
  )
}

interface SubjectSelectProps {
  readonly table: string
  readonly value: string | undefined
  readonly onChange: (index: string | undefined) => void
}

/** No index has an empty name. */
const wholeTable = ''

function SubjectSelect({ table, value, onChange }: SubjectSelectProps) {
  const { data } = useTableDescription(table)
  const indexes = (data?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName)
  if (indexes.length === 0 && value === undefined) return null
  return (
    <Select
      aria-label="Table or index"
      value={value ?? wholeTable}
      choices={[
        { value: wholeTable, label: 'Table' },
        ...indexes.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(next) => onChange(next === wholeTable ? undefined : next)}
    />
  )
}

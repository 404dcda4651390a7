import { ChartLine, Sheet } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../design/button.js'
import { formatTime } from '../../design/format.js'
import { Panel } from '../../design/panel.js'
import { RowsTable } from '../../design/rows-table.js'
import type { ChartData } from './chart-plans.js'
import './chart-panel.css'
import { formatAmount } from './format-amount.js'
import { LineChart } from './line-chart.js'

/** A chart, or the same numbers as a table. */
export function ChartPanel({ chart }: { readonly chart: ChartData }) {
  const [isTable, setTable] = useState(false)
  const { title, unit, series } = chart
  const isEmpty = series.length === 0
  return (
    <Panel
      title={
        <>
          {title} <span className="chart-unit">{unit}</span>
        </>
      }
      actions={
        !isEmpty && (
          <IconButton
            label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            icon={isTable ? ChartLine : Sheet}
            onClick={() => setTable(!isTable)}
          />
        )
      }
    >
      {isEmpty && <p className="chart-empty">Nothing was measured in this time.</p>}
      {!isEmpty && (isTable ? <ChartTable chart={chart} /> : <LineChart chart={chart} />)}
    </Panel>
  )
}

/** The latest first; moments at which nothing happened say nothing. */
function ChartTable({ chart }: { readonly chart: ChartData }) {
  const { title, moments, series } = chart
  const rows = moments
    .map((moment, at) => ({ moment, values: series.map(({ values }) => values[at] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .reverse()
  return (
    <div className="chart-table">
      <RowsTable
        caption={title}
        rows={rows}
        keyOf={({ moment }) => String(moment)}
        columns={[
          {
            name: 'time',
            heading: 'Time',
            cell: ({ moment }) => formatTime(moment * 1000),
          },
          ...series.map(({ label }, at) => ({
            name: label,
            heading: label,
            isNumber: true,
            cell: ({ values }: (typeof rows)[number]) =>
              values[at] === null ? '–' : formatAmount(values[at]!),
          })),
        ]}
      />
    </div>
  )
}

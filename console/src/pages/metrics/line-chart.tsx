import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { useTimeZone } from '../../frame/time-zone.js'
import { axisTimes } from './axis-times.js'
import { useChartColours, type ChartColours } from './chart-colours.js'
import type { ChartData } from './chart-plans.js'
import { formatAmount } from './format-amount.js'
import './line-chart.css'

const chartHeight = 170
/** The cursor stands at the same moment in all charts of the page. */
const cursorGroup = 'metrics'

export function LineChart({ chart }: { readonly chart: ChartData }) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const colours = useChartColours()
  const [zone] = useTimeZone()
  const labels = chart.series.map(({ label }) => label).join('\n')
  const latest = useRef(chart)
  useEffect(() => {
    latest.current = chart
    if (plot.current === undefined) return
    plot.current.setData(dataOf(chart))
    showLatest(plot.current)
  }, [chart])
  useEffect(() => {
    const { current: element } = box
    if (element === null) return
    const width = element.clientWidth
    const options = optionsOf(latest.current, { colours, zone, width })
    const made = new uPlot(options, dataOf(latest.current), element)
    plot.current = made
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: chartHeight }),
    )
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      made.destroy()
      plot.current = undefined
    }
  }, [labels, colours, zone])
  return <div ref={box} className="line-chart" role="img" aria-label={summaryOf(chart)} />
}

function dataOf({ moments, series }: ChartData): uPlot.AlignedData {
  return [[...moments], ...series.map(({ values }) => [...values])]
}

interface Drawing {
  readonly colours: ChartColours
  readonly zone: string
  readonly width: number
}

function optionsOf(
  { series, moments }: ChartData,
  { colours, zone, width }: Drawing,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colours.text,
    font: '11px system-ui, sans-serif',
    grid: { stroke: colours.grid, width: 1 },
    ticks: { stroke: colours.grid, width: 1 },
  }
  return {
    width,
    height: chartHeight,
    cursor: { sync: { key: cursorGroup }, drag: { x: false, y: false }, points: { size: 6 } },
    legend: { live: true },
    padding: [8, 16, 0, 0],
    hooks: { ready: [showLatest], setCursor: [showLatest] },
    tzDate: (at) => (zone === '' ? new Date(at * 1000) : uPlot.tzDate(new Date(at * 1000), zone)),
    scales: { y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [
      { ...axis, size: 28, values: axisTimes(moments, zone) },
      { ...axis, size: 56, values: (_plot, ticks) => ticks.map(formatAmount) },
    ],
    series: [
      { value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
      ...series.map(({ label }, at) => ({
        label,
        stroke: colours.series[at % colours.series.length]!,
        width: 1.5,
        spanGaps: true,
        // Beyond the colours, and for those who cannot tell them apart.
        dash: at === 0 ? [] : [4 + 2 * (at % 3), 2 + (at % 2) * 2],
        points: { show: isSparse },
        value: (_plot: uPlot, value: number | null) => (value === null ? '–' : formatAmount(value)),
      })),
    ],
  }
}

/** Without a cursor the legend has the latest values. */
function showLatest(plot: uPlot): void {
  const [moments] = plot.data
  const { left = -1 } = plot.cursor
  if (left >= 0) return
  const last = moments.findLastIndex((_moment, at) =>
    plot.data.slice(1).some((values) => values[at] != null),
  )
  plot.setLegend({ idx: last }, false)
}

/** A line needs two points; a single one has to be seen as well. */
function isSparse(plot: uPlot, at: number): boolean {
  const known = (plot.data[at] ?? []).filter((value) => value != null)
  return known.length < 3
}

function summaryOf({ title, unit, series }: ChartData): string {
  const parts = series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null)
    return `${label}: highest ${formatAmount(Math.max(...known))}, latest ${formatAmount(known.at(-1)!)}`
  })
  return `${title} in ${unit}. ${parts.join('; ')}`
}

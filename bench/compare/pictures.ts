/** The pictures of docs/performance.md. */
import { barChart } from '../pictures/bar-chart.js'
import { writePicture } from '../pictures/draw.js'
import { lineChart } from '../pictures/line-chart.js'
import type { Contender } from './contender.js'
import type { Results } from './measure.js'
import { usualConnections, type ConnectionResults, type RowResults } from './parts.js'
import { rateOverBestPeer } from './report.js'

export function drawRows(
  results: RowResults,
  contenders: readonly Contender[],
  where: string,
): void {
  const groups = (value: (row: Results, one: Contender) => number | undefined) =>
    [...results].map(([name, row]) => ({
      name,
      bars: contenders.map((one) => ({ name: one.name, value: value(row, one) ?? Number.NaN })),
    }))
  const subtitle = `items of 1 KB, ${usualConnections} connections, ${where}`
  const rates = {
    title: 'Requests per second, as a multiple of the best peer',
    subtitle,
    unit: 'x',
  }
  writePicture('compare-requests', barChart({ ...rates, groups: groups(rateOverBestPeer) }))
  const costs = { title: 'CPU time of one request', subtitle, unit: 'µs, less is better' }
  const cost = (row: Results, one: Contender) => row.get(one)?.cpuMicroseconds
  writePicture('compare-cpu', barChart({ ...costs, groups: groups(cost) }))
}

export function drawConnections(results: ConnectionResults, where: string): void {
  for (const [name, byCount] of results) {
    const contenders = new Map(
      [...byCount.values()].flatMap((row) => [...row.keys()].map((one) => [one.id, one] as const)),
    )
    const series = [...contenders.values()].map((one) => ({
      name: one.name,
      points: [...byCount].map(([x, row]) => ({ x, y: row.get(one)?.perSecond ?? Number.NaN })),
    }))
    const svg = lineChart({
      title: `${name} by connections`,
      subtitle: `items of 1 KB, ${where}`,
      x: { label: 'connections', scale: 'log' },
      y: { label: 'requests/s', scale: 'linear' },
      series,
    })
    writePicture(`compare-connections-${name.toLowerCase()}`, svg)
  }
}

/** The plots of a report, as SVG. What they show is also said in words, for those who cannot see them. */
import { escaped } from './escaped.js'
import { shownNumber, shownUsd } from './show-figures.js'
import {
  peakUnits,
  pointMs,
  type ResourceWorkload,
  type Traffic,
  type TrafficPoint,
} from './workload.js'

const width = 900
const [left, right, top, bottom] = [60, 20, 24, 28]
const plotHeight = 200
/** More would be drawn on top of each other. */
const columnsMax = 400

export function trafficPlot(title: string, { reads, writes }: ResourceWorkload): string {
  const all = [...reads.points, ...writes.points]
  if (all.every(({ units }) => units === 0)) return ''
  const times = all.map(({ atMs }) => atMs)
  const fromMs = times.reduce((least, ms) => Math.min(least, ms))
  const toMs = times.reduce((most, ms) => Math.max(most, ms)) + pointMs
  const ceiling = niceCeiling(Math.max(peakUnits(reads), peakUnits(writes)))
  const scale = { fromMs, toMs, ceiling }
  const said = `${title}. Reads up to ${shownNumber(peakUnits(reads))}, writes up to ${shownNumber(peakUnits(writes))}.`
  const height = plotHeight + top + bottom
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(said)}">
${gridLines(ceiling)}${timeLabels(scale)}
<path class="read" d="${pathOf(reads, scale)}"/><path class="write" d="${pathOf(writes, scale)}"/>
<line class="read" x1="${left}" x2="${left + 28}" y1="10" y2="10"/><text x="${left + 34}" y="14">reads</text>
<line class="write" x1="${left + 90}" x2="${left + 118}" y1="10" y2="10"/><text x="${left + 124}" y="14">writes, units a second</text>
</svg>`
}

interface PlotScale {
  readonly fromMs: number
  readonly toMs: number
  readonly ceiling: number
}

function pathOf({ points }: Traffic, scale: PlotScale): string {
  const columns = thinned(points, scale)
  return columns
    .map(({ atMs, units }, i) => {
      const isGap = i === 0 || atMs - columns[i - 1]!.atMs > gapMs(scale)
      return `${isGap ? 'M' : 'L'}${xOf(atMs, scale)} ${yOf(units / (pointMs / 1000), scale.ceiling)}`
    })
    .join('')
}

/** The highest point of each column, so that no peak is lost. */
function thinned(points: readonly TrafficPoint[], scale: PlotScale): readonly TrafficPoint[] {
  const columns = new Map<number, TrafficPoint>()
  for (const point of points) {
    const column = Math.floor((point.atMs - scale.fromMs) / columnMs(scale))
    const known = columns.get(column)
    if (known === undefined || known.units < point.units) columns.set(column, point)
  }
  return [...columns.values()]
}

function columnMs({ fromMs, toMs }: PlotScale): number {
  return Math.max(pointMs, (toMs - fromMs) / columnsMax)
}

/** Nothing was recorded for so long that a line would say something untrue. */
function gapMs(scale: PlotScale): number {
  return columnMs(scale) * 3
}

function xOf(ms: number, { fromMs, toMs }: PlotScale): string {
  return (left + ((ms - fromMs) / (toMs - fromMs)) * (width - left - right)).toFixed(1)
}

function yOf(units: number, ceiling: number): string {
  return (top + plotHeight * (1 - units / ceiling)).toFixed(1)
}

/** 1, 2 or 5 times a power of ten. */
export function niceCeiling(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!
}

function gridLines(ceiling: number): string {
  return [0, 0.5, 1]
    .map((share) => {
      const y = yOf(ceiling * share, ceiling)
      const label = `<text x="${left - 8}" y="${Number(y) + 4}" text-anchor="end">${shownNumber(ceiling * share)}</text>`
      return `<line class="${share === 0 ? 'axis' : 'grid'}" x1="${left}" x2="${width - right}" y1="${y}" y2="${y}"/>${label}`
    })
    .join('')
}

function timeLabels(scale: PlotScale): string {
  const { fromMs, toMs } = scale
  return [0, 0.5, 1]
    .map((share) => {
      const ms = fromMs + (toMs - fromMs) * share
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle'
      const shown = new Date(ms).toISOString().slice(5, 16).replace('T', ' ')
      return `<text x="${xOf(ms, scale)}" y="${top + plotHeight + 20}" text-anchor="${anchor}">${shown}</text>`
    })
    .join('')
}

export interface CostBar {
  readonly name: string
  readonly usd: number
  readonly saving: number
}

const barHeight = 30
const nameWidth = 220
const barsMax = 20

/** What each table costs, and how much of it could be saved. */
export function costBars(bars: readonly CostBar[]): string {
  const shown = bars.toSorted((a, b) => b.usd - a.usd).slice(0, barsMax)
  const most = shown[0]?.usd ?? 0
  if (most === 0) return ''
  const said = shown.map(
    ({ name, usd, saving }) => `${name} ${shownUsd(usd)}, ${shownUsd(saving)} of it could be saved`,
  )
  const legendY = shown.length * barHeight + 16
  return `<svg viewBox="0 0 ${width} ${legendY + 10}" role="img" aria-label="${escaped(`Cost of tables a month: ${said.join('; ')}`)}">
${shown.map((bar, i) => costBar(bar, i * barHeight, most)).join('\n')}
<rect class="kept" x="${nameWidth}" y="${legendY - 10}" width="12" height="12"/><text x="${nameWidth + 18}" y="${legendY}">a month after the largest saving</text>
<rect class="saved" x="${nameWidth + 240}" y="${legendY - 10}" width="12" height="12"/><text x="${nameWidth + 258}" y="${legendY}">could be saved</text>
</svg>`
}

function costBar({ name, usd, saving }: CostBar, y: number, most: number): string {
  const room = width - nameWidth - 120
  const [kept, saved] = [((usd - saving) / most) * room, (saving / most) * room]
  const short = name.length > 28 ? `${name.slice(0, 27)}…` : name
  return `<text class="name" x="0" y="${y + 17}">${escaped(short)}</text><rect class="kept" x="${nameWidth}" y="${y + 3}" width="${kept.toFixed(1)}" height="20"/><rect class="saved" x="${(nameWidth + kept).toFixed(1)}" y="${y + 3}" width="${saved.toFixed(1)}" height="20"/><text x="${(nameWidth + kept + saved + 8).toFixed(1)}" y="${y + 17}">${shownUsd(usd)}</text>`
}

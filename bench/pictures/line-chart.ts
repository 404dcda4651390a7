/** Lines over an axis: how a figure changes with another one. */
import { legend } from './legend.js'
import { hasPlace, scaleOf, shortNumber, type Scale, type ScaleKind } from './scale.js'
import {
  colours,
  contentTop,
  element,
  line,
  picture,
  pictureWidth,
  seriesColour,
  text,
} from './svg.js'

export interface Axis {
  readonly label: string
  readonly scale: ScaleKind
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Series {
  readonly name: string
  readonly points: readonly Point[]
}

export interface LineChart {
  readonly title: string
  readonly subtitle?: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
}

const plotHeight = 300
const margin = { left: 74, right: 30, aboveAxis: 34, belowAxis: 54 } as const
const plotWidth = pictureWidth - margin.left - margin.right
/** More points than this are a line, without a dot for each. */
const dotsMax = 40

/** Points without a place on a logarithmic axis are left out. */
export function lineChart(chart: LineChart): string {
  const series = chart.series.map(({ name, points }) => ({ name, points: placed(points, chart) }))
  const all = series.flatMap(({ points }) => points)
  const names = legend(
    series.map(({ name, points }) => (points.length === 0 ? `${name} (no data)` : name)),
    contentTop,
  )
  const plot: Plot = {
    top: contentTop + names.height + margin.aboveAxis,
    x: scaleOf(
      all.map(({ x }) => x),
      chart.x.scale,
    ),
    y: scaleOf(
      all.map(({ y }) => y),
      chart.y.scale,
    ),
  }
  return picture({
    title: chart.title,
    subtitle: chart.subtitle,
    height: plot.top + plotHeight + margin.belowAxis,
    parts: [
      ...names.parts,
      ...axes(chart, plot),
      ...series.flatMap(({ points }, index) => drawn(points, plot, seriesColour(index))),
    ],
  })
}

interface Plot {
  readonly top: number
  readonly x: Scale
  readonly y: Scale
}

function placed(points: readonly Point[], { x, y }: LineChart): readonly Point[] {
  const seen = points.filter((point) => hasPlace(point.x, x.scale) && hasPlace(point.y, y.scale))
  return seen.toSorted((a, b) => a.x - b.x)
}

function across({ x }: Plot, value: number): number {
  return margin.left + x.place(value) * plotWidth
}

function down({ y, top }: Plot, value: number): number {
  return top + (1 - y.place(value)) * plotHeight
}

function axes(chart: LineChart, plot: Plot): readonly string[] {
  const quiet = { fill: colours.quiet }
  const bottom = plot.top + plotHeight
  const right = margin.left + plotWidth
  return [
    ...plot.y.ticks.flatMap((tick) => {
      const y = down(plot, tick)
      const number = text(shortNumber(tick), margin.left - 8, y + 4, {
        ...quiet,
        'text-anchor': 'end',
      })
      return [line([margin.left, y], [right, y]), number]
    }),
    ...plot.x.ticks.flatMap((tick) => {
      const x = across(plot, tick)
      const number = text(shortNumber(tick), x, bottom + 18, { ...quiet, 'text-anchor': 'middle' })
      return [line([x, plot.top], [x, bottom]), number]
    }),
    text(chart.y.label, 20, plot.top - 10, quiet),
    text(chart.x.label, right, bottom + 40, { ...quiet, 'text-anchor': 'end' }),
  ]
}

function drawn(points: readonly Point[], plot: Plot, colour: string): readonly string[] {
  if (points.length === 0) return []
  const places = points.map(({ x, y }) => [across(plot, x), down(plot, y)] as const)
  const path = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const stroke = { fill: 'none', stroke: colour, 'stroke-width': 2, 'stroke-linejoin': 'round' }
  const dots = places.length > dotsMax ? [] : places
  return [
    element('polyline', { points: path, ...stroke }),
    ...dots.map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: colour })),
  ]
}

/** Curves as pictures. */
import { barChart } from '../pictures/bar-chart.js'
import { lineChart } from '../pictures/line-chart.js'
import { seriesOf, type CurveFigure } from './curve.js'

const unit = 'CPU µs per request'

export interface CurvePicture {
  readonly title: string
  readonly axis: string
  readonly figures: readonly CurveFigure[]
}

/** For an axis of numbers. Both scales are logarithmic: a flat line costs the same everywhere. */
export function curveLines({ title, axis, figures }: CurvePicture): string {
  return lineChart({
    title,
    x: { label: axis, scale: 'log' },
    y: { label: unit, scale: 'log' },
    series: seriesOf(figures).map((name) => ({
      name,
      points: figures
        .filter(({ series }) => series === name)
        .map(({ x, microseconds }) => ({ x, y: microseconds })),
    })),
  })
}

/** For an axis of words. */
export function curveBars({ title, figures }: CurvePicture): string {
  return barChart({
    title,
    unit,
    groups: seriesOf(figures).map((name) => ({
      name,
      bars: figures
        .filter(({ series }) => series === name)
        .map(({ at, microseconds }) => ({ name: at, value: microseconds })),
    })),
  })
}

/** Bars in groups: several contenders, measured at several things. One scale holds for all bars. */
import { legend } from './legend.js'
import { scaleOf, shortNumber, type Scale } from './scale.js'
import { colours, contentTop, element, picture, pictureWidth, seriesColour, text } from './svg.js'

export interface Bar {
  readonly name: string
  readonly value: number
}

export interface BarGroup {
  readonly name: string
  readonly bars: readonly Bar[]
}

export interface BarChart {
  readonly title: string
  readonly subtitle?: string
  readonly unit: string
  readonly groups: readonly BarGroup[]
}

const margin = { left: 190, right: 90, bottom: 36 } as const
const plotWidth = pictureWidth - margin.left - margin.right
const barHeight = 14
const barGap = 3
const groupGap = 16

/** A bar without a value is named, and has no length. Bars of one name have one colour. */
export function barChart({ title, subtitle, unit, groups }: BarChart): string {
  const names = [...new Set(groups.flatMap(({ bars }) => bars.map(({ name }) => name)))]
  const scale = scaleOf(
    groups.flatMap(({ bars }) => bars.map(({ value }) => value)),
    'linear',
  )
  const key = legend(names, contentTop)
  const parts: string[] = [...key.parts]
  let y = contentTop + key.height + groupGap
  for (const group of groups) {
    parts.push(text(group.name, margin.left - 12, y + barHeight - 3, groupName))
    for (const bar of group.bars) {
      parts.push(...drawn(bar, y, { scale, colour: seriesColour(names.indexOf(bar.name)) }))
      y += barHeight + barGap
    }
    y += group.bars.length === 0 ? barHeight + groupGap : groupGap
  }
  parts.push(text(unit, pictureWidth - 20, y + 4, { fill: colours.quiet, 'text-anchor': 'end' }))
  return picture({ title, subtitle, height: y + margin.bottom - groupGap, parts })
}

const groupName = { 'text-anchor': 'end', 'font-weight': 600 }

interface Style {
  readonly scale: Scale
  readonly colour: string
}

function drawn({ value }: Bar, y: number, { scale, colour }: Style): readonly string[] {
  const start = scale.place(0)
  const end = Number.isFinite(value) ? scale.place(value) : start
  const x = margin.left + Math.min(start, end) * plotWidth
  const width = Math.abs(end - start) * plotWidth
  return [
    element('rect', { x, y, width, height: barHeight, rx: 2, fill: colour }),
    text(shortNumber(value), x + width + 6, y + barHeight - 3, { fill: colours.quiet }),
  ]
}

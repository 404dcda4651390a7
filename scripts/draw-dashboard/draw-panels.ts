/** Curves over time as an SVG picture, three panels in a row. */

export interface Curve {
  readonly name: string
  /** Seconds since the start, and values. */
  readonly points: readonly (readonly [number, number])[]
}

export interface DrawnPanel {
  readonly title: string
  /** As Grafana names it. */
  readonly unit: string
  readonly curves: readonly Curve[]
}

const panelWidth = 400
const panelHeight = 260
const plot = { left: 56, top: 34, width: 330, height: 130 }
const colours = ['#2f6fb7', '#d9822b', '#3d8f5a', '#b23a48', '#7a5ea8', '#8a8a2b']
const perRow = 3

export function drawPanels(panels: readonly DrawnPanel[]): string {
  const height = Math.ceil(panels.length / perRow) * panelHeight
  const drawn = panels.map((panel, i) => {
    const x = (i % perRow) * panelWidth
    const y = Math.floor(i / perRow) * panelHeight
    return `<g transform="translate(${x},${y})">${drawPanel(panel)}</g>`
  })
  const size = `viewBox="0 0 ${perRow * panelWidth} ${height}"`
  const font = 'font-family="sans-serif" font-size="11" fill="#333"'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...drawn,
    '</svg>\n',
  ].join('\n')
}

function drawPanel({ title, unit, curves }: DrawnPanel): string {
  const shown = curves.map((curve) => ({ ...curve, points: curve.points.filter(isDrawable) }))
  const most = Math.max(...shown.flatMap(({ points }) => points.map(([, value]) => value)), 0)
  const top = most === 0 ? 1 : most * 1.1
  const seconds = Math.max(...shown.flatMap(({ points }) => points.map(([at]) => at)), 1)
  const { left, height } = plot
  const axis = [0, 0.5, 1].map((share) => {
    const y = plot.top + height * (1 - share)
    const label = `<text x="${left - 6}" y="${y + 4}" text-anchor="end">${shownValue(top * share, unit)}</text>`
    return `<path d="M${left} ${y}h${plot.width}" stroke="#ddd"/>${label}`
  })
  const lines = shown.map(({ points }, i) => pathOf(points, top, seconds, colourOf(i)))
  const names = shown.slice(0, colours.length).map(({ name }, i) => legendOf(name, i))
  return [
    `<text x="${left}" y="20" font-size="13" font-weight="bold">${escaped(title)}</text>`,
    ...[...axis, ...lines, ...names],
  ].join('\n')
}

function isDrawable([, value]: readonly [number, number]): boolean {
  return Number.isFinite(value)
}

function pathOf(points: Curve['points'], top: number, seconds: number, colour: string): string {
  if (points.length === 0) return ''
  const steps = points.map(([at, value], i) => {
    const x = plot.left + (at / seconds) * plot.width
    const y = plot.top + plot.height * (1 - value / top)
    return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `<path d="${steps.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`
}

function legendOf(name: string, i: number): string {
  const y = plot.top + plot.height + 18 + 14 * i
  const mark = `<rect x="${plot.left}" y="${y - 8}" width="9" height="9" fill="${colourOf(i)}"/>`
  return `${mark}<text x="${plot.left + 14}" y="${y}">${escaped(name)}</text>`
}

function colourOf(i: number): string {
  return colours[i % colours.length]!
}

function shownValue(value: number, unit: string): string {
  if (unit === 's') return `${Number((value * 1000).toPrecision(2))} ms`
  if (unit === 'bytes') return `${Math.round(value / 1024 ** 2)} MB`
  const rate = unit === 'reqps' || unit === 'ops' ? '/s' : ''
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(2))}${rate}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/**
 * The elements that charts consist of, as SVG text. A picture has its own background, so that it is
 * readable on light and dark pages, and no scripts, styles or fonts from elsewhere.
 */
export const pictureWidth = 880

export const colours = {
  background: '#ffffff',
  border: '#d0d7de',
  grid: '#e6e9ed',
  text: '#1f2328',
  quiet: '#59636e',
} as const

/** Distinct for people who see colours differently, too; used again if there are more names. */
const seriesColours = [
  '#0b5cad',
  '#d9730d',
  '#1a7f37',
  '#a8326f',
  '#6f42c1',
  '#7a6a00',
  '#3a9fbf',
  '#8a4a2b',
]

export function seriesColour(index: number): string {
  return seriesColours[index % seriesColours.length]!
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

export type Attributes = Readonly<Record<string, string | number>>

/** An element; `content` is SVG already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${shown(value)}"`)
  const open = `<${name}${list.join('')}`
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`
}

function shown(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : escaped(value)
}

export function text(content: string, x: number, y: number, more: Attributes = {}): string {
  const defaults = { x, y, fill: colours.text, 'font-size': 12 }
  return element('text', { ...defaults, ...more }, escaped(content) || ' ')
}

export function line(from: readonly [number, number], to: readonly [number, number]): string {
  const [[x1, y1], [x2, y2]] = [from, to]
  return element('line', { x1, y1, x2, y2, stroke: colours.grid })
}

export interface Picture {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly height: number
  readonly parts: readonly string[]
}

/** Where the parts of a picture begin, below its title. */
export const contentTop = 64

export function picture({ title, subtitle, height, parts }: Picture): string {
  const frame = element('rect', {
    x: 0.5,
    y: 0.5,
    width: pictureWidth - 1,
    height: height - 1,
    rx: 6,
    fill: colours.background,
    stroke: colours.border,
  })
  const heading = text(title, 20, 28, { 'font-size': 16, 'font-weight': 600 })
  const below = subtitle === undefined ? [] : [text(subtitle, 20, 47, { fill: colours.quiet })]
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: pictureWidth,
    height,
    viewBox: `0 0 ${pictureWidth} ${Math.round(height)}`,
    role: 'img',
    'aria-label': title,
    'font-family': 'system-ui, sans-serif',
  }
  return `${element('svg', attributes, `\n${[frame, heading, ...below, ...parts].join('\n')}\n`)}\n`
}

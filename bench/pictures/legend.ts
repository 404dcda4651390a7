/** The names of colours, in rows above a chart. */
import { colours, element, pictureWidth, seriesColour, text } from './svg.js'

const left = 20
const rowHeight = 20
const characterWidth = 7.4
const gap = 36

export interface Legend {
  readonly parts: readonly string[]
  readonly height: number
}

export function legend(names: readonly string[], top: number): Legend {
  const parts: string[] = []
  let x = left
  let row = 0
  for (const [index, name] of names.entries()) {
    const width = gap + name.length * characterWidth
    if (x > left && x + width > pictureWidth - left) {
      row++
      x = left
    }
    const y = top + row * rowHeight
    parts.push(
      element('rect', { x, y: y + 3, width: 12, height: 12, rx: 2, fill: seriesColour(index) }),
      text(name, x + 17, y + 13, { fill: colours.text }),
    )
    x += width
  }
  return { parts, height: names.length === 0 ? 0 : (row + 1) * rowHeight }
}

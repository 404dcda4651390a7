/**
 * The aggregate view as a picture: every table and index with its sample rows. Colours are those of the
 * light theme, and text is set in a fixed width, so that columns can be measured without a browser.
 */
import { printBytes, printValue, visibleText } from '../values/print-value.js'
import type { DataModel, ModelTable } from './data-model.js'
import { drawnRowsMax } from './limits.js'
import { type TableView, type ViewRow, tableViewOf } from './table-view.js'

const tints = [
  '#e3edfd',
  '#e4f3e6',
  '#fff0da',
  '#f6e6f8',
  '#e0f3f3',
  '#fce7e6',
  '#eceafb',
  '#f3f0d8',
]
const names = [
  '#1857c4',
  '#1b6b3a',
  '#8a4b00',
  '#7a3e9d',
  '#0b6470',
  '#b3201d',
  '#4f46b8',
  '#655a00',
]

const margin = 24
const rowHeight = 40
const headHeight = 28
const titleHeight = 44
/** Of a character of 12 pixels in a fixed width. */
const characterWidth = 7.3
const charactersMax = 36

interface Drawing {
  readonly shapes: string[]
  width: number
  bottom: number
}

export function aggregatePicture(model: DataModel): string {
  const drawing: Drawing = { shapes: [], width: 480, bottom: margin }
  for (const table of model.tables) {
    drawView(drawing, table.name, tableViewOf(table), table)
    for (const index of table.indexes) {
      drawView(drawing, `${table.name} · ${index.name}`, tableViewOf(table, index), table)
    }
  }
  const width = Math.ceil(drawing.width + margin)
  const height = Math.ceil(drawing.bottom + margin)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...drawing.shapes,
    '</svg>',
    '',
  ].join('\n')
}

function drawView(drawing: Drawing, title: string, view: TableView, table: ModelTable): void {
  const keys = [
    view.key.partition.name,
    ...(view.key.sort === undefined ? [] : [view.key.sort.name]),
  ]
  const rows = view.collections.flatMap((each) => each.rows).slice(0, drawnRowsMax)
  const widths = keys.map((name) =>
    widthOf([name, ...rows.map(({ item }) => shortText(printValue(item[name]!)))]),
  )
  const top = drawing.bottom
  drawing.shapes.push(
    textAt(margin, top + 18, { text: title, fill: '#14181f', style: 'title' }),
    textAt(margin, top + 36, { text: factsOf(view, table), fill: '#4d5766' }),
  )
  let x = margin
  const headTop = top + titleHeight
  for (const [i, name] of keys.entries()) {
    drawing.shapes.push(
      textAt(x + 8, headTop + 18, { text: name, fill: '#4d5766', style: 'strong' }),
    )
    x += widths[i]!
  }
  drawing.shapes.push(
    textAt(x + 8, headTop + 18, { text: 'Attributes', fill: '#4d5766', style: 'strong' }),
  )
  drawing.bottom = headTop + headHeight
  let left = drawnRowsMax
  for (const collection of view.collections) {
    const shown = collection.rows.slice(0, left)
    if (shown.length === 0) break
    left -= shown.length
    drawCollection(drawing, {
      rows: shown,
      partition: printValue(collection.partition),
      bytes: collection.bytes,
      widths,
    })
  }
  drawing.bottom += margin
}

function factsOf({ rowCount, bytes, absent, index }: TableView, table: ModelTable): string {
  const sparse =
    index === undefined || absent.length === 0
      ? ''
      : `, ${absent.length} of ${table.samples.length} items not in it`
  return `${rowCount} items, ${printBytes(bytes)}${sparse}`
}

interface DrawnCollection {
  readonly rows: readonly ViewRow[]
  readonly partition: string
  readonly bytes: number
  readonly widths: readonly number[]
}

function drawCollection(
  drawing: Drawing,
  { rows, partition, bytes, widths }: DrawnCollection,
): void {
  const [partitionWidth = 0, sortWidth = 0] = widths
  const top = drawing.bottom
  const height = rows.length * rowHeight
  drawing.shapes.push(
    boxAt({ x: margin, y: top, width: partitionWidth, height }, '#f6f7f9'),
    textAt(margin + 8, top + 16, { text: shortText(partition), fill: '#14181f', style: 'strong' }),
    textAt(margin + 8, top + 32, {
      text: `${rows.length} · ${printBytes(bytes)}`,
      fill: '#5f6a7a',
      style: 'small',
    }),
  )
  for (const [i, row] of rows.entries()) {
    const y = top + i * rowHeight
    const tint = tints[row.tint % tints.length]!
    const x = margin + partitionWidth
    if (row.sort !== undefined) {
      drawing.shapes.push(
        boxAt({ x, y, width: sortWidth, height: rowHeight }, tint),
        textAt(x + 8, y + 16, { text: shortText(printValue(row.sort)), fill: '#14181f' }),
        textAt(x + 8, y + 32, {
          text: row.entity,
          fill: names[row.tint % names.length]!,
          style: 'small',
        }),
      )
    }
    drawCells(drawing, row, { x: x + (row.sort === undefined ? 0 : sortWidth), y, tint })
  }
  drawing.bottom = top + height
}

function drawCells(
  drawing: Drawing,
  row: ViewRow,
  { x, y, tint }: { readonly x: number; readonly y: number; readonly tint: string },
): void {
  let left = x
  for (const { name, value } of row.cells.filter(({ projected }) => projected)) {
    const text = shortText(printValue(value))
    const width = widthOf([name, text])
    drawing.shapes.push(
      boxAt({ x: left, y, width, height: rowHeight }, tint),
      textAt(left + 8, y + 15, {
        text: shortText(name),
        fill: names[row.tint % names.length]!,
        style: 'small',
      }),
      textAt(left + 8, y + 31, { text, fill: '#14181f' }),
    )
    left += width
  }
  drawing.width = Math.max(drawing.width, left)
}

function widthOf(texts: readonly string[]): number {
  return (
    Math.max(...texts.map((text) => Math.min(text.length, charactersMax))) * characterWidth + 16
  )
}

function shortText(text: string): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boxAt({ x, y, width, height }: Box, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${height}" fill="${fill}" stroke="#d5dae1"/>`
}

type TextStyle = 'title' | 'strong' | 'plain' | 'small'

const styles: Readonly<Record<TextStyle, string>> = {
  title: ' font-size="16" font-weight="600"',
  strong: ' font-weight="600"',
  plain: '',
  small: ' font-size="10"',
}

interface Words {
  readonly text: string
  readonly fill: string
  readonly style?: TextStyle
}

function textAt(x: number, y: number, { text, fill, style = 'plain' }: Words): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}"${styles[style]}>${escapedXml(text)}</text>`
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}

function escapedXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  }
  // XML holds neither control characters nor halves of a character.
  return visibleText(text)
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => entities[sign]!)
}

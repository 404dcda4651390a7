/** Cells as text for the clipboard. One cell is its plain value, several are lines of tabs for a sheet. */
import type { AttributeValue } from '../values/attribute-value.js'
import { printDynamoJson } from '../values/dynamodb-json.js'
import { clipboardText } from '../values/plain-json.js'
import type { CellRange } from './grid-cursor.js'
import type { GridRows } from './grid-rows.js'

export function copiedText(rows: GridRows, columns: readonly string[], range: CellRange): string {
  const lines = linesOf(rows, columns, range)
  if (lines.length === 1 && lines[0]!.length === 1) return textOf(lines[0]![0])
  return lines.map((line) => line.map((value) => sheetField(textOf(value))).join('\t')).join('\n')
}

/** One value as DynamoDB JSON; a range as a list of items with the attributes in it. */
export function copiedJson(rows: GridRows, columns: readonly string[], range: CellRange): string {
  const names = columns.slice(range.firstColumn, range.lastColumn + 1)
  const lines = linesOf(rows, columns, range)
  const only = lines.length === 1 && names.length === 1 ? lines[0]![0] : undefined
  if (only !== undefined) return printDynamoJson(only, 0)
  const items = lines.map((line) =>
    Object.fromEntries(
      line.flatMap((value, at) => (value === undefined ? [] : [[names[at]!, value] as const])),
    ),
  )
  return JSON.stringify(items, null, 2)
}

function linesOf(
  rows: GridRows,
  columns: readonly string[],
  range: CellRange,
): readonly (readonly (AttributeValue | undefined)[])[] {
  const names = columns.slice(range.firstColumn, range.lastColumn + 1)
  const lines: (AttributeValue | undefined)[][] = []
  for (let row = range.firstRow; row <= range.lastRow; row++) {
    if (rows.isLoaded(row)) lines.push(names.map((name) => rows.valueAt(row, name)))
  }
  return lines
}

function textOf(value: AttributeValue | undefined): string {
  return value === undefined ? '' : clipboardText(value)
}

/** Sheets read quotes around what holds a tab, a line break or a quote. */
function sheetField(text: string): string {
  return /["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a person made of the columns of a table: order, widths, what is hidden. Kept in this browser. */
import type { ColumnFacts } from './column-tracker.js'
import { columnWidthMin, draggedWidthMax } from './limits.js'

export interface ColumnLayout {
  /** Those that were moved, in their order; others follow as they come. */
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly hidden: readonly string[]
}

export const plainLayout: ColumnLayout = { order: [], widths: {}, hidden: [] }

/** All columns in their order with their widths, hidden ones among them. Keys stay in front. */
export function arrange(
  columns: readonly ColumnFacts[],
  layout: ColumnLayout,
  keys: readonly string[],
): readonly ColumnFacts[] {
  const places = new Map(layout.order.map((name, at) => [name, at]))
  const place = ({ name }: ColumnFacts, at: number) =>
    keys.includes(name) ? at - columns.length : (places.get(name) ?? layout.order.length + at)
  return columns
    .map((column, at) => ({ column, place: place(column, at) }))
    .sort((a, b) => a.place - b.place)
    .map(({ column }) => ({ ...column, width: layout.widths[column.name] ?? column.width }))
}

export function visibleColumns(
  columns: readonly ColumnFacts[],
  layout: ColumnLayout,
): readonly ColumnFacts[] {
  const hidden = new Set(layout.hidden)
  return columns.filter(({ name }) => !hidden.has(name))
}

export function resized(layout: ColumnLayout, name: string, width: number): ColumnLayout {
  const bounded = Math.min(draggedWidthMax, Math.max(columnWidthMin, Math.round(width)))
  return { ...layout, widths: { ...layout.widths, [name]: bounded } }
}

/** Back to the width of its values. */
export function fitted(layout: ColumnLayout, name: string): ColumnLayout {
  const { [name]: _, ...widths } = layout.widths
  return { ...layout, widths }
}

/** Moves a column beside its neighbour among all that are given, in their present order. */
export function moved(
  layout: ColumnLayout,
  present: readonly string[],
  name: string,
  to: number,
): ColumnLayout {
  const rest = present.filter((other) => other !== name)
  const at = Math.min(rest.length, Math.max(0, to))
  return { ...layout, order: [...rest.slice(0, at), name, ...rest.slice(at)] }
}

export function toggled(layout: ColumnLayout, name: string): ColumnLayout {
  const isHidden = layout.hidden.includes(name)
  return {
    ...layout,
    hidden: isHidden ? layout.hidden.filter((other) => other !== name) : [...layout.hidden, name],
  }
}

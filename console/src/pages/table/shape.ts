/** Which attributes the items of a sample have, of which types, and how many items have them. */
import { typeOfValue, type Item, type ValueType } from '../../values/attribute-value.js'

export interface AttributeShape {
  readonly name: string
  /** Share of the items that have it, from 0 to 1. */
  readonly share: number
  /** The commonest first; shares of all items. */
  readonly types: readonly { readonly type: ValueType; readonly share: number }[]
}

export function shapeOf(items: readonly Item[]): readonly AttributeShape[] {
  const counts = new Map<string, Map<ValueType, number>>()
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const types = counts.get(name) ?? new Map<ValueType, number>()
      const type = typeOfValue(value)
      types.set(type, (types.get(type) ?? 0) + 1)
      counts.set(name, types)
    }
  }
  return [...counts]
    .map(([name, types]) => attributeShape(name, types, items.length))
    .toSorted(commonestFirst)
}

function attributeShape(
  name: string,
  types: ReadonlyMap<ValueType, number>,
  items: number,
): AttributeShape {
  const shares = [...types]
    .map(([type, count]) => ({ type, share: count / items }))
    .toSorted((a, b) => b.share - a.share)
  return { name, share: shares.reduce((sum, { share }) => sum + share, 0), types: shares }
}

function commonestFirst(a: AttributeShape, b: AttributeShape): number {
  return b.share - a.share || (a.name < b.name ? -1 : 1)
}

/** `98 %`, and never 0 or 100 for a part. */
export function shareText(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 0 && share > 0) return '<1 %'
  return percent === 100 && share < 0.9999 ? '>99 %' : `${percent} %`
}

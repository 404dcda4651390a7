/** An item is a map of attributes. Its names are untrusted, so it is never read by `item[name]`. */
import type { AttributeMap, AttributeValue } from './attribute-value.js'

export type Item = AttributeMap

export function attributeOf(map: AttributeMap, name: string): AttributeValue | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

/** The named attributes of an item that it has, in the order of the names. */
export function pickAttributes(map: AttributeMap, names: Iterable<string>): Item {
  const entries: [string, AttributeValue][] = []
  for (const name of names) {
    const value = attributeOf(map, name)
    if (value !== undefined) entries.push([name, value])
  }
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return Object.fromEntries(entries)
}

/** An item is a map of attributes. Its names are untrusted, so it is never read by `item[name]`. */
import type { AttributeMap, AttributeValue } from './attribute-value.js'

export type Item = AttributeMap

export function attributeOf(map: AttributeMap, name: string): AttributeValue | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

const ordinaryMember = { configurable: true, enumerable: true, writable: true }

/** The named attributes of an item that it has, in the order of the names. */
export function pickAttributes(map: AttributeMap, names: Iterable<string>): Item {
  const picked: Record<string, AttributeValue> = {}
  for (const name of names) {
    const value = attributeOf(map, name)
    if (value === undefined) continue
    // Assigning would change what the object inherits from. Defining every member takes several times as long.
    if (name === '__proto__') Object.defineProperty(picked, name, { ...ordinaryMember, value })
    else picked[name] = value
  }
  return picked
}

/** A place inside an item: an attribute name, then names of map members and positions in lists. */
import type { AttributeMap, AttributeValue } from './attribute-value.js'
import { attributeOf } from './item.js'

export type PathElement = string | number

/** Never empty, and the first element is always a name. */
export type DocumentPath = readonly [string, ...PathElement[]]

export function valueAt(item: AttributeMap, path: DocumentPath): AttributeValue | undefined {
  let value = attributeOf(item, path[0])
  for (let i = 1; i < path.length && value !== undefined; i++) value = step(value, path[i]!)
  return value
}

function step(value: AttributeValue, element: PathElement): AttributeValue | undefined {
  if (typeof element === 'number') return 'L' in value ? value.L[element] : undefined
  return 'M' in value ? attributeOf(value.M, element) : undefined
}

/** As the service prints paths in its messages: `[a, [0], b]`. */
export function formatPath(path: DocumentPath): string {
  return `[${path.map((element) => (typeof element === 'number' ? `[${element}]` : element)).join(', ')}]`
}

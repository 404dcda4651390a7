/** Where a value stands in an item: the attribute, then names in maps and places in lists. */
import type { AttributeValue, Item } from './attribute-value.js'

export type AttributePath = readonly [string, ...(readonly (string | number)[])]

/** As people read it: `address.lines[0]`; names that would be misread stand in quotes. */
export function printPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += `${text === '' ? '' : '.'}${isSimpleName(step) ? step : JSON.stringify(step)}`
  }
  return text
}

function isSimpleName(name: string): boolean {
  return name !== '' && !/[.[\]"\s]/.test(name)
}

/** Undefined if there is nothing. */
export function valueAt(
  item: Item,
  path: readonly (string | number)[],
): AttributeValue | undefined {
  return path.reduce<AttributeValue | undefined>(childOf, { M: item })
}

function childOf(
  parent: AttributeValue | undefined,
  step: string | number,
): AttributeValue | undefined {
  if (parent === undefined) return undefined
  if (typeof step === 'number') return 'L' in parent ? parent.L[step] : undefined
  return 'M' in parent && Object.hasOwn(parent.M, step) ? parent.M[step] : undefined
}

/** The item with another value at a path whose parent exists; `undefined` takes the value away. */
export function withValueAt(
  item: Item,
  path: readonly (string | number)[],
  value: AttributeValue | undefined,
): Item {
  const changed = replaced({ M: item }, path, value)
  return changed !== undefined && 'M' in changed ? changed.M : item
}

function replaced(
  parent: AttributeValue,
  [step, ...rest]: readonly (string | number)[],
  value: AttributeValue | undefined,
): AttributeValue | undefined {
  if (step === undefined) return value
  if (typeof step === 'number') return 'L' in parent ? inList(parent.L, step, rest, value) : parent
  if (!('M' in parent)) return parent
  const child = Object.hasOwn(parent.M, step) ? parent.M[step]! : { NULL: true }
  return { M: withMember(parent.M, step, replaced(child, rest, value)) }
}

function inList(
  list: readonly AttributeValue[],
  index: number,
  rest: readonly (string | number)[],
  value: AttributeValue | undefined,
): AttributeValue {
  const element = replaced(list[index] ?? { NULL: true }, rest, value)
  if (element === undefined) return { L: list.filter((_, place) => place !== index) }
  return { L: index < list.length ? list.with(index, element) : [...list, element] }
}

/** Keeps the place of a member that was there. Names such as `__proto__` are names like others. */
export function withMember(map: Item, name: string, value: AttributeValue | undefined): Item {
  const entries = Object.entries(map)
  if (value === undefined) return Object.fromEntries(entries.filter(([other]) => other !== name))
  if (!Object.hasOwn(map, name)) return Object.fromEntries([...entries, [name, value]])
  return Object.fromEntries(entries.map(([other, old]) => [other, other === name ? value : old]))
}

export function withRenamed(map: Item, from: string, to: string): Item {
  if (from === to || Object.hasOwn(map, to)) return map
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name === from ? to : name, value]),
  )
}

/**
 * What differs between two items, by the path of the attribute. Maps are compared member by member,
 * lists of one length place by place; a list that became longer or shorter, and a set, is one change.
 */
import { typeOfValue, type AttributeValue, type Item } from './attribute-value.js'
import type { AttributePath } from './attribute-path.js'
import { sameValue } from './compare-values.js'

export interface ItemChange {
  readonly path: AttributePath
  /** Absent if the attribute is added. */
  readonly before?: AttributeValue
  /** Absent if the attribute is removed. */
  readonly after?: AttributeValue
}

export function diffItems(before: Item, after: Item): readonly ItemChange[] {
  const changes: ItemChange[] = []
  compareMaps([], { before, after }, changes)
  return changes
}

export function kindOfChange({ before, after }: ItemChange): 'added' | 'removed' | 'changed' {
  if (before === undefined) return 'added'
  return after === undefined ? 'removed' : 'changed'
}

/** A change of type is easily overlooked: `1` and `"1"` look alike. */
export function changesType({ before, after }: ItemChange): boolean {
  if (before === undefined || after === undefined) return false
  return typeOfValue(before) !== typeOfValue(after)
}

type Steps = readonly (string | number)[]

function compareMaps(
  path: Steps,
  maps: { readonly before: Item; readonly after: Item },
  changes: ItemChange[],
): void {
  for (const [name, before] of Object.entries(maps.before)) {
    const after = Object.hasOwn(maps.after, name) ? maps.after[name] : undefined
    compareAt([...path, name] as unknown as AttributePath, before, after, changes)
  }
  for (const [name, after] of Object.entries(maps.after)) {
    if (Object.hasOwn(maps.before, name)) continue
    changes.push({ path: [...path, name] as unknown as AttributePath, after })
  }
}

function compareAt(
  path: AttributePath,
  before: AttributeValue,
  after: AttributeValue | undefined,
  changes: ItemChange[],
): void {
  if (after === undefined) changes.push({ path, before })
  else if (sameValue(before, after)) return
  else if ('M' in before && 'M' in after)
    compareMaps(path, { before: before.M, after: after.M }, changes)
  else if ('L' in before && 'L' in after && before.L.length === after.L.length) {
    for (const [index, element] of before.L.entries()) {
      compareAt([...path, index], element, after.L[index], changes)
    }
  } else changes.push({ path, before, after })
}

/**
 * The parts of an item that paths point to, in the shape of the item: maps keep only the requested
 * members, lists only the requested elements, closed up in their old order. A path that points to
 * nothing leaves nothing behind, not even an empty parent.
 */
import type { AttributeMap, AttributeValue } from '../model/attribute-value.js'
import type { DocumentPath } from '../model/document-path.js'
import { attributeOf, pickAttributes, type Item } from '../model/item.js'
import { pathTree, type Branches, type PathTree } from './path-tree.js'

export interface Projection {
  readonly paths: readonly DocumentPath[]
}

export function project(projection: Projection, item: Item): Item {
  return pickPaths(item, projection.paths)
}

/** Also used for answers to updates that return only what the update touched. */
export function pickPaths(item: Item, paths: readonly DocumentPath[]): Item {
  if (paths.every((path) => path.length === 1)) {
    return pickAttributes(
      item,
      paths.map(([name]) => name),
    )
  }
  return pickMembers(item, pathTree(paths.map((path) => [path, undefined] as const)))
}

function pickMembers(map: AttributeMap, branches: Branches<undefined>): AttributeMap {
  const entries: [string, AttributeValue][] = []
  for (const [name, tree] of branches) {
    if (typeof name !== 'string') continue
    const value = pickFrom(attributeOf(map, name), tree)
    if (value !== undefined) entries.push([name, value])
  }
  // fromEntries defines members, so a name such as `__proto__` stays an ordinary attribute.
  return Object.fromEntries(entries)
}

function pickElements(
  list: readonly AttributeValue[],
  branches: Branches<undefined>,
): AttributeValue[] {
  const positions = [...branches.keys()].filter((element) => typeof element === 'number')
  return positions
    .sort((a, b) => a - b)
    .map((position) => pickFrom(list[position], branches.get(position)!))
    .filter((value) => value !== undefined)
}

function pickFrom(
  value: AttributeValue | undefined,
  tree: PathTree<undefined>,
): AttributeValue | undefined {
  if (value === undefined || tree.kind === 'leaf') return value
  if ('M' in value) {
    const picked = pickMembers(value.M, tree.branches)
    return Object.keys(picked).length === 0 ? undefined : { M: picked }
  }
  if (!('L' in value)) return undefined
  const picked = pickElements(value.L, tree.branches)
  return picked.length === 0 ? undefined : { L: picked }
}

/**
 * Projected items on the wire of DAX: each path of the projection that points to something, by its position, and its
 * value. Operations answer with an item in which lists are closed up, and clients build the same item from paths and
 * values. So any assignment of the values to paths is right if it gives that item again: an element of a list
 * belongs to the first of the remaining positions whose paths cover it.
 */
import { pathTree, type Branches, type PathTree } from '../../expressions/path-tree.js'
import type { AttributeMap, AttributeValue } from '../../model/attribute-value.js'
import type { DocumentPath } from '../../model/document-path.js'
import { attributeOf, type Item } from '../../model/item.js'
import { assert } from '../../stdx/assert.js'
import type { CborWriter } from '../cbor/encode-cbor.js'
import { writeValue } from './attribute-values.js'

type Found = [ordinal: number, value: AttributeValue]

export function writeProjectedItem(
  writer: CborWriter,
  paths: readonly DocumentPath[],
  item: Item,
): void {
  const found: Found[] = []
  const tree = pathTree(paths.map((path, ordinal) => [path, ordinal] as const))
  assert(membersFound(item, tree, found), 'paths cover what they have selected')
  writer.map(found.length)
  for (const [ordinal, value] of found) {
    writer.value(ordinal)
    writeValue(writer, value)
  }
}

/** Adds what the paths find; returns whether that is all there is. */
function isCovered(value: AttributeValue, tree: PathTree<number>, found: Found[]): boolean {
  if (tree.kind === 'leaf') {
    found.push([tree.leaf, value])
    return true
  }
  if ('M' in value) return membersFound(value.M, tree.branches, found)
  return 'L' in value && elementsFound(value.L, tree.branches, found)
}

function membersFound(map: AttributeMap, branches: Branches<number>, found: Found[]): boolean {
  return Object.keys(map).every((name) => {
    const tree = branches.get(name)
    return tree !== undefined && isCovered(attributeOf(map, name)!, tree, found)
  })
}

function elementsFound(
  list: readonly AttributeValue[],
  branches: Branches<number>,
  found: Found[],
): boolean {
  const positions = [...branches.keys()].filter((element) => typeof element === 'number')
  positions.sort((a, b) => a - b)
  let next = 0
  return list.every((element) => {
    while (next < positions.length) {
      const before = found.length
      if (isCovered(element, branches.get(positions[next++]!)!, found)) return true
      found.length = before
    }
    return false
  })
}

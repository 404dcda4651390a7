/**
 * Applies edits at many places of a document at once. Positions in lists are those of the list
 * before any edit: elements are replaced first, then the removed ones drop out, and elements beyond
 * the end are appended in the order of their positions.
 */
import type { AttributeMap, AttributeValue } from '../model/attribute-value.js'
import { attributeOf } from '../model/item.js'
import { assert } from '../stdx/assert.js'
import type { Branches, PathTree } from './path-tree.js'

export type Edit =
  { readonly kind: 'put'; readonly value: AttributeValue } | { readonly kind: 'remove' }

/** Spreads and entries define members, so a name such as `__proto__` stays an ordinary one. */
export function editMap(map: AttributeMap, branches: Branches<Edit>): AttributeMap {
  const put: [string, AttributeValue][] = []
  const removed = new Set<string>()
  for (const [name, tree] of branches) {
    assert(typeof name === 'string', 'a map has no positions')
    const value = editedValue(attributeOf(map, name), tree)
    if (value === undefined) removed.add(name)
    else put.push([name, value])
  }
  const edited = { ...map, ...Object.fromEntries(put) }
  return removed.size === 0 ? edited : without(edited, removed)
}

function without(map: AttributeMap, removed: ReadonlySet<string>): AttributeMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !removed.has(name)))
}

function editList(
  list: readonly AttributeValue[],
  branches: Branches<Edit>,
): readonly AttributeValue[] {
  const elements: (AttributeValue | undefined)[] = [...list]
  const appended: [number, AttributeValue | undefined][] = []
  for (const [position, tree] of branches) {
    assert(typeof position === 'number', 'a list has no names')
    const value = editedValue(list[position], tree)
    if (position < list.length) elements[position] = value
    else appended.push([position, value])
  }
  appended.sort(([one], [two]) => one - two)
  const all = [...elements, ...appended.map(([, value]) => value)]
  return all.filter((value) => value !== undefined)
}

function editedValue(
  value: AttributeValue | undefined,
  tree: PathTree<Edit>,
): AttributeValue | undefined {
  if (tree.kind === 'leaf') return tree.leaf.kind === 'put' ? tree.leaf.value : undefined
  assert(value !== undefined, 'every path was checked to be writable')
  if ('M' in value) return { M: editMap(value.M, tree.branches) }
  assert('L' in value, 'every path was checked to be writable')
  return { L: editList(value.L, tree.branches) }
}

/** A range of a tree with layers of changes on top of it. */
import { valueCopyOf } from '../copies.js'
import type { Bounds, StoredEntry, Tree } from '../tree.js'
import { type Change, keyOf, type Layer, nameOf } from './layer.js'

interface Source {
  readonly walk: Iterator<Change>
  head: Change | undefined
}

/** Layers are given from the newest to the oldest. */
export function* mergedRange(
  tree: Tree,
  layers: readonly Layer[],
  bounds: Bounds,
): Iterable<StoredEntry> {
  const { limit = Infinity, ...unlimited } = bounds
  let count = 0
  for (const [name, value] of mergedChanges(tree, layers, unlimited)) {
    if (value === undefined) continue
    if (count++ >= limit) return
    yield { key: keyOf(name), value }
  }
}

function* mergedChanges(tree: Tree, layers: readonly Layer[], bounds: Bounds): Iterable<Change> {
  const walks = [
    ...layers.map((layer) => copied(layer.within(bounds))),
    named(tree.getRange(bounds)),
  ]
  const sources = walks.map(begun)
  try {
    for (;;) {
      const next = firstOf(sources, bounds.reverse === true)
      if (next === undefined) return
      yield next
      for (const source of sources) if (source.head?.[0] === next[0]) advance(source)
    }
  } finally {
    for (const { walk } of sources) walk.return?.()
  }
}

/** Of equal keys, the one of the newest source. */
function firstOf(sources: readonly Source[], isReverse: boolean): Change | undefined {
  let first: Change | undefined
  for (const { head } of sources) {
    if (head === undefined) continue
    const isBefore = first === undefined || (isReverse ? head[0] > first[0] : head[0] < first[0])
    if (isBefore) first = head
  }
  return first
}

function begun(walk: Iterable<Change>): Source {
  const source: Source = { walk: walk[Symbol.iterator](), head: undefined }
  advance(source)
  return source
}

function advance(source: Source): void {
  const next = source.walk.next()
  source.head = next.done === true ? undefined : next.value
}

/** The values of a layer are in memory of the log, which is used again; those of the tree are copies. */
function* copied(changes: Iterable<Change>): Iterable<Change> {
  for (const [name, value] of changes) yield [name, value && valueCopyOf(value)]
}

function* named(entries: Iterable<StoredEntry>): Iterable<Change> {
  for (const { key, value } of entries) yield [nameOf(key), value]
}

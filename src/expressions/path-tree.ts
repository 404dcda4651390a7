/**
 * Paths that do not overlap, merged by their common beginnings, so that a document is walked once
 * for all of them. A node is either a leaf with the data of its path, or has branches; in a valid
 * set of paths the branches of a node are all names or all positions.
 */
import type { DocumentPath, PathElement } from '../model/document-path.js'

export type PathTree<T> =
  | { readonly kind: 'leaf'; readonly leaf: T }
  | { readonly kind: 'branch'; readonly branches: Map<PathElement, PathTree<T>> }

export type Branches<T> = Map<PathElement, PathTree<T>>

export function pathTree<T>(entries: Iterable<readonly [DocumentPath, T]>): Branches<T> {
  const root: Branches<T> = new Map()
  for (const [path, leaf] of entries) addPath(root, path, leaf)
  return root
}

// If paths do overlap, as the touched paths of a caller may, the shorter one wins.
function addPath<T>(root: Branches<T>, path: DocumentPath, leaf: T): void {
  let branches = root
  for (let i = 0; i < path.length - 1; i++) {
    const node: PathTree<T> = branches.get(path[i]!) ?? { kind: 'branch', branches: new Map() }
    if (node.kind === 'leaf') return
    branches.set(path[i]!, node)
    branches = node.branches
  }
  branches.set(path.at(-1)!, { kind: 'leaf', leaf })
}

/**
 * The paths of one expression must not clash: two paths may not be equal or overlap, and one may
 * not treat as a map what another treats as a list.
 */
import { formatPath, type DocumentPath, type PathElement } from '../model/document-path.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'

export function checkPathsApart(expression: ExpressionName, paths: readonly DocumentPath[]): void {
  const sentence = pathsFault(paths)
  if (sentence !== undefined) throw expressionFault(expression, sentence)
}

/** AWS: any overlap is reported before any conflict; the earlier path is named first. */
export function pathsFault(paths: readonly DocumentPath[]): string | undefined {
  const root = newNode(0)
  let conflict: string | undefined
  for (const [i, path] of paths.entries()) {
    const met = addPath(root, path, i)
    if (met.overlap < i) return sentences.pathsOverlap(...pair(paths, met.overlap, i))
    if (met.conflict < i) conflict ??= sentences.pathsConflict(...pair(paths, met.conflict, i))
  }
  return conflict
}

function pair(paths: readonly DocumentPath[], one: number, two: number): [string, string] {
  return [formatPath(paths[one]!), formatPath(paths[two]!)]
}

/**
 * A place that paths lead to. Each member is the number of the first path that reaches it, ends in
 * it, or continues from it by a name or a position. Comparing every pair of paths would take too
 * long for the thousands that fit into a text.
 */
interface Node {
  readonly branches: Map<PathElement, Node>
  readonly first: number
  end: number
  name: number
  position: number
}

const none = Infinity

function newNode(first: number): Node {
  return { branches: new Map(), first, end: none, name: none, position: none }
}

/**
 * Adds a path, and returns the first earlier path that overlaps it and the first that conflicts
 * with it.
 */
function addPath(root: Node, path: DocumentPath, i: number): { overlap: number; conflict: number } {
  let node = root
  const met = { overlap: none, conflict: none }
  for (const element of path) {
    const [own, other] =
      typeof element === 'string'
        ? (['name', 'position'] as const)
        : (['position', 'name'] as const)
    met.overlap = Math.min(met.overlap, node.end)
    met.conflict = Math.min(met.conflict, node[other])
    node[own] = Math.min(node[own], i)
    const next = node.branches.get(element) ?? newNode(i)
    node.branches.set(element, next)
    node = next
  }
  met.overlap = Math.min(met.overlap, node.first)
  node.end = Math.min(node.end, i)
  return met
}

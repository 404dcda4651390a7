/**
 * Several paths of one expression may not get in each other's way: equal, one inside the other, or
 * one treating as a map what the other treats as a list.
 */
import { formatPath, type DocumentPath, type PathElement } from '../model/document-path.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'

type Relation = 'apart' | 'overlap' | 'conflict'

export function checkPathsApart(expression: ExpressionName, paths: readonly DocumentPath[]): void {
  const sentence = pathsFault(paths)
  if (sentence !== undefined) throw expressionFault(expression, sentence)
}

/** AWS: any overlap is reported before any conflict; the earlier path is named first. */
export function pathsFault(paths: readonly DocumentPath[]): string | undefined {
  if (areApart(paths)) return undefined
  const overlap = findPair(paths, 'overlap')
  if (overlap !== undefined) return sentences.pathsOverlap(...overlap)
  const conflict = findPair(paths, 'conflict')
  return conflict === undefined ? undefined : sentences.pathsConflict(...conflict)
}

/** Elements by what comes before them; a path ends at a node without branches. */
interface Node {
  readonly branches: Map<PathElement, Node>
}

/** Comparing every pair would take a while for the hundreds of paths that fit into a text. */
function areApart(paths: readonly DocumentPath[]): boolean {
  const root: Node = { branches: new Map() }
  return paths.every((path) => addApart(root, path))
}

function addApart(root: Node, path: DocumentPath): boolean {
  let node = root
  for (const [i, element] of path.entries()) {
    const [sibling] = node.branches.keys()
    if (sibling !== undefined && typeof sibling !== typeof element) return false
    const known = node.branches.get(element)
    if (known !== undefined && (known.branches.size === 0 || i === path.length - 1)) return false
    const next: Node = known ?? { branches: new Map() }
    node.branches.set(element, next)
    node = next
  }
  return true
}

function findPair(
  paths: readonly DocumentPath[],
  relation: Relation,
): [string, string] | undefined {
  for (let i = 1; i < paths.length; i++) {
    const two = paths[i]!
    const one = paths.find((path, j) => j < i && relationOf(path, two) === relation)
    if (one !== undefined) return [formatPath(one), formatPath(two)]
  }
  return undefined
}

function relationOf(one: DocumentPath, two: DocumentPath): Relation {
  const shorter = Math.min(one.length, two.length)
  for (let i = 0; i < shorter; i++) {
    if (one[i] !== two[i]) return typeof one[i] === typeof two[i] ? 'apart' : 'conflict'
  }
  return 'overlap'
}

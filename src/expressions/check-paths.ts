/**
 * Several paths of one expression may not get in each other's way: equal, one inside the other, or
 * one treating as a map what the other treats as a list.
 */
import { formatPath, type DocumentPath } from '../model/document-path.js'
import { expressionFault, sentences, type ExpressionName } from './sentences.js'

type Relation = 'apart' | 'overlap' | 'conflict'

/** AWS: any overlap is reported before any conflict; the earlier path is named first. */
export function checkPathsApart(expression: ExpressionName, paths: readonly DocumentPath[]): void {
  const overlap = findPair(paths, 'overlap')
  if (overlap !== undefined) throw expressionFault(expression, sentences.pathsOverlap(...overlap))
  const conflict = findPair(paths, 'conflict')
  if (conflict !== undefined)
    throw expressionFault(expression, sentences.pathsConflict(...conflict))
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

/** Which attributes a page returns, and which of them an index can provide. */
import type { Condition } from '../../expressions/condition.js'
import { conditionPaths } from '../../expressions/condition-paths.js'
import type { Projection } from '../../expressions/project.js'
import { invalidParameter, type ServiceError } from '../../model/errors.js'
import { projectedNames } from '../indexes/index-entry.js'
import type { ReadTarget } from './read-target.js'

export type Selection =
  /** Every attribute, including those that an index lacks. */
  | { readonly kind: 'all' }
  /** Every attribute that the table or index holds. */
  | { readonly kind: 'projected' }
  | { readonly kind: 'count' }
  | { readonly kind: 'paths'; readonly projection: Projection }

/** Returns the names that the target does not hold, each once. */
export function lackingIn({ table, index }: ReadTarget, names: Iterable<string>): string[] {
  if (index === undefined || index.projection.kind === 'all') return []
  const projected = projectedNames(table.keySchema, index)
  return [...new Set(names)].filter((name) => !projected.has(name))
}

/** Whether the table must be read as well; only local indexes may do so. */
export function needsFetch(target: ReadTarget, selection: Selection): boolean {
  if (selection.kind === 'paths') return lackingIn(target, namesOf(selection.projection)).length > 0
  const { index } = target
  return selection.kind === 'all' && index !== undefined && index.projection.kind !== 'all'
}

export function requireWholeItems(target: ReadTarget, selection: Selection): void {
  const { index } = target
  if (index?.kind !== 'global' || selection.kind !== 'all' || index.projection.kind === 'all') {
    return
  }
  throw invalidParameter(
    `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
  )
}

export function requireProjectedPaths(target: ReadTarget, selection: Selection): void {
  const { index } = target
  if (index?.kind !== 'global' || selection.kind !== 'paths') return
  const lacking = lackingIn(target, namesOf(selection.projection))
  if (lacking.length === 0) return
  throw invalidParameter(
    `Global secondary index ${index.name} does not project [${lacking.join(', ')}]`,
  )
}

/** The attributes of a filter that the target does not hold, in alphabetical order. */
export function lackingForFilter(target: ReadTarget, filter: Condition | undefined): string[] {
  if (filter === undefined) return []
  return lackingIn(
    target,
    conditionPaths(filter).map(([name]) => name),
  ).sort()
}

/** AWS: attributes that an index lacks are not fetched for a filter. */
export function filterNotProjected(indexName: string, lacking: readonly string[]): ServiceError {
  return invalidParameter(
    `Secondary index ${indexName} does not project one or more filter attributes: [${lacking.join(', ')}]`,
  )
}

export function projectionOf(selection: Selection): Projection | undefined {
  return selection.kind === 'paths' ? selection.projection : undefined
}

function namesOf({ paths }: Projection): readonly string[] {
  return paths.map(([name]) => name)
}

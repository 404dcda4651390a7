/** What an index copies from its items. */
import { invalidParameter } from '../../model/errors.js'
import type { IndexProjection } from '../../model/table.js'

export interface ProjectionRequest {
  readonly kind: IndexProjection['kind'] | undefined
  readonly attributes: readonly string[] | undefined
}

export function checkedProjection({ kind, attributes }: ProjectionRequest): IndexProjection {
  if (kind === undefined) throw invalidParameter('Unknown ProjectionType: null')
  if (kind === 'include') return { kind, attributes: included(attributes) }
  if (attributes === undefined) return { kind }
  const name = kind === 'all' ? 'ALL' : 'KEYS_ONLY'
  throw invalidParameter(`ProjectionType is ${name}, but NonKeyAttributes is specified`)
}

function included(names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) {
    throw invalidParameter('ProjectionType is INCLUDE, but NonKeyAttributes is not specified')
  }
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw invalidParameter(`Duplicate element in NonKeyAttributes: ${twice}`)
  return names
}

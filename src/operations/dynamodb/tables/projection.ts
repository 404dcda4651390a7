/** What an index copies from the table. */
import type { Projection as ProjectionShape } from '../../../api/generated/dynamodb-types.js'
import { invalidParameter } from '../../../model/errors.js'
import type { Projection } from '../../../model/table.js'
import { unreachable } from '../../../stdx/assert.js'

export function readProjection({ ProjectionType, NonKeyAttributes }: ProjectionShape): Projection {
  if (ProjectionType === undefined) throw invalidParameter('Unknown ProjectionType: null')
  if (ProjectionType === 'INCLUDE')
    return { kind: 'include', attributes: included(NonKeyAttributes) }
  if (NonKeyAttributes !== undefined) {
    throw invalidParameter(`ProjectionType is ${ProjectionType}, but NonKeyAttributes is specified`)
  }
  return { kind: ProjectionType === 'ALL' ? 'all' : 'keys-only' }
}

function included(names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) {
    throw invalidParameter('ProjectionType is INCLUDE, but NonKeyAttributes is not specified')
  }
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw invalidParameter(`Duplicate element in NonKeyAttributes: ${twice}`)
  return names
}

export function describeProjection(projection: Projection): ProjectionShape {
  switch (projection.kind) {
    case 'all':
      return { ProjectionType: 'ALL' }
    case 'keys-only':
      return { ProjectionType: 'KEYS_ONLY' }
    case 'include':
      return { ProjectionType: 'INCLUDE', NonKeyAttributes: projection.attributes }
    default:
      return unreachable(projection)
  }
}

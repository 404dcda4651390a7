/** Converts the projection of an index between wire shapes and ours. */
import type { Projection as ProjectionShape } from '../../../api/generated/dynamodb-types.js'
import type { ProjectionRequest } from '../../../catalog/rules/projection.js'
import type { IndexProjection } from '../../../model/table.js'
import { unreachable } from '../../../stdx/assert.js'

const kinds = { ALL: 'all', KEYS_ONLY: 'keys-only', INCLUDE: 'include' } as const

export function projectionRequest({
  ProjectionType,
  NonKeyAttributes,
}: ProjectionShape): ProjectionRequest {
  return { kind: ProjectionType && kinds[ProjectionType], attributes: NonKeyAttributes }
}

export function describeProjection(projection: IndexProjection): ProjectionShape {
  switch (projection.kind) {
    case 'all':
      return { ProjectionType: 'ALL' }
    case 'keys-only':
      return { ProjectionType: 'KEYS_ONLY' }
    case 'include':
      // AWS: sorted, whatever the order in the request.
      return { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection.attributes].sort() }
    default:
      return unreachable(projection)
  }
}

/** What a target's resource id and dimension mean. */
import { scalingDimensions, type ScalingDimension, type TargetId } from './target-id.js'

export interface ScaledResource {
  readonly tableName: string
  readonly indexName?: string
  readonly kind: 'read' | 'write'
}

const resourcePattern = /^table\/([a-zA-Z0-9_.-]{3,255})(?:\/index\/([a-zA-Z0-9_.-]{3,255}))?$/

/** Undefined if the id is none of a table or index, or does not go with the dimension. */
export function findScaledResource(
  resourceId: string,
  dimension: string,
): ScaledResource | undefined {
  const [, tableName, indexName] = resourcePattern.exec(resourceId) ?? []
  const type = indexName === undefined ? 'table' : 'index'
  if (tableName === undefined || !dimension.startsWith(`dynamodb:${type}:`)) return undefined
  const kind = dimension.endsWith(':ReadCapacityUnits') ? 'read' : 'write'
  return { tableName, kind, ...(indexName !== undefined && { indexName }) }
}

export function scaledResourceOf({ resourceId, dimension }: TargetId): ScaledResource {
  return findScaledResource(resourceId, dimension)!
}

export function isScalingDimension(dimension: string): dimension is ScalingDimension {
  return scalingDimensions.some((known) => known === dimension)
}

/** The dimensions of a resource. */
export function dimensionsOf(resourceId: string): readonly ScalingDimension[] {
  return scalingDimensions.filter(
    (dimension) => findScaledResource(resourceId, dimension) !== undefined,
  )
}

/** As the texts of activities have it. */
export function unitsWord({ kind }: ScaledResource): string {
  return `${kind} capacity units`
}

/** The bounds of auto scaling of a table and its indexes. */
import type { ScalingBounds } from '../advice/workload.js'
import type { JsonCall } from './json-call.js'

/** By the resource's id and the dimension, as auto scaling names them. */
export type ScalingByTarget = ReadonlyMap<string, ScalingBounds>

export async function readScaling(call: JsonCall, table: string): Promise<ScalingByTarget> {
  const bounds = new Map<string, ScalingBounds>()
  let NextToken: string | undefined
  try {
    do {
      const page = await call('autoscaling.DescribeScalableTargets', {
        ServiceNamespace: 'dynamodb',
        ...(NextToken !== undefined && { NextToken }),
      })
      for (const target of page.ScalableTargets ?? []) {
        const { ResourceId, ScalableDimension, MinCapacity, MaxCapacity } = target
        if (!isOf(ResourceId, table)) continue
        const key = targetKey(
          ResourceId,
          ScalableDimension.endsWith('Read' + units) ? 'read' : 'write',
        )
        bounds.set(key, { unitsMin: MinCapacity, unitsMax: MaxCapacity })
      }
      NextToken = page.NextToken
    } while (NextToken !== undefined)
  } catch {
    // A caller may not be allowed to ask; then nothing is known of it.
  }
  return bounds
}

const units = 'CapacityUnits'

export function scalingOf(
  scaling: ScalingByTarget,
  [table, indexName]: readonly [string, string | undefined],
  kind: 'read' | 'write',
): ScalingBounds | undefined {
  const id = indexName === undefined ? `table/${table}` : `table/${table}/index/${indexName}`
  return scaling.get(targetKey(id, kind))
}

function isOf(resourceId: string, table: string): boolean {
  return resourceId === `table/${table}` || resourceId.startsWith(`table/${table}/`)
}

function targetKey(resourceId: string, kind: 'read' | 'write'): string {
  return `${resourceId} ${kind}`
}

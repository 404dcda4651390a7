/** The servers behind a cluster: a cluster has as many nodes as there are servers that clients of DAX can reach. */
import { daxFault, invalidDaxValue } from '../../../accelerator/dax-faults.js'
import type { DaxServer, DaxServers } from '../../../accelerator/dax-servers.js'
import { clusterNodesMax } from '../../../accelerator/limits.js'
import type { OperationContext } from '../../operation.js'

export async function requireDoor(ctx: OperationContext): Promise<DaxServers> {
  const { servers } = await ctx.dax()
  if (servers !== undefined && (await servers.list()).length > 0) return servers
  const sentence = 'This server has no endpoint for clients of DAX: start it with --dax.'
  throw daxFault('InsufficientClusterCapacityFault', sentence)
}

export function requireNodeCount(count: number): void {
  if (count >= 1 && count <= clusterNodesMax) return
  throw invalidDaxValue(`A cluster has 1 to ${clusterNodesMax} nodes.`)
}

/** A node is a server: no request starts or stops one. */
export function requireServers({ length: servers }: readonly DaxServer[], count: number): void {
  if (servers === count) return
  const there = servers === 1 ? 'there is 1' : `there are ${servers}`
  const sentence =
    `A node is a server of this database with --dax, and ${there}: ` +
    `the number of nodes has to be ${servers}.`
  throw daxFault('InsufficientClusterCapacityFault', sentence)
}

/** One for each node that is new, or none. */
export function requireZones(zones: readonly string[], nodes: number): void {
  if (zones.length === 0 || zones.length === nodes) return
  throw invalidDaxValue('AvailabilityZones must have one zone for each node.')
}

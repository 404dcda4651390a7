/** CreateCluster: gives the servers of this database a name and settings as a DAX cluster. */
import { defaultParameterGroup, requireParameterGroup } from '../../accelerator/parameter-groups.js'
import { defaultSubnetGroup, requireSubnetGroup } from '../../accelerator/subnet-groups.js'
import { withCluster } from '../../accelerator/clusters.js'
import type { DaxCluster } from '../../accelerator/dax-cluster.js'
import { invalidDaxCombination, invalidDaxValue } from '../../accelerator/dax-faults.js'
import type { DaxServer } from '../../accelerator/dax-servers.js'
import { securityGroupsMax } from '../../accelerator/limits.js'
import type { CreateClusterRequest } from '../../api/generated/dax-types.js'
import type { Access } from '../access.js'
import { operation, type OperationContext } from '../operation.js'
import { changeHoldings } from './requests/change-holdings.js'
import {
  requireDoor,
  requireNodeCount,
  requireServers,
  requireZones,
} from './requests/cluster-nodes.js'
import { clusterAccess } from './requests/dax-access.js'
import {
  anyMaintenanceWindow,
  readArn,
  readClusterName,
  readDaxDescription,
  readMaintenanceWindow,
  readNodeType,
} from './requests/read-names.js'
import { readDaxTags } from './requests/read-tags.js'
import { describeCluster, networkOf } from './shapes/described.js'

type Wanted = Omit<DaxCluster, 'createdAtMs' | 'phase' | 'settledAtMs' | 'maintenanceWindow'> & {
  readonly maintenanceWindow: string | undefined
  readonly endpoint: Pick<CreateClusterRequest, 'ClusterEndpointEncryptionType' | 'NetworkType'>
}

export const createCluster = operation('dax.CreateCluster', {
  read: readWanted,

  async access(ctx, { name, tags, iamRoleArn }) {
    const create = await clusterAccess(ctx, 'dax:CreateCluster', name, { tags })
    return [
      create,
      ...(tags.length > 0 ? [{ ...create, action: 'dax:TagResource' } as const] : []),
      passRole(iamRoleArn),
    ]
  },

  async run(ctx, { endpoint, maintenanceWindow, ...wanted }) {
    const servers = await requireEndpoint(ctx, endpoint)
    const window = maintenanceWindow ?? anyMaintenanceWindow(ctx.random.bytes(2))
    const cluster = await changeHoldings(ctx, (holdings, { nowMs, transitionMs }) => {
      const settledAtMs = nowMs + transitionMs
      const made: DaxCluster = {
        ...wanted,
        maintenanceWindow: window,
        subnetGroup: requireSubnetGroup(holdings, wanted.subnetGroup).name,
        parameterGroup: requireParameterGroup(holdings, wanted.parameterGroup).name,
        createdAtMs: nowMs,
        phase: 'creating',
        settledAtMs,
      }
      const after = withCluster(holdings, made, nowMs)
      requireServers(servers, made.nodes)
      return {
        holdings: after,
        result: made,
        event: {
          source: made.name,
          sourceType: 'CLUSTER',
          message: 'Cluster created.',
          atMs: settledAtMs,
        },
      }
    })
    return { output: { Cluster: await describeCluster(ctx, cluster) } }
  },
})

function readWanted(input: CreateClusterRequest): Wanted {
  const { AvailabilityZones: zones = [], SecurityGroupIds: securityGroups = [] } = input
  const { ReplicationFactor: nodes, NotificationTopicArn: topic } = input
  const name = readClusterName(input.ClusterName)
  const iamRoleArn = readArn(input.IamRoleArn)
  requireNodeCount(nodes)
  requireZones(zones, nodes)
  const description = readDaxDescription(input.Description)
  return {
    name,
    ...(description !== undefined && { description }),
    nodeType: readNodeType(input.NodeType),
    nodes,
    zones,
    iamRoleArn,
    // Terraform sends an empty name for none.
    subnetGroup: input.SubnetGroupName || defaultSubnetGroup.name,
    parameterGroup: input.ParameterGroupName || defaultParameterGroup.name,
    securityGroups: readSecurityGroups(securityGroups),
    maintenanceWindow:
      input.PreferredMaintenanceWindow && readMaintenanceWindow(input.PreferredMaintenanceWindow),
    ...(topic !== undefined && { topic: { arn: readArn(topic), status: 'active' } }),
    isEncrypted: input.SSESpecification?.Enabled === true,
    tags: readDaxTags(input.Tags),
    endpoint: input,
  }
}

export function readSecurityGroups(ids: readonly string[]): readonly string[] {
  if (ids.length > securityGroupsMax) {
    throw invalidDaxValue(`A cluster has at most ${securityGroupsMax} security groups.`)
  }
  const wrong = ids.find((id) => !/^sg-[0-9a-f]{1,32}$/.test(id))
  if (wrong === undefined) return ids
  throw invalidDaxValue(`Invalid security group: ${wrong}`)
}

/** The endpoint is that of the servers: a request can only ask for what it is. Returns them. */
async function requireEndpoint(
  ctx: OperationContext,
  { ClusterEndpointEncryptionType: wanted = 'NONE', NetworkType }: Wanted['endpoint'],
): Promise<readonly DaxServer[]> {
  const door = await requireDoor(ctx)
  if ((wanted === 'TLS') !== door.isSecure) {
    throw invalidDaxCombination(
      door.isSecure
        ? 'The endpoint of this server is encrypted: ClusterEndpointEncryptionType has to be TLS.'
        : 'The endpoint of this server is not encrypted: start it with a certificate, or set ClusterEndpointEncryptionType to NONE.',
    )
  }
  const servers = await door.list()
  const network = networkOf(ctx, servers[0]!)
  if (NetworkType === undefined || NetworkType === network) return servers
  throw invalidDaxCombination(`NetworkType has to be ${network}, that of the announced address.`)
}

/** AWS: who makes a cluster must be allowed to give it its role. */
function passRole(resource: string): Access {
  return {
    action: 'iam:PassRole',
    resource,
    keys: { 'iam:passedtoservice': 'dax.amazonaws.com' },
  }
}

/** Clusters, groups, parameters and events as clients see them. */
import { isIPv6 } from 'node:net'
import type {
  Cluster,
  Endpoint,
  Event,
  Node,
  Parameter,
  ParameterGroup as DescribedParameterGroup,
  SubnetGroup as DescribedSubnetGroup,
} from '../../../api/generated/dax-types.js'
import { cacheParameters, type CacheTimes } from '../../../accelerator/cache-parameters.js'
import {
  clusterArn,
  clusterStatus,
  nodeId,
  type DaxCluster,
} from '../../../accelerator/dax-cluster.js'
import type { DaxEvent, ParameterGroup, SubnetGroup } from '../../../accelerator/dax-holdings.js'
import type { DaxServer } from '../../../accelerator/dax-servers.js'
import type { OperationContext, RequestContext } from '../../operation.js'

const inSync = 'in-sync'
const anyPort = 8111

/** As it is now, with the servers behind it. */
export async function describeCluster(
  ctx: OperationContext,
  cluster: DaxCluster,
): Promise<Cluster> {
  const { servers: door } = await ctx.dax()
  const status = clusterStatus(cluster, ctx.clock.now()) ?? 'deleting'
  // AWS: while it comes and goes, nothing is told of its nodes.
  const isThere = status === 'available' || status === 'modifying'
  const nodes = isThere ? ((await door?.list()) ?? []).slice(0, cluster.nodes) : []
  const [first] = nodes
  const isSecure = door?.isSecure === true
  return {
    ClusterName: cluster.name,
    ...(cluster.description !== undefined && { Description: cluster.description }),
    ClusterArn: clusterArn(ctx.caller, cluster.name),
    TotalNodes: cluster.nodes,
    ActiveNodes: nodes.length,
    NodeType: cluster.nodeType,
    Status: status,
    ClusterDiscoveryEndpoint:
      first === undefined ? { Port: anyPort } : discovery(ctx, first, isSecure),
    ...(isThere && { Nodes: nodes.map((node, index) => describeNode(ctx, cluster, node, index)) }),
    PreferredMaintenanceWindow: cluster.maintenanceWindow,
    ...(cluster.topic !== undefined && {
      NotificationConfiguration: {
        TopicArn: cluster.topic.arn,
        TopicStatus: cluster.topic.status,
      },
    }),
    SubnetGroup: cluster.subnetGroup,
    SecurityGroups: cluster.securityGroups.map((id) => ({
      SecurityGroupIdentifier: id,
      Status: 'active',
    })),
    IamRoleArn: cluster.iamRoleArn,
    ParameterGroup: {
      ParameterGroupName: cluster.parameterGroup,
      ParameterApplyStatus: inSync,
      NodeIdsToReboot: [],
    },
    SSEDescription: { Status: cluster.isEncrypted ? 'ENABLED' : 'DISABLED' },
    ClusterEndpointEncryptionType: isSecure ? 'TLS' : 'NONE',
    ...(first !== undefined && { NetworkType: networkOf(ctx, first) }),
  }
}

function discovery(ctx: RequestContext, server: DaxServer, isSecure: boolean): Endpoint {
  const { port } = server
  const address = addressOf(ctx, server)
  const host = isIPv6(address) ? `[${address}]` : address
  return { Address: address, Port: port, URL: `${isSecure ? 'daxs' : 'dax'}://${host}:${port}` }
}

/** Whoever has reached the server for this request reaches it there for DAX, too. */
function addressOf({ host }: RequestContext, { address }: DaxServer): string {
  return address ?? host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
}

export function networkOf(ctx: RequestContext, server: DaxServer): 'ipv4' | 'ipv6' {
  return isIPv6(addressOf(ctx, server)) ? 'ipv6' : 'ipv4'
}

function describeNode(
  ctx: OperationContext,
  { name, zones }: DaxCluster,
  server: DaxServer,
  index: number,
): Node {
  const { port, startedAtMs } = server
  return {
    NodeId: nodeId(name, index),
    Endpoint: { Address: addressOf(ctx, server), Port: port },
    NodeCreateTime: startedAtMs / 1000,
    AvailabilityZone: zones[index] ?? `${ctx.caller.region}a`,
    NodeStatus: 'available',
    ParameterGroupStatus: inSync,
  }
}

export function describeParameterGroup(group: ParameterGroup): DescribedParameterGroup {
  const { name, description } = group
  return {
    ParameterGroupName: name,
    ...(description !== undefined && { Description: description }),
  }
}

export function parametersOf(times: CacheTimes): readonly Parameter[] {
  return cacheParameters.map(({ name, member, description }) => ({
    ParameterName: name,
    ParameterType: 'DEFAULT',
    ParameterValue: String(times[member]),
    NodeTypeSpecificValues: [],
    Description: description,
    // AWS: of every parameter, changed or not.
    Source: 'user',
    DataType: 'integer',
    AllowedValues: '0-',
    IsModifiable: 'TRUE',
    ChangeType: 'IMMEDIATE',
  }))
}

export function describeSubnetGroup(group: SubnetGroup): DescribedSubnetGroup {
  const { name, description, subnets } = group
  return {
    SubnetGroupName: name,
    ...(description !== undefined && { Description: description }),
    Subnets: subnets.map((id) => ({ SubnetIdentifier: id })),
  }
}

export function describeEvent({ source, sourceType, message, atMs }: DaxEvent): Event {
  return { SourceName: source, SourceType: sourceType, Message: message, Date: atMs / 1000 }
}

/** What the operations that manage DAX declare that they touch. */
import type { Json } from './database-suite.js'
import type { AccessRow } from './statement-access-rows-suite.js'

const arn = 'arn:aws:dax:us-east-1:000000000000:cache/fast'
const role = 'arn:aws:iam::000000000000:role/dax'
const ClusterName = 'fast'
const Tags = [{ Key: 'team', Value: 'a' }]
const created = { ClusterName, NodeType: 'dax.r5.large', ReplicationFactor: 1, IamRoleArn: role }
const passed = `iam:PassRole ${role} iam:passedtoservice=dax.amazonaws.com`

const onCluster = (name: string, input: Json = {}): readonly AccessRow[] => [
  [{ ClusterName, ...input }, `dax:${name} ${arn}`],
]
const anywhere = (name: string, input: Json = {}): readonly AccessRow[] => [
  [input, `dax:${name} *`],
]
const parameterGroup = { ParameterGroupName: 'short' }
const subnetGroup = { SubnetGroupName: 'near' }

const rows: Readonly<Record<string, readonly AccessRow[]>> = {
  CreateCluster: [
    [created, `dax:CreateCluster ${arn}`, passed],
    [
      { ...created, Tags },
      `dax:CreateCluster ${arn} team=a`,
      `dax:TagResource ${arn} team=a`,
      passed,
    ],
  ],
  CreateParameterGroup: anywhere('CreateParameterGroup', parameterGroup),
  CreateSubnetGroup: anywhere('CreateSubnetGroup', {
    ...subnetGroup,
    SubnetIds: ['subnet-1'],
  }),
  DecreaseReplicationFactor: onCluster('DecreaseReplicationFactor', { NewReplicationFactor: 1 }),
  DeleteCluster: onCluster('DeleteCluster'),
  DeleteParameterGroup: anywhere('DeleteParameterGroup', parameterGroup),
  DeleteSubnetGroup: anywhere('DeleteSubnetGroup', subnetGroup),
  DescribeClusters: [
    ...anywhere('DescribeClusters'),
    [{ ClusterNames: ['fast'] }, `dax:DescribeClusters ${arn}`],
  ],
  DescribeDefaultParameters: anywhere('DescribeDefaultParameters'),
  DescribeEvents: anywhere('DescribeEvents'),
  DescribeParameterGroups: anywhere('DescribeParameterGroups'),
  DescribeParameters: anywhere('DescribeParameters', parameterGroup),
  DescribeSubnetGroups: anywhere('DescribeSubnetGroups'),
  IncreaseReplicationFactor: onCluster('IncreaseReplicationFactor', { NewReplicationFactor: 2 }),
  ListTags: [[{ ResourceName: arn }, `dax:ListTags ${arn}`]],
  RebootNode: onCluster('RebootNode', { NodeId: 'fast-a' }),
  TagResource: [[{ ResourceName: arn, Tags }, `dax:TagResource ${arn} team=a`]],
  UntagResource: [[{ ResourceName: arn, TagKeys: ['team'] }, `dax:UntagResource ${arn} -team`]],
  UpdateCluster: onCluster('UpdateCluster', { Description: 'faster' }),
  UpdateParameterGroup: anywhere('UpdateParameterGroup', {
    ...parameterGroup,
    ParameterNameValues: [],
  }),
  UpdateSubnetGroup: anywhere('UpdateSubnetGroup', subnetGroup),
}

export const daxAccessRows: Readonly<Record<string, readonly AccessRow[]>> = Object.fromEntries(
  Object.entries(rows).map(([name, ofOperation]) => [`dax.${name}`, ofOperation]),
)

/** What the operations on global tables declare that they touch. */
import type { Json } from './database-suite.js'
import type { AccessRow } from './statement-access-rows-suite.js'

const GlobalTableName = 'things'
const legacy = 'arn:aws:dynamodb::000000000000:global-table/things'

const reading = (name: string): readonly AccessRow[] => [
  [{ GlobalTableName }, `dynamodb:${name} ${legacy}`],
]
const changing = (name: string, input: Json = {}): readonly AccessRow[] => [
  [{ GlobalTableName, ...input }, `dynamodb:${name} ${legacy}`, `dynamodb:${name} T`],
]
const RegionName = 'us-west-2'

export const globalTableAccessRows: Readonly<Record<string, readonly AccessRow[]>> = {
  CreateGlobalTable: changing('CreateGlobalTable', { ReplicationGroup: [{ RegionName }] }),
  UpdateGlobalTable: changing('UpdateGlobalTable', {
    ReplicaUpdates: [{ Delete: { RegionName } }],
  }),
  UpdateGlobalTableSettings: changing('UpdateGlobalTableSettings'),
  DescribeGlobalTable: reading('DescribeGlobalTable'),
  DescribeGlobalTableSettings: reading('DescribeGlobalTableSettings'),
  DescribeTableReplicaAutoScaling: [
    [{ TableName: 'things' }, 'dynamodb:DescribeTableReplicaAutoScaling T'],
  ],
  UpdateTableReplicaAutoScaling: [
    [
      {
        TableName: 'things',
        ProvisionedWriteCapacityAutoScalingUpdate: { AutoScalingDisabled: true },
      },
      'dynamodb:UpdateTableReplicaAutoScaling T',
    ],
  ],
  ListGlobalTables: [[{}, 'dynamodb:ListGlobalTables *']],
}

const replicaArn = 'arn:aws:dynamodb:us-west-2:000000000000:table/things'

const replicaRow = (update: Json, ...actions: readonly string[]): AccessRow => [
  { TableName: 'things', ReplicaUpdates: [update] },
  'dynamodb:UpdateTable T',
  ...actions.map((action) => `dynamodb:${action} ${replicaArn}`),
]

/** AWS: a change of replicas needs rights in their regions. */
export const replicaRows: readonly AccessRow[] = [
  replicaRow(
    { Create: { RegionName } },
    'Scan',
    'Query',
    'GetItem',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'CreateTableReplica',
  ),
  replicaRow({ Update: { RegionName, TableClassOverride: 'STANDARD' } }, 'UpdateTable'),
  replicaRow({ Delete: { RegionName } }, 'DeleteTableReplica'),
  replicaRow(
    { Disassociate: { RegionName, DisassociationMode: 'WAIT_FOR_REPLICATION' } },
    'DisassociateTableReplica',
  ),
]

/** The access of what deployments ask of each other. */
import type { AccessRow } from './statement-access-rows-suite.js'

const TableName = 'things'
const member = { TableName, MemberId: 'here' }
const reader = { ...member, ReaderId: 'there' }
const bounds = { EntriesMax: 10, BytesMax: 1000 }
const Group = JSON.stringify({
  id: 'group',
  tableName: TableName,
  consistency: 'eventual',
  createdAtMs: 1,
  config: 1,
  members: [],
})
const copy = { TableName, DeploymentId: 'other', Group }
const reading = 'dynamodb:ReadDataForReplication T'
const settings = 'dynamodb:ReplicateSettings T'
const joining = 'dynamodb:AssociateTableReplica T'

export const linkedReplicationRows: Readonly<Record<string, readonly AccessRow[]>> = {
  'gramme.CreateLink': [
    [
      {
        Region: 'eu-north-1',
        Endpoint: 'http://127.0.0.1:1',
        AccessKeyId: 'there',
        SecretAccessKey: 'secret',
      },
      'gramme:CreateLink *',
    ],
  ],
  'gramme.DeleteLink': [[{ Region: 'eu-north-1' }, 'gramme:DeleteLink *']],
  'gramme.DescribeDeployment': [[{}, 'gramme:DescribeDeployment *']],
  'gramme.ListLinks': [[{}, 'gramme:ListLinks *']],
  'gramme.AcknowledgeReplication': [
    [{ ...reader, Place: '{"positions":[],"nextLane":0}' }, reading],
  ],
  'gramme.ExchangeGlobalTable': [[copy, settings]],
  'gramme.GetReplicaDefinition': [[member, settings]],
  'gramme.GetReplicationHeads': [[reader, reading]],
  'gramme.JoinGlobalTable': [[{ ...copy, MemberId: 'here' }, joining]],
  'gramme.LeaveGlobalTable': [[member, 'dynamodb:DeleteTableReplica T']],
  'gramme.PrepareGlobalTable': [[{ TableName, Regions: ['eu-west-1'] }, joining]],
  'gramme.ReadReplicationItems': [[{ ...reader, ...bounds }, reading]],
  'gramme.ReadReplicationLog': [[{ ...reader, Lane: 0, Next: 1, ...bounds }, reading]],
}

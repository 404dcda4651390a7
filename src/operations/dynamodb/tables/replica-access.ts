/** The rights that a change of replicas needs in their regions. */
import { tableArn } from '../../../model/arn.js'
import type { ReplicaAction } from '../../../replication/rules/replica-requests.js'
import type { Access } from '../../access.js'
import type { NamedTable } from '../../named-table.js'

/** AWS: whoever has a replica filled must be allowed to read and write its items. */
const fillingActions = [
  'dynamodb:Scan',
  'dynamodb:Query',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
] as const

const actionsFor = {
  create: [...fillingActions, 'dynamodb:CreateTableReplica'],
  update: ['dynamodb:UpdateTable'],
  delete: ['dynamodb:DeleteTableReplica'],
  disassociate: ['dynamodb:DisassociateTableReplica'],
} as const

export function replicaAccess(
  { account, name }: NamedTable,
  actions: readonly ReplicaAction[],
): readonly Access[] {
  return actions.flatMap(({ kind, region }) => {
    const resource = tableArn({ account, region }, name)
    return actionsFor[kind].map((action) => ({ action, resource }))
  })
}

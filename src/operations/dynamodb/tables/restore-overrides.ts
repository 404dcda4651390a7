/** What both restores have in common: what a request overrides, and what it needs to be allowed. */
import type { RestoreTableFromBackupInput } from '../../../api/generated/dynamodb-types.js'
import type { RestoreOverrides } from '../../../catalog/rules/restored-table.js'
import { onTable, type Access } from '../../access.js'
import type { RequestContext } from '../../operation.js'
import { encryptionRequest } from './encryption.js'
import { globalIndexRequest, indexRequest } from './indexes.js'
import { billingModeOf, maximaOf, throughputUnits } from './throughput.js'
import { vectorIndexRequest } from './vector-indexes.js'

type OverrideMembers = Omit<RestoreTableFromBackupInput, 'TargetTableName' | 'BackupArn'>

export function restoreOverrides(input: OverrideMembers): RestoreOverrides {
  return {
    billingMode: billingModeOf(input.BillingModeOverride),
    throughput: throughputUnits(input.ProvisionedThroughputOverride),
    onDemandThroughput: maximaOf(input.OnDemandThroughputOverride),
    globalIndexes: input.GlobalSecondaryIndexOverride?.map(globalIndexRequest),
    localIndexes: input.LocalSecondaryIndexOverride?.map(indexRequest),
    vectorIndexes: input.VectorIndexOverride?.map(vectorIndexRequest),
    encryption: encryptionRequest(input.SSESpecificationOverride),
  }
}

const itemActions = [
  'BatchWriteItem',
  'DeleteItem',
  'GetItem',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
] as const

/** AWS: who restores a table must also be allowed to do all of this with it. */
export function targetAccess(ctx: RequestContext, target: string): readonly Access[] {
  return itemActions.map((action) => onTable(ctx, `dynamodb:${action}`, target))
}

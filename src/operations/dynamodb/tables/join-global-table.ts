/** Makes the table that a CreateTable describes a member of another account's global table. */
import type { TableDescription } from '../../../api/generated/dynamodb-types.js'
import type { CheckedResourcePolicy } from '../../../catalog/rules/resource-policy.js'
import { joinMember } from '../../../replication/join-member.js'
import type { OperationContext } from '../../operation.js'
import { resolvedEncryption } from './chosen-key.js'
import type { JoiningRequest } from './read-joining.js'
import { withReplicas } from './replica-description.js'
import { describeCreatedTable } from './table-answers.js'

export async function joinGlobalTable(
  ctx: OperationContext,
  { source: arn, own, account, region }: JoiningRequest,
  policy: CheckedResourcePolicy | undefined,
): Promise<TableDescription> {
  const encryption = await resolvedEncryption(ctx, own.encryption)
  const home = { account: arn.account, region: arn.region }
  const source = await ctx.catalog.requireTable(home, arn.tableName)
  const joining = { account, region, own: { ...own, encryption }, policy }
  const table = await joinMember(await ctx.globalTables(), source, joining)
  return withReplicas(ctx, table, describeCreatedTable(table))
}

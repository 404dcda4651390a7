/** The auto scaling of a whole global table, as clients see it. */
import type { TableAutoScalingDescription } from '../../../api/generated/dynamodb-types.js'
import type { NamedTable } from '../../named-table.js'
import type { OperationContext } from '../../operation.js'
import { statusAt } from '../tables/table-description.js'
import { requireMemberTables } from './member-tables.js'
import { describeMember, type MemberTable } from './replica-scaling.js'

export async function describeScaling(
  ctx: OperationContext,
  named: NamedTable,
): Promise<TableAutoScalingDescription> {
  return describeMembers(ctx, named, await requireMemberTables(ctx, named))
}

export async function describeMembers(
  ctx: OperationContext,
  { name, region }: NamedTable,
  members: readonly MemberTable[],
): Promise<TableAutoScalingDescription> {
  const own = members.find((member) => member.region === region)
  return {
    TableName: name,
    ...(own && { TableStatus: statusAt(own.table, ctx.clock.now()) }),
    Replicas: await Promise.all(members.map((member) => describeMember(ctx, member))),
  }
}

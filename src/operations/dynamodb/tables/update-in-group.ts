/** Changes of a table that has replicas. Those that all regions have in common reach the others. */
import { serviceRoleArn } from '../../../autoscaling/arns.js'
import { indexUnderChange } from '../../../catalog/life-cycle.js'
import type { TableUpdate } from '../../../catalog/rules/table-update.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { accessDenied } from '../../../model/errors.js'
import type { GlobalTable } from '../../../replication/global-table.js'
import type { GlobalTables, TableMembership } from '../../../replication/global-tables.js'
import { withSettingsOf } from '../../../replication/members.js'
import {
  groupInUse,
  requireAdded,
  requireNoneBeingAdded,
} from '../../../replication/rules/membership.js'
import { mayFollowSettings } from '../../../replication/replication-rights.js'
import {
  checkJoinedUpdate,
  checkMemberUpdate,
  checkStrongUpdate,
  isShared,
  sharedUpdate,
} from '../../../replication/rules/member-update.js'
import { scaledReads } from '../../../replication/rules/scaled-reads.js'
import { noTimeToLive } from '../../../replication/rules/strong-membership.js'
import type { BesideDefinition } from '../../../storage/table-keys.js'
import type { OperationContext } from '../../operation.js'

type Make = (beside: readonly BesideDefinition[]) => Promise<DescribedTable>

/** `make` changes the table itself, and writes what it is given with it. */
export async function updateInGroup(
  ctx: OperationContext,
  current: DescribedTable,
  update: TableUpdate,
  make: Make,
): Promise<DescribedTable> {
  requireAdded(current)
  if (current.replica?.sharedBy !== undefined) {
    // The catalog changes all members at once.
    checkStrongUpdate(update)
    return make([])
  }
  const tables = await ctx.globalTables()
  return tables.updateMember(
    current,
    async (membership) => {
      const { group, own } = membership
      if (group.accounts === 'several') checkJoinedUpdate(update)
      else checkMemberUpdate(current, update)
      if (!isShared(group, update)) return undefined
      await requireFollowers(tables, group)
      const change = { current, update }
      const scaled = isScaling(ctx) ? scaledReads(group, own, change) : undefined
      if (scaled !== undefined) return scaled
      if (update.indexUpdates !== undefined) await requireQuietIndexes(ctx, tables, membership)
      return sharedUpdate(group, own, change)
    },
    make,
  )
}

/** AWS: where policies keep others from following, nobody's settings change. */
async function requireFollowers({ parts }: GlobalTables, group: GlobalTable): Promise<void> {
  const { mayReplicate } = parts
  if (group.accounts !== 'several' || mayReplicate === undefined) return
  if (await mayFollowSettings(mayReplicate, group)) return
  throw accessDenied(
    'The resource policies of the replicas do not allow replication.dynamodb.amazonaws.com to perform: dynamodb:ReplicateSettings',
  )
}

/** Whether auto scaling calls, by its own role. */
function isScaling({ caller }: OperationContext): boolean {
  return caller.identity?.principalArn === serviceRoleArn(caller)
}

/** Each region builds an index on its own, and one at a time. */
async function requireQuietIndexes(
  { clock }: OperationContext,
  tables: GlobalTables,
  membership: TableMembership,
): Promise<void> {
  const nowMs = clock.now()
  for (const { table } of await tables.othersOf(membership)) {
    if (table !== undefined && indexUnderChange(table, nowMs) !== undefined) throw groupInUse()
  }
}

/** `make` changes the setting in this region. */
export async function updateTimeToLiveInGroup(
  ctx: OperationContext,
  current: DescribedTable,
  make: Make,
): Promise<void> {
  if (current.replica?.sharedBy !== undefined) throw noTimeToLive()
  const tables = await ctx.globalTables()
  const group = await tables.find(current)
  if (group !== undefined) requireNoneBeingAdded(group)
  await tables.updateMember(
    current,
    async ({ group, own }) => {
      await requireFollowers(tables, group)
      return withSettingsOf(group, own)
    },
    make,
  )
}

/** Carries out the ReplicaUpdates of an UpdateTable. */
import type { TableDescription } from '../../../api/generated/dynamodb-types.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { addMember } from '../../../replication/add-member.js'
import { changeOverrides } from '../../../replication/change-overrides.js'
import {
  disassociateMember,
  setDisassociationProtection,
} from '../../../replication/disassociate-member.js'
import type { GlobalTables } from '../../../replication/global-tables.js'
import { requireOneAccount } from '../../../replication/rules/joining.js'
import { requireAdded } from '../../../replication/rules/membership.js'
import {
  requireOneMembership,
  requireOtherRegions,
  type ReplicaAction,
} from '../../../replication/rules/replica-requests.js'
import type { NamedTable } from '../../named-table.js'
import type { OperationContext } from '../../operation.js'
import { requireScaledWrites } from './scaled-writes.js'
import { withReplicaKey } from './replica-key.js'
import { withReplicas } from './replica-description.js'
import { describeUnderChange, tableDescription } from './table-description.js'
import { refuseUnsupported } from './unsupported.js'

/** Whether a replica can be taken out of its global table as it is. */
export interface ProtectionChange {
  readonly protection: boolean | undefined
}

export async function changeReplicas(
  ctx: OperationContext,
  named: NamedTable,
  asked: readonly ReplicaAction[] | ProtectionChange,
): Promise<TableDescription> {
  const actions = 'protection' in asked ? [] : asked
  // Without regions of their own there is nowhere for a replica to be.
  if (ctx.caller.isShared === true) refuseUnsupported({ ReplicaUpdates: asked })
  requireOneMembership(actions)
  requireOtherRegions(actions, named.region)
  const current = await ctx.catalog.requireTable(named, named.name)
  requireAdded(current)
  const totals = await ctx.catalog.totals(current)
  const tables = await ctx.globalTables()
  requireOneAccount(await tables.find(current))
  if ('protection' in asked) {
    await setDisassociationProtection(tables, current, asked.protection === true)
    return withReplicas(ctx, current, tableDescription(current, ctx.clock.now(), totals))
  }
  const table = await changed(ctx, tables, current, actions)
  const description =
    table.transition?.kind === 'updating'
      ? describeUnderChange(table, totals)
      : tableDescription(table, ctx.clock.now(), totals)
  return withReplicas(ctx, table, { ...description, TableStatus: 'UPDATING' })
}

async function changed(
  ctx: OperationContext,
  tables: GlobalTables,
  current: DescribedTable,
  actions: readonly ReplicaAction[],
): Promise<DescribedTable> {
  const [action] = actions
  switch (action!.kind) {
    case 'create': {
      const { region, overrides } = action!
      return addMember(tables, current, region, async () => {
        await requireScaledWrites(ctx, current)
        return withReplicaKey(ctx, current, region, overrides)
      })
    }
    case 'delete':
      await tables.removeMember(current, action!.region)
      return current
    case 'disassociate':
      await disassociateMember(tables, current, action!.region)
      return current
    case 'update':
      await changeOverrides(tables, current, actions)
      return ctx.catalog.requireTable(current, current.name)
  }
}

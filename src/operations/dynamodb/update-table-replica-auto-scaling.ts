/** UpdateTableReplicaAutoScaling: writes are scaled alike in all regions, reads in each on its own. */
import { onTable } from '../access.js'
import { arnOfNamed, requireNamedTable } from '../named-table.js'
import { operation } from '../operation.js'
import { applyScaling, scalingAccess } from './global-tables/apply-scaling.js'
import { checkScaled } from './global-tables/check-scaled.js'
import { describeMembers } from './global-tables/describe-scaling.js'
import {
  findMemberTables,
  requireAllHere,
  requireMemberTables,
} from './global-tables/member-tables.js'
import { readScalingUpdates } from './global-tables/scaling-updates.js'

export const updateTableReplicaAutoScaling = operation('dynamodb.UpdateTableReplicaAutoScaling', {
  read(input, ctx) {
    const named = requireNamedTable(ctx, input.TableName)
    return { named, updates: readScalingUpdates(named.name, input) }
  },

  async access(ctx, { named, updates }) {
    const own = onTable(ctx, 'dynamodb:UpdateTableReplicaAutoScaling', arnOfNamed(named))
    const members = await findMemberTables(ctx, named)
    return [own, ...(await scalingAccess(ctx, members, updates))]
  },

  async run(ctx, { named, updates }) {
    const members = await requireMemberTables(ctx, named)
    checkScaled(named.name, members, updates)
    if (updates.some(({ kind }) => kind === 'Write')) await requireAllHere(ctx, named)
    // AWS: the answer has the settings as they were.
    const described = await describeMembers(ctx, named, members)
    for (const update of updates) await applyScaling(ctx, members, update)
    return { output: { TableAutoScalingDescription: described } }
  },
})

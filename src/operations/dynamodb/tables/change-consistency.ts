/** Carries out an UpdateTable that makes or ends a strongly consistent global table. */
import type { TableDescription } from '../../../api/generated/dynamodb-types.js'
import type { DescribedTable } from '../../../catalog/table.js'
import { tableNotFound } from '../../../model/errors.js'
import {
  requireKnownRegion,
  requireOtherRegions,
} from '../../../replication/rules/replica-requests.js'
import { alreadyGlobal, requireNoOverrides } from '../../../replication/rules/strong-membership.js'
import {
  checkStrongRequest,
  isAboutConsistency,
  type StrongRequest,
} from '../../../replication/rules/strong-request.js'
import { beginStrongTable, endStrongTable } from '../../../replication/strong-tables.js'
import type { NamedTable } from '../../named-table.js'
import type { OperationContext } from '../../operation.js'
import { withReplicas } from './replica-description.js'
import { requireScaledWrites } from './scaled-writes.js'
import { describeUnderChange } from './table-description.js'
import { refuseUnsupported } from './unsupported.js'

/** Undefined if the request is about replicas that are added and removed one by one. */
export async function changeConsistency(
  ctx: OperationContext,
  named: NamedTable,
  request: StrongRequest,
): Promise<TableDescription | undefined> {
  const { consistency, actions, witness } = request
  const isAsked = isAboutConsistency(request)
  // Without regions of their own there is nowhere for a replica to be.
  if (isAsked && ctx.caller.isShared === true) {
    refuseUnsupported({ MultiRegionConsistency: consistency, GlobalTableWitnessUpdates: witness })
  }
  if (isAsked) {
    requireOtherRegions(actions, named.region)
    if (witness !== undefined) requireKnownRegion(witness.region)
    checkStrongRequest(request, named.region)
  }
  const current = await ctx.catalog.loadTable(named, named.name)
  if (current === undefined) {
    if (isAsked) throw tableNotFound(named.name)
    return undefined
  }
  if (consistency !== undefined && current.replica !== undefined) throw alreadyGlobal()
  if (!isAsked && current.replica?.sharedBy === undefined) return undefined
  if (!isAsked) requireOtherRegions(actions, named.region)
  const totals = await ctx.catalog.totals(current)
  const table = await changed(ctx, current, request)
  return withReplicas(ctx, table, describeUnderChange(table, totals))
}

async function changed(
  ctx: OperationContext,
  current: DescribedTable,
  { consistency, actions, witness }: StrongRequest,
): Promise<DescribedTable> {
  const { engine } = (await ctx.globalTables()).parts
  const parts = { engine, catalog: ctx.catalog, clock: ctx.clock }
  const change = { actions, witness }
  if (consistency === 'strong') {
    requireNoOverrides(actions)
    await requireScaledWrites(ctx, current)
    return beginStrongTable(parts, current, change)
  }
  return endStrongTable(parts, current, change)
}

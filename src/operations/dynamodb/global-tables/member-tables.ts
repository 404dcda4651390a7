/** The tables of a global table's members that are in this store. */
import { validation } from '../../../model/errors.js'
import type { NamedTable } from '../../named-table.js'
import type { OperationContext } from '../../operation.js'
import { replicaStatusOf } from '../tables/replica-description.js'
import { noSuchGlobalTable, type MemberTable } from './replica-scaling.js'

export async function requireMemberTables(
  ctx: OperationContext,
  named: NamedTable,
): Promise<readonly MemberTable[]> {
  const members = await findMemberTables(ctx, named)
  if (members.length === 0) throw noSuchGlobalTable(named.name)
  return members
}

/** What is to hold in all regions cannot be set in those of other deployments: then it is set in none. */
export async function requireAllHere(ctx: OperationContext, named: NamedTable): Promise<void> {
  const table = await ctx.catalog.requireTable(named, named.name)
  const group = await (await ctx.globalTables()).find(table)
  const away = (group?.members ?? []).filter(
    ({ isElsewhere, account }) => isElsewhere === true || account !== table.account,
  )
  if (away.length === 0) return
  const regions = away.map(({ region }) => region).join(', ')
  throw validation(
    `Writes of all replicas cannot be scaled here: replicas in other deployments and accounts have to be set in their own regions: [${regions}]`,
  )
}

/** Of one account, in the order of their regions, the caller's own among them; empty if it is no global table. */
export async function findMemberTables(
  ctx: OperationContext,
  named: NamedTable,
): Promise<readonly MemberTable[]> {
  const table = await ctx.catalog.loadTable(named, named.name)
  if (table?.replica === undefined) return []
  const tables = await ctx.globalTables()
  const membership = await tables.membershipOf(table)
  if (membership === undefined) return []
  const others = await tables.othersOf(membership)
  const nowMs = ctx.clock.now()
  return [{ member: membership.own, table }, ...others]
    .flatMap(({ member, table: placed }) => {
      const { account, region } = member
      if (placed === undefined || account !== table.account) return []
      return [
        {
          account,
          region,
          status: replicaStatusOf({ member, table: placed }, nowMs),
          table: placed,
        },
      ]
    })
    .sort((a, b) => (a.region < b.region ? -1 : 1))
}

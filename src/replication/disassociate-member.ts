/** Takes a member out of its global table as it is. AWS: asked for in its own region, once it is unprotected. */
import type { DescribedTable } from '../catalog/table.js'
import { validation } from '../model/errors.js'
import type { GlobalTables } from './global-tables.js'
import { withChanged, withState } from './members.js'
import { requireNoRecentSource, requireMembers, requireSettledGroup } from './rules/membership.js'

export function disassociateMember(
  tables: GlobalTables,
  table: DescribedTable,
  region: string,
): Promise<void> {
  return tables.attempt(async () => {
    if (region !== table.region) {
      throw validation('A replica can only be disassociated in its own region.')
    }
    const group = await tables.find(table)
    const [own] = requireMembers(group, [region])
    requireSettledGroup(group)
    if (own!.mayDisassociate !== true) {
      throw validation(
        `Cannot disassociate table ${table.name} in region ${region} because it has disassociation protection enabled. Disable disassociation protection first.`,
      )
    }
    const nowMs = tables.parts.clock.now()
    requireNoRecentSource(group!, own!, nowMs)
    await tables.change({
      before: group,
      after: withState(group!, own!, 'disassociating', nowMs),
    })
    tables.parts.announce()
  })
}

/** AWS: every new member is protected. */
export function setDisassociationProtection(
  tables: GlobalTables,
  table: DescribedTable,
  isEnabled: boolean,
): Promise<void> {
  return tables.attempt(async () => {
    const membership = await tables.membershipOf(table)
    if (membership === undefined) {
      throw validation('DisassociationProtectionEnabled requires a global table replica.')
    }
    const { group, own } = membership
    requireSettledGroup(group)
    const mayDisassociate = isEnabled ? undefined : (true as const)
    await tables.change({ before: group, after: withChanged(group, own, { mayDisassociate }) })
  })
}

/** The table of a new member comes into being together with the record that knows it. */
import { firstPolicy, type NewResourcePolicy } from '../catalog/resource-policy-record.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { TableDefinition } from '../model/table.js'
import { joinParts } from '../storage/transaction-part.js'
import { besideNewTable } from './group-change.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import type { GroupWorkParts } from './group-work.js'
import { withChanged } from './members.js'
import { replicaDraft } from './rules/replica-draft.js'

export interface TablelessMember {
  readonly group: GlobalTable
  readonly member: GroupMember
}

export interface MemberTableSettings {
  readonly source: TableDefinition
  /** Of a table of another account: what its owner has chosen. */
  readonly joining?: {
    readonly own: Partial<TableDraft>
    readonly policy: NewResourcePolicy | undefined
  }
}

/** It is to be filled next. */
export function createMemberTable(
  { catalog, clock }: Pick<GroupWorkParts, 'catalog' | 'clock'>,
  { group, member }: TablelessMember,
  { source, joining }: MemberTableSettings,
): Promise<DescribedTable> {
  const nowMs = clock.now()
  const tableId = catalog.filled.newId()
  const change = { state: 'filling', stateSinceMs: nowMs, tableId } as const
  const known = besideNewTable({ before: group, after: withChanged(group, member, change) })
  const draft = { ...replicaDraft(source, group, member), ...joining?.own }
  const { account, region } = member
  const target = { account, region, tableName: group.tableName }
  const policy = joining?.policy && firstPolicy(target, tableId, joining.policy, { nowMs })
  const beside = policy === undefined ? known : joinParts(known, policy)
  const filling = { kind: 'replica', jobId: member.id } as const
  return catalog.filled.insert({ draft, filling, beside }, tableId)
}

/**
 * Makes a new table of another account a member. Its source is changed first, then its table is made, both
 * by the request; should the server end in between, the job lets go of the member (`member-saga.ts`).
 */
import type { NewResourcePolicy } from '../catalog/resource-policy-record.js'
import type { DescribedTable } from '../catalog/table.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Scope } from '../model/arn.js'
import { accessDenied, resourceInUse, ServiceError, validation } from '../model/errors.js'
import { asMember, groupWith, requireQuiet } from './add-member.js'
import { createMemberTable } from './create-member-table.js'
import { homeOf, type GlobalTables } from './global-tables.js'
import { readGlobalTable, type GlobalTable, type GroupMember } from './global-table.js'
import { besideTable } from './group-change.js'
import { memberOf } from './members.js'
import { actionsOfReplication } from './replication-rights.js'
import { requireJoinable } from './rules/joining.js'
import { requireAdded } from './rules/membership.js'

/** What the owner of the new table asks for; all else follows its source. */
export interface JoiningTable extends Scope {
  readonly own: Pick<TableDraft, 'tags' | 'deletionProtection' | 'tableClass' | 'encryption'>
  readonly policy: NewResourcePolicy | undefined
}

export async function joinMember(
  tables: GlobalTables,
  source: DescribedTable,
  joining: JoiningTable,
): Promise<DescribedTable> {
  const { engine, catalog, announce } = tables.parts
  const { groupId, memberId } = await tables.attempt(() => admit(tables, source, joining))
  const group = (await readGlobalTable(engine, groupId))!
  const member = group.members.find(({ id }) => id === memberId)!
  try {
    const current = await catalog.requireTable(homeOf(source), source.name)
    return await createMemberTable(tables.parts, { group, member }, { source: current, joining })
  } catch (error) {
    if (error instanceof ServiceError) await tables.work.letGo(group, member)
    throw error
  } finally {
    announce()
  }
}

/** The source and the record know of the new member afterwards. */
async function admit(tables: GlobalTables, source: DescribedTable, joining: JoiningTable) {
  const { catalog } = tables.parts
  const { account, region } = joining
  const current = await catalog.requireTable(homeOf(source), source.name)
  requireAdded(current)
  const group = await tables.find(current)
  requireJoinable(current, group, joining)
  await requirePlace(tables, current, joining)
  const added = { account, region, overrides: {}, isElsewhere: false }
  const after = groupWith(tables, { current, group }, added)
  await requireRights(tables, after, current)
  const own: GroupMember = memberOf(after, current) ?? after.members[0]!
  await catalog.updateTable(
    homeOf(current),
    current.name,
    (definition, { nowMs }) => {
      requireQuiet(definition, nowMs)
      return asMember(definition, after, own)
    },
    { besideDefinition: [besideTable({ before: group, after })] },
  )
  return { groupId: after.id, memberId: newest(after).id }
}

/** Its own policy is stored with the new table, and is asked once that is there. */
async function requireRights(
  { parts: { mayReplicate } }: GlobalTables,
  group: GlobalTable,
  source: DescribedTable,
): Promise<void> {
  if (mayReplicate === undefined) return
  const [member, other] = [memberOf(group, source) ?? group.members[0]!, newest(group)]
  const { tableName } = group
  for (const action of actionsOfReplication) {
    if (await mayReplicate({ action, tableName, member, other })) continue
    throw accessDenied(
      `The resource policy of ${source.arn} does not allow replication.dynamodb.amazonaws.com to perform: dynamodb:${action}`,
    )
  }
}

function newest({ members }: GlobalTable): GroupMember {
  return members[members.length - 1]!
}

/** Free, and in this store: deployments link regions of one account. */
async function requirePlace(
  { parts: { catalog, elsewhere } }: GlobalTables,
  { name }: DescribedTable,
  { account, region }: JoiningTable,
): Promise<void> {
  if (await (await elsewhere()).has({ account, region })) {
    throw validation(
      `A table of another account can only be joined in this deployment: ${region} is in another one.`,
    )
  }
  const existing = await catalog.loadTable({ account, region }, name)
  if (existing !== undefined) throw resourceInUse(`Table already exists: ${name}`)
}

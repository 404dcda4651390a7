/**
 * Whether the service may replicate between members of several accounts: the policy of each member's table
 * has to let it, for every other member.
 */
import type { GlobalTable, GroupMember } from './global-table.js'
import { othersThan, withChanged } from './members.js'

export const actionsOfReplication = [
  'ReadDataForReplication',
  'WriteDataForReplication',
  'ReplicateSettings',
] as const
export type ReplicationAction = (typeof actionsOfReplication)[number]

export interface ReplicationQuestion {
  readonly action: ReplicationAction
  readonly tableName: string
  /** Whose table it is about. */
  readonly member: Pick<GroupMember, 'account' | 'region'>
  /** On whose behalf the service comes. */
  readonly other: Pick<GroupMember, 'account' | 'region'>
}

/** Absent where nobody is judged. */
export type MayReplicate = (question: ReplicationQuestion) => Promise<boolean>

const dataActions = ['ReadDataForReplication', 'WriteDataForReplication'] as const

/** The record as it is by what policies say now; undefined if it is so already. */
export async function judgedGroup(
  mayReplicate: MayReplicate,
  group: GlobalTable,
  nowMs: number,
): Promise<GlobalTable | undefined> {
  let judged = group
  for (const member of group.members) {
    if (member.tableId === undefined) continue
    const may = await mayAll(mayReplicate, group, member, dataActions)
    if (may === (member.unauthorisedSinceMs === undefined)) continue
    judged = withChanged(judged, member, { unauthorisedSinceMs: may ? undefined : nowMs })
  }
  return judged === group ? undefined : judged
}

export function mayFollowSettings(
  mayReplicate: MayReplicate,
  group: GlobalTable,
): Promise<boolean> {
  const members = group.members.filter(({ tableId }) => tableId !== undefined)
  const asked = members.map((member) => mayAll(mayReplicate, group, member, ['ReplicateSettings']))
  return Promise.all(asked).then((answers) => answers.every((may) => may))
}

async function mayAll(
  mayReplicate: MayReplicate,
  group: GlobalTable,
  member: GroupMember,
  actions: readonly ReplicationAction[],
): Promise<boolean> {
  const { tableName } = group
  for (const other of othersThan(group, member)) {
    for (const action of actions) {
      if (!(await mayReplicate({ action, tableName, member, other }))) return false
    }
  }
  return true
}

export function isAuthorised({ unauthorisedSinceMs }: GroupMember): boolean {
  return unauthorisedSinceMs === undefined
}

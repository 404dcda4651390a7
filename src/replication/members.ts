/** The members of a global table, and how they change. */
import type { Scope } from '../model/arn.js'
import type { TableLayout } from '../model/table.js'
import type { GlobalTable, GroupMember, MemberState } from './global-table.js'

export function memberIn(group: GlobalTable, { account, region }: Scope): GroupMember | undefined {
  return group.members.find((member) => member.region === region && member.account === account)
}

/** The member that a table is. */
export function memberOf(group: GlobalTable, { replica }: TableLayout): GroupMember | undefined {
  return group.members.find(({ id }) => id === replica?.memberId)
}

export function othersThan(group: GlobalTable, own: GroupMember): readonly GroupMember[] {
  return group.members.filter(({ id }) => id !== own.id)
}

/** Whether clients use the member's table, or will. */
export function isServing({ state }: GroupMember): boolean {
  return state === 'active' || state === 'leaving' || state === 'disassociating'
}

export function followsSettings({ settings }: GlobalTable, member: GroupMember): boolean {
  return (member.settingsRevision ?? 0) >= (settings?.revision ?? 0)
}

/** A member that is being added or removed, or has yet to follow the others' settings. */
export function unsettledMember(group: GlobalTable): GroupMember | undefined {
  return group.members.find(
    (member) => member.state !== 'active' || !followsSettings(group, member),
  )
}

export function withMember(group: GlobalTable, member: GroupMember): GlobalTable {
  return { ...group, members: [...group.members, member] }
}

export function withoutMember(group: GlobalTable, { id }: GroupMember): GlobalTable {
  return { ...group, members: group.members.filter((each) => each.id !== id) }
}

export function withChanged(
  group: GlobalTable,
  { id }: GroupMember,
  change: Partial<GroupMember>,
): GlobalTable {
  const members = group.members.map((each) => (each.id === id ? { ...each, ...change } : each))
  return { ...group, members }
}

export function withState(
  group: GlobalTable,
  member: GroupMember,
  state: MemberState,
  nowMs: number,
): GlobalTable {
  return withChanged(group, member, { state, stateSinceMs: nowMs })
}

/** The others are to follow this member's settings from now on. */
export function withSettingsOf(group: GlobalTable, member: GroupMember): GlobalTable {
  const revision = (group.settings?.revision ?? 0) + 1
  const next = { ...group, settings: { revision, from: member.id } }
  return withChanged(next, member, { settingsRevision: revision })
}

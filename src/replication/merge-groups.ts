/**
 * What a deployment's copy of a global table becomes when another deployment tells its own. Each member is
 * described by the deployment that has its table, and only by that one: so copies that were told everything
 * agree, in whatever order that was. Pure.
 */
import type { GlobalTable, GroupMember, SharedSettings } from './global-table.js'

/** A copy, and the deployment whose it is. */
export interface ToldGroup {
  readonly deploymentId: string
  /** Undefined if it has none of its members any more. */
  readonly group: GlobalTable | undefined
}

/** What a deployment that has members tells. */
export type OwnCopy = ToldGroup & { readonly group: GlobalTable }

/** The same object if there is no news. */
export function mergedGroup(
  own: GlobalTable,
  { deploymentId, group: told }: ToldGroup,
): GlobalTable {
  const theirs = (told?.members ?? [])
    .filter(({ isElsewhere }) => !isElsewhere)
    .map((member): GroupMember => ({ ...member, isElsewhere: true, home: deploymentId }))
  const kept = own.members.flatMap((member) => {
    if (!member.isElsewhere) return [member]
    const now = theirs.find(({ id }) => id === member.id)
    return now ?? (member.home === deploymentId ? [] : [member])
  })
  // A region has one member: nobody can tell of a second.
  const added = theirs.filter(
    ({ id, region }) => !own.members.some((member) => member.id === id || member.region === region),
  )
  const members = added.length === 0 ? kept : inOrder([...kept, ...added])
  const merged = withLaterSettings({ ...own, members }, told?.settings)
  return JSON.stringify(merged) === JSON.stringify(own) ? own : merged
}

function inOrder(members: readonly GroupMember[]): readonly GroupMember[] {
  return members.toSorted((a, b) => a.addedAtMs - b.addedAtMs || (a.id < b.id ? -1 : 1))
}

/** Of two changes at the same time all take the same one, and whoever had the other follows again. */
function withLaterSettings(own: GlobalTable, told: SharedSettings | undefined): GlobalTable {
  if (told === undefined || !isLaterSettings(told, own.settings)) return own
  const members = own.members.map((member) =>
    member.isElsewhere || (member.settingsRevision ?? 0) < told.revision
      ? member
      : { ...member, settingsRevision: told.revision - 1 },
  )
  return { ...own, settings: told, members }
}

function isLaterSettings(a: SharedSettings, b: SharedSettings | undefined): boolean {
  if (b === undefined || a.revision !== b.revision) return a.revision > (b?.revision ?? 0)
  return a.from > b.from
}

/**
 * The copy of a deployment that is asked to have a member: that of the one who asks, seen from here.
 * `own` is what it has already, if it has another member.
 */
export function joinedGroup(
  own: GlobalTable | undefined,
  { deploymentId, group }: OwnCopy,
  memberId: string,
): GlobalTable | undefined {
  const asked = group.members.find(({ id }) => id === memberId)
  if (asked === undefined) return undefined
  const { isElsewhere: _isElsewhere, home: _home, ...mine } = asked
  if (own !== undefined) {
    const members = own.members.filter(({ id }) => id !== memberId)
    return { ...own, members: inOrder([...members, mine]) }
  }
  const members = group.members.map((member): GroupMember =>
    member.id === memberId
      ? mine
      : { ...member, ...(!member.isElsewhere && { isElsewhere: true, home: deploymentId }) },
  )
  return { ...group, members, config: 0 }
}

/** Whether nothing of it is in this deployment. */
export function isAllElsewhere({ members }: GlobalTable): boolean {
  return members.every(({ isElsewhere }) => isElsewhere === true)
}

/** A member of each other deployment that has some, by which that is reached. */
export function otherHomes({ members }: GlobalTable): readonly GroupMember[] {
  const joined = members.filter(({ home }) => home !== undefined)
  return joined.filter((member, i) => i === joined.findIndex(({ home }) => home === member.home))
}

/** Members that another deployment has yet to be asked for. */
export function unaskedMembers({ members }: GlobalTable): readonly GroupMember[] {
  return members.filter(({ isElsewhere, home }) => isElsewhere && home === undefined)
}

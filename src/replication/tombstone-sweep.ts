/**
 * Forgets the versions of deleted items that no older write can bring back: those that every member has
 * applied, while nobody can write anything older any more. A bounded number of versions is looked at in a step.
 *
 * A member that is being added may still need them, so nothing is forgotten before it is there: what it has
 * applied counts as well, and until then that is nothing. The global table's record guards that.
 *
 * What expired has the version after the one that expired, which may be below the bound of its member. If
 * such a deletion is forgotten early, the item that comes back has expired, too.
 */
import type { Table } from '../catalog/table.js'
import { decodeItemVersion } from '../items/write/item-version.js'
import { isLater, zeroVersion, type Version } from '../model/version.js'
import type { Engine, Entry, Get, Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { keyAfter, wholeSpace } from '../storage/keyspace.js'
import { globalTableGuard, type GlobalTable } from './global-table.js'
import { tombstonePageEntriesMax } from './limits.js'
import { leastVersion } from './local-source.js'
import type { ReplicaCursor } from './replica-cursor.js'

/** Up to which version nothing can come back into a member, given what it has applied itself. */
export function forgettable(
  { members }: GlobalTable,
  ownId: string,
  stable: Version,
  cursors: readonly ReplicaCursor[],
): Version {
  const others = members.filter(({ id }) => id !== ownId)
  const stableOf = (id: string) => {
    return cursors.find(({ memberId }) => memberId === id)?.stable ?? zeroVersion
  }
  return leastVersion([stable, ...others.map(({ id }) => stableOf(id))])
}

export interface SweptPage {
  readonly forgotten: number
  /** Versions of deleted items that have to stay for now. */
  readonly left: number
  /** Where the next page begins; undefined after the last. */
  readonly after: Buffer | undefined
}

export interface SweepTerms {
  readonly group: GlobalTable
  readonly bound: Version
  readonly after: Buffer | undefined
  readonly fence: Fence
}

export async function sweepTombstones(
  engine: Engine,
  table: Table,
  { group, bound, after, fence }: SweepTerms,
): Promise<SweptPage> {
  const { space } = table.versions!
  const whole = wholeSpace()
  const from = after === undefined ? whole.from : keyAfter(after)
  const entriesMax = tombstonePageEntriesMax
  const range = { kind: 'range', space, ...whole, from, entriesMax } as const
  const [page] = await engine.read([range], [table.guard])
  const deletions = page.entries.filter(({ value }) => isDeletion(value))
  const due = deletions.filter(({ value }) => !isLater(decodeItemVersion(value).version, bound))
  const left = deletions.length - due.length
  const end = page.more ? page.entries.at(-1)!.key : undefined
  if (due.length === 0) return { forgotten: 0, left, after: end }
  const guards = [table.guard, globalTableGuard(group), ...fence.guards]
  const forgotten = await engine.transact<readonly Get[], number>({
    guards,
    reads: due.map(({ key }) => ({ kind: 'get', space, key })),
    decide(found) {
      const same = due.filter(({ value }, i) => found[i]?.equals(value) === true)
      const gone = same.map(({ key }: Entry): Mutation => ({ kind: 'delete', space, key }))
      return { mutations: [...gone, ...fence.mutations], result: same.length }
    },
  })
  return { forgotten, left: left + due.length - forgotten, after: end }
}

function isDeletion(record: Buffer): boolean {
  return decodeItemVersion(record).isDeleted
}

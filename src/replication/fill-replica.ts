/**
 * Fills a member that is being added: copies the items of the member that was asked to add it, then
 * follows everybody's changes. Others are followed from where that member had got with them when the copy
 * began, because its items have no later changes of theirs.
 */
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import type { Fence } from '../storage/fence.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import type { MemberTables } from './member-tables.js'
import { isServing, othersThan } from './members.js'
import type { LinkProgress, Receiver, ReplicaLink } from './receiver.js'
import type { FillProgress, ReplicaFiller } from './replica-filler.js'
import { entriesAfter, readReceipt, readReplicaCursor } from './replica-cursor.js'
import type { PlannedLink, ReplicaLinks } from './replica-links.js'
import { readControls } from './replication-control.js'

export interface FillingDependencies {
  readonly engine: Engine
  readonly tables: MemberTables
  readonly links: ReplicaLinks
  readonly receiver: Receiver
}

export class FillReplica implements ReplicaFiller {
  readonly #dependencies: FillingDependencies

  constructor(dependencies: FillingDependencies) {
    this.#dependencies = dependencies
  }

  async step(group: GlobalTable, member: GroupMember, fence: Fence): Promise<FillProgress> {
    const { engine, tables, links } = this.#dependencies
    const table = await tables.find(group, member)
    if (table === undefined) return { kind: 'copying', isWaiting: true }
    const controls = await readControls(engine, group.id)
    const planned = await links.into(group, { member, table }, controls)
    const first = sourceFor(member, planned)
    if (first?.link === undefined) return { kind: 'copying', isWaiting: true }
    try {
      return await this.#fill(planned, first, fence)
    } catch (error) {
      if (error instanceof GuardBroken) tables.forget(group)
      throw error
    }
  }

  /** The copy first: what others changed in the meantime is applied to the items afterwards. */
  async #fill(
    planned: readonly PlannedLink[],
    first: PlannedLink,
    fence: Fence,
  ): Promise<FillProgress> {
    const others = planned.filter((each) => each !== first)
    const adopts = others.map(({ member }) => member.id)
    const source = await this.#progress({ ...first, link: { ...first.link!, adopts } }, fence)
    if (source === undefined) return { kind: 'copying', isWaiting: true }
    if (source.isCopying) return copying(source)
    const all = [source]
    for (const each of others) {
      const progress = await this.#progress(each, fence)
      if (progress === undefined) return { kind: 'copied', isWaiting: true }
      all.push(progress)
    }
    const unfinished = all.find(({ isCopying }) => isCopying)
    if (unfinished !== undefined) return copying(unfinished)
    if (all.every(({ hasCaughtUp }) => hasCaughtUp)) return { kind: 'caught-up' }
    return all.some(isAtWork) ? { kind: 'copied' } : { kind: 'copied', isWaiting: true }
  }

  async #progress({ link, control }: PlannedLink, fence: Fence): Promise<LinkProgress | undefined> {
    if (link === undefined || control.isPaused) return undefined
    // Nobody sees the table yet, so there is nothing to delay.
    const undelayed: ReplicaLink = { ...link, delayMs: 0 }
    const progress = await this.#dependencies.receiver.step(undelayed, fence)
    return progress.state === 'gone' ? undefined : progress
  }

  async isDrained(group: GlobalTable, member: GroupMember): Promise<boolean> {
    const { engine, tables, links } = this.#dependencies
    const source = await links.sourceOf(group, member, member)
    const point = await source?.point()
    if (point === undefined) return true
    const readers = othersThan(group, member).filter(isServing)
    const behind = await Promise.all(
      readers.map(async (reader) => {
        const table = await tables.find(group, reader)
        if (table?.versions === undefined) return !(await this.#hasReceipt(group, member, reader))
        const stored = await readReplicaCursor(engine, table.versions.space, member.id)
        if (stored === undefined || stored.cursor.epoch !== point.epoch) return true
        return entriesAfter(stored.cursor, point.heads) > 0
      }),
    )
    return !behind.includes(true)
  }

  /** Members elsewhere say how far they have read. */
  async #hasReceipt(
    group: GlobalTable,
    member: GroupMember,
    reader: GroupMember,
  ): Promise<boolean> {
    const { engine, tables, links } = this.#dependencies
    const table = await tables.find(group, member)
    const point = await (await links.sourceOf(group, member, reader))?.point()
    if (table?.versions === undefined || point === undefined) return true
    const receipt = await readReceipt(engine, table.versions.space, reader.id)
    return receipt?.epoch === point.epoch && entriesAfter(receipt, point.heads) === 0
  }
}

/** That of the region that was asked to add it, if it is still there. */
function sourceFor(
  { sourceRegion }: GroupMember,
  planned: readonly PlannedLink[],
): PlannedLink | undefined {
  const readable = planned.filter(({ link }) => link !== undefined)
  return readable.find(({ member }) => member.region === sourceRegion) ?? readable[0]
}

function isAtWork({ state }: LinkProgress): boolean {
  return state === 'behind' || state === 'level'
}

function copying({ state, copiedPart }: LinkProgress): FillProgress {
  const part = copiedPart === undefined ? {} : { copiedPart }
  return { kind: 'copying', ...part, ...(state !== 'copying' && { isWaiting: true }) }
}

/**
 * Brings the changes of one member of a global table into another, in this store: copies the items first if
 * that is needed, then follows the log. The same for members in this store and elsewhere.
 *
 * Whatever is applied decides by version whether it counts (`items/write/apply-changes.ts`), so
 * nothing goes wrong if a change comes twice or late. Together with it moves the cursor.
 */
import { planLanes } from '../changes/plan-lanes.js'
import type { Table } from '../catalog/table.js'
import type { Items } from '../items/items.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import { isLater } from '../model/version.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { beginCopy, beginFollowing } from './begin-cursor.js'
import { isAhead, type ChangeSource, type SourcePoint } from './change-source.js'
import { CursorStore } from './cursor-store.js'
import type { GroupMember } from './global-table.js'
import {
  acknowledgeIntervalMs,
  replicationBatchBytesMax,
  replicationBatchEntriesMax,
  replicationBatchesAtOnceMax,
} from './limits.js'
import { closingPoint, hasPassed, type ReplicaCursor } from './replica-cursor.js'
import { isTrimmed, takeChanges, takeItems, type ChangeWait } from './take-changes.js'

/** From one member to another. */
export interface ReplicaLink {
  /** Of the member that receives. */
  readonly table: Table
  /** The member whose changes are read. */
  readonly member: GroupMember
  readonly source: ChangeSource
  readonly delayMs: number
  /** Whether that member was there first, so that it has items from before its log. */
  readonly isElder: boolean
  /** Other members that a new one follows from where this source has got with them. */
  readonly adopts?: readonly string[]
}

/**
 * `copying`: items are missing. `behind`: there is more to read at once. `waiting`: the next change is not due.
 * `held`: it is stamped too far in the future. `gone`: the other member is not there.
 */
export type LinkState = 'copying' | 'behind' | 'level' | 'waiting' | 'held' | 'gone'

export interface LinkProgress {
  readonly state: LinkState
  /** When there is something to do, if that is known. */
  readonly dueAtMs: number
  /** Whether it has read everything that was there when its copy ended. */
  readonly hasCaughtUp: boolean
  /** Whether items are missing. */
  readonly isCopying: boolean
  /** How much of them has been looked at, from 0 to 1. */
  readonly copiedPart?: number
  readonly aheadMs?: number
}

/** What was applied; for metrics. */
export type OnApplied = (link: ReplicaLink, applied: AppliedChanges) => void

export interface AppliedChanges {
  readonly changes: readonly IncomingChange[]
  /** Changes that were older than what is here. */
  readonly lost: number
  /** Whether they are items that were copied. */
  readonly isCopy: boolean
}

export interface ReceiverDependencies {
  readonly engine: Engine
  readonly items: Items
  readonly clock: Clock
  readonly log: Log
  readonly onApplied?: OnApplied | undefined
}

interface ToldCursor {
  readonly cursor: ReplicaCursor
  readonly atMs: number
}

export class Receiver {
  readonly #dependencies: ReceiverDependencies
  readonly #cursors: CursorStore
  /** What members elsewhere were told, by their id. */
  readonly #acknowledged = new Map<string, ToldCursor>()

  constructor(dependencies: ReceiverDependencies) {
    this.#dependencies = dependencies
    this.#cursors = new CursorStore(dependencies)
  }

  /** One bounded step. */
  async step(link: ReplicaLink, fence: Fence): Promise<LinkProgress> {
    const { clock } = this.#dependencies
    const point = await link.source.point()
    if (point === undefined) return gone
    let cursor = await this.#begun(link, point, fence)
    let wait: ChangeWait | undefined
    for (let batch = 0; batch < replicationBatchesAtOnceMax; batch++) {
      const taken: Taken =
        cursor.copy === undefined
          ? await this.#follow(link, cursor, point, fence)
          : await this.#copy(link, cursor, fence)
      cursor = taken.cursor
      wait = taken.wait
      if (wait !== undefined || taken.isLevel) break
    }
    await this.#acknowledge(link)
    return progressOf(cursor, point, wait, {
      nowMs: clock.now(),
      saveAtMs: this.#cursors.dueAtMs(spaceOf(link), link.member.id),
    })
  }

  /** The cursor, which begins anew if its positions mean nothing in the log. */
  async #begun(link: ReplicaLink, point: SourcePoint, fence: Fence): Promise<ReplicaCursor> {
    const { clock, log } = this.#dependencies
    const cursor = await this.#cursors.read(spaceOf(link), link.member.id)
    if (cursor !== undefined && !isForeign(cursor, point)) return cursor
    const fresh = cursor === undefined && !link.isElder && point.log.trimmedToMs === undefined
    if (fresh) return this.#save(link, beginFollowing(link.member.id, point), fence)
    // It has lost what was read of it, and has to get that back.
    if (cursor?.epoch === point.epoch) await link.source.acknowledge(cursor)
    if (cursor !== undefined)
      log.warn('replica copies again', { ...linkFacts(link), why: 'other log' })
    const begun = beginCopy(link.member.id, point, clock.now())
    return this.#cursors.begin(link.table, begun, { fence, point, adopts: link.adopts ?? [] })
  }

  /** A source elsewhere need not keep what is applied here for good. */
  async #acknowledge(link: ReplicaLink): Promise<void> {
    const { member, source } = link
    if (!member.isElsewhere) return
    const cursor = this.#cursors.storedOf(spaceOf(link), member.id)
    const told = this.#acknowledged.get(member.id)
    const nowMs = this.#dependencies.clock.now()
    const isDue = told === undefined || Math.abs(nowMs - told.atMs) >= acknowledgeIntervalMs
    if (cursor === undefined || !isDue || told?.cursor === cursor) return
    await source.acknowledge({ positions: cursor.positions, nextLane: cursor.nextLane })
    this.#acknowledged.set(member.id, { cursor, atMs: nowMs })
  }

  async #copy(link: ReplicaLink, cursor: ReplicaCursor, fence: Fence): Promise<Taken> {
    const { copy, ...others } = cursor
    assert(copy !== undefined, 'a copy is under way')
    const before = copy.after === undefined ? undefined : Buffer.from(copy.after, 'base64')
    const page = await link.source.items(before, bounds(1))
    const { changes, after, wait } = takeItems(page, before, this.#dependencies.clock.now())
    const items = copy.items + changes.length
    const isDone = after === undefined && wait === undefined
    const place = after === undefined ? {} : { after: after.toString('base64') }
    const next = isDone ? others : { ...others, copy: { ...copy, ...place, items } }
    // A table that clients do not see yet has nothing to tell about what it is filled with.
    const logs = link.table.filling === undefined
    await this.#apply(link, changes, { cursor: next, fence, logs, isCopy: true })
    return { cursor: next, isLevel: false, wait }
  }

  async #follow(
    link: ReplicaLink,
    cursor: ReplicaCursor,
    point: SourcePoint,
    fence: Fence,
  ): Promise<Taken> {
    const { clock, log } = this.#dependencies
    const plan = planLanes(cursor, point.log, point.heads)
    const { tasks } = plan
    const read = tasks.map(({ position }) => link.source.changes(position, bounds(tasks.length)))
    const pages = await Promise.all(read)
    if (tasks.some((task, i) => isTrimmed(task, pages[i]!, point.log, cursor))) {
      log.warn('replica copies again', { ...linkFacts(link), why: 'changes were trimmed' })
      const copying = beginCopy(link.member.id, point, clock.now())
      return { cursor: await this.#save(link, copying, fence), isLevel: false, wait: undefined }
    }
    const terms = { nowMs: clock.now(), delayMs: link.delayMs }
    const taken = tasks.map((task, i) => takeChanges(task, pages[i]!, terms))
    const moved = new Map(taken.map(({ position }) => [position.lane, position]))
    const positions = plan.positions.map((position) => moved.get(position.lane) ?? position)
    const next = closed({ ...cursor, positions, nextLane: plan.nextLane }, point)
    const changes = taken.flatMap((each) => each.changes)
    if (changes.length > 0) await this.#apply(link, changes, { cursor: next, fence, ...news })
    else await this.#cursors.keep(link.table, next, fence)
    const waits = taken.flatMap(({ wait }) => wait ?? [])
    return { cursor: next, isLevel: hasPassed(next, closingPoint(point)), wait: firstOf(waits) }
  }

  async #apply(
    link: ReplicaLink,
    changes: readonly IncomingChange[],
    { cursor, fence, logs, isCopy }: Application,
  ): Promise<void> {
    const { items, onApplied } = this.#dependencies
    const { table } = link
    const move = this.#cursors.move(spaceOf(link), cursor)
    const guards = [move.guard]
    const mutations = [move.mutation]
    const applied = await items.applyChanges(table, changes, { fence, guards, mutations, logs })
    move.done()
    onApplied?.(link, { changes, lost: applied.lost, isCopy })
  }

  #save(link: ReplicaLink, cursor: ReplicaCursor, fence: Fence): Promise<ReplicaCursor> {
    return this.#cursors.save(link.table, cursor, fence)
  }
}

/** How changes are applied, and what commits with them. */
interface Application {
  readonly cursor: ReplicaCursor
  readonly fence: Fence
  readonly logs: boolean
  readonly isCopy: boolean
}

const news = { logs: true, isCopy: false }

interface Taken {
  readonly cursor: ReplicaCursor
  readonly isLevel: boolean
  readonly wait: ChangeWait | undefined
}

function spaceOf({ table }: ReplicaLink): SpaceId {
  assert(table.versions !== undefined, 'a member of a global table has versions')
  return table.versions.space
}

export function linkFacts({ table, member }: ReplicaLink) {
  return { table: table.name, from: member.region, to: table.region }
}

function bounds(parts: number) {
  return {
    entriesMax: Math.ceil(replicationBatchEntriesMax / parts),
    bytesMax: Math.ceil(replicationBatchBytesMax / parts),
  }
}

/** Whether it is in another log, or in one that has been set back. */
function isForeign({ epoch, positions }: ReplicaCursor, point: SourcePoint): boolean {
  return epoch !== point.epoch || isAhead(positions, point)
}

/** With what is known of the source once its heads of an earlier moment are passed. */
function closed(cursor: ReplicaCursor, point: SourcePoint): ReplicaCursor {
  const reached = cursor.closing === undefined ? cursor : adopted(cursor)
  if (reached.closing !== undefined || !isNews(reached, point)) return reached
  return adopted({ ...reached, closing: closingPoint(point) })
}

function adopted(cursor: ReplicaCursor): ReplicaCursor {
  const { closing, ...others } = cursor
  if (closing === undefined || !hasPassed(cursor, closing)) return cursor
  const { floor, stable, nowMs } = closing
  return {
    ...others,
    closed: isLater(floor, others.closed) ? floor : others.closed,
    stable: isLater(stable, others.stable) ? stable : others.stable,
    levelAtMs: nowMs,
  }
}

function isNews(cursor: ReplicaCursor, { floor, stable }: SourcePoint): boolean {
  if (cursor.levelAtMs === undefined) return true
  return isLater(floor, cursor.closed) || isLater(stable, cursor.stable)
}

function firstOf(waits: readonly ChangeWait[]): ChangeWait | undefined {
  const held = waits.find(({ aheadMs }) => aheadMs !== undefined)
  return held ?? waits.reduce<ChangeWait | undefined>(earlier, undefined)
}

function earlier(a: ChangeWait | undefined, b: ChangeWait): ChangeWait {
  return a === undefined || b.untilMs < a.untilMs ? b : a
}

function progressOf(
  cursor: ReplicaCursor,
  point: SourcePoint,
  wait: ChangeWait | undefined,
  { nowMs, saveAtMs }: { readonly nowMs: number; readonly saveAtMs: number },
): LinkProgress {
  const { copy, levelAtMs } = cursor
  const isCopying = copy !== undefined
  const known = {
    isCopying,
    hasCaughtUp: !isCopying && levelAtMs !== undefined,
    ...(isCopying && { copiedPart: partOf(copy.after) }),
  }
  if (wait !== undefined) {
    const { untilMs: dueAtMs, aheadMs } = wait
    if (aheadMs === undefined) return { state: 'waiting', dueAtMs, ...known }
    return { state: 'held', dueAtMs, ...known, aheadMs }
  }
  if (isCopying) return { state: 'copying', dueAtMs: nowMs, ...known }
  const isLevel = hasPassed(cursor, closingPoint(point))
  if (!isLevel) return { state: 'behind', dueAtMs: nowMs, ...known }
  return { state: 'level', dueAtMs: saveAtMs, ...known }
}

/** Items are read in the order of their hashes, which are spread evenly. */
function partOf(after: string | undefined): number {
  const start = Buffer.alloc(6)
  Buffer.from(after ?? '', 'base64').copy(start)
  return start.readUIntBE(0, 6) / 2 ** 48
}

const gone: LinkProgress = {
  state: 'gone',
  dueAtMs: Infinity,
  isCopying: false,
  hasCaughtUp: false,
}

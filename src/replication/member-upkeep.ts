/**
 * What is done for a member from time to time, so that its log and its versions do not grow for ever: its
 * bound of versions is raised, what all others have read of its log is noted, and deletions that nothing can
 * undo any more are forgotten.
 *
 * Only when to look again is remembered; everything else is in the store.
 */
import type { Table } from '../catalog/table.js'
import { moveReader } from '../changes/move-reader.js'
import { replicationKind } from '../changes/reader.js'
import { raiseVersionFloor } from '../items/write/version-floor.js'
import type { Clock, TimeSource } from '../stdx/clock.js'
import type { Log } from '../stdx/log.js'
import { systemSpace, type Engine, type Mutation } from '../storage/engine.js'
import { writeFenced, type Fence } from '../storage/fence.js'
import type { MemberPlace, SourcePoint } from './change-source.js'
import type { GlobalTable, GroupMember } from './global-table.js'
import { commonPlace } from './common-place.js'
import { floorIntervalMs, floorMarginMs } from './limits.js'
import { LocalSource } from './local-source.js'
import type { MemberTables } from './member-tables.js'
import { othersThan } from './members.js'
import {
  decodeReceipt,
  decodeReplicaCursor,
  rangeOfCursors,
  rangeOfReceipts,
  readReplicaCursor,
  type ReplicaCursor,
} from './replica-cursor.js'
import { afterPage, beginSweep, newSweep, type SweepMemory } from './sweep-memory.js'
import { forgettable, sweepTombstones } from './tombstone-sweep.js'

export interface UpkeepDependencies {
  readonly engine: Engine
  readonly clock: Clock
  /** By which versions are closed: a clock that jumps ahead must not take them along. */
  readonly time: TimeSource
  readonly log: Log
  readonly tables: MemberTables
}

export interface OwnMember {
  readonly group: GlobalTable
  readonly member: GroupMember
  readonly table: Table
}

interface Memory {
  readonly dueAtMs: number
  /** The heads of the log when the bound was raised. */
  readonly raisedAt?: string
  readonly sweep: SweepMemory
}

export class MemberUpkeep {
  readonly #dependencies: UpkeepDependencies
  readonly #memory = new Map<string, Memory>()

  constructor(dependencies: UpkeepDependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves with the time at which the next step is due. */
  async step(own: OwnMember, fence: Fence): Promise<number> {
    const { engine, clock } = this.#dependencies
    const memory = this.#memory.get(own.member.id) ?? { dueAtMs: -Infinity, sweep: newSweep }
    const nowMs = clock.now()
    // A clock that went back must not keep a member waiting until it is where it was.
    if (nowMs < memory.dueAtMs && nowMs >= memory.dueAtMs - floorIntervalMs) return memory.dueAtMs
    const point = await new LocalSource({ engine, clock, table: own.table }).point()
    if (point === undefined) return nowMs + floorIntervalMs
    const heads = JSON.stringify([...point.heads])
    if (memory.raisedAt !== heads) await this.#raise(own.table, fence)
    const cursors = await this.#cursors(own, fence)
    await this.#noteRead(own, point, fence)
    const sweep = await this.#sweep(own, { memory: memory.sweep, point, cursors, heads }, fence)
    const dueAtMs = sweep.after === undefined ? nowMs + floorIntervalMs : nowMs
    this.#memory.set(own.member.id, { dueAtMs, raisedAt: heads, sweep })
    return dueAtMs
  }

  async #raise(table: Table, fence: Fence): Promise<void> {
    const { engine, clock, time } = this.#dependencies
    const ms = Math.min(clock.now(), await time.now()) - floorMarginMs
    const floor = { ms, counter: 0, region: table.region }
    await raiseVersionFloor(engine, table, floor, fence)
  }

  /** Its cursors. Those of members that have left are deleted. */
  async #cursors({ group, table }: OwnMember, fence: Fence): Promise<readonly ReplicaCursor[]> {
    const { engine } = this.#dependencies
    const { space } = table.versions!
    const [own, receipts] = await engine.read([rangeOfCursors(space), rangeOfReceipts(space)])
    const isMember = (id: string) => group.members.some((member) => member.id === id)
    const left = [
      ...own.entries.filter(({ value }) => !isMember(decodeReplicaCursor(value).memberId)),
      ...receipts.entries.filter(({ value }) => !isMember(decodeReceipt(value).memberId)),
    ]
    await writeFenced(
      engine,
      fence,
      left.map(({ key }): Mutation => ({ kind: 'delete', space: systemSpace, key })),
    )
    const cursors = own.entries.map(({ value }) => decodeReplicaCursor(value))
    return cursors.filter(({ memberId }) => isMember(memberId))
  }

  /** The log keeps nothing for its readers that all of them have read. */
  async #noteRead(own: OwnMember, { epoch, log }: SourcePoint, fence: Fence): Promise<void> {
    const { engine } = this.#dependencies
    const others = othersThan(own.group, own.member)
    const places = await Promise.all(others.map((reader) => this.#placeOf(own, reader)))
    const known = places.filter((place) => place?.epoch === epoch)
    // Who has not begun may still begin with what is there.
    if (known.length < others.length || known.length === 0) return
    const place = commonPlace(known as readonly MemberPlace[])
    await moveReader(engine, { space: log.space, kind: replicationKind }, place, fence)
  }

  async #placeOf(
    { group, member, table }: OwnMember,
    reader: GroupMember,
  ): Promise<MemberPlace | undefined> {
    const { engine, tables } = this.#dependencies
    if (reader.isElsewhere) {
      const [receipts] = await engine.read([rangeOfReceipts(table.versions!.space)])
      const all = receipts.entries.map(({ value }) => decodeReceipt(value))
      return all.find(({ memberId }) => memberId === reader.id)
    }
    const readerTable = await tables.find(group, reader)
    if (readerTable?.versions === undefined) return undefined
    return (await readReplicaCursor(engine, readerTable.versions.space, member.id))?.cursor
  }

  async #sweep(
    { group, member, table }: OwnMember,
    { memory, point, cursors, heads }: SweepState,
    fence: Fence,
  ): Promise<SweepMemory> {
    const { engine, clock, log } = this.#dependencies
    const bound = forgettable(group, member.id, point.stable, cursors)
    const begun = beginSweep(memory, { heads, boundMs: bound.ms, nowMs: clock.now() })
    if (begun === undefined) return memory
    const { after } = begun
    const swept = await sweepTombstones(engine, table, { group, bound, after, fence })
    const facts = { table: table.name, region: table.region, forgotten: swept.forgotten }
    if (swept.forgotten > 0) log.debug('versions of deleted items forgotten', facts)
    return afterPage(begun, swept, clock.now())
  }
}

interface SweepState {
  readonly memory: SweepMemory
  readonly point: SourcePoint
  readonly cursors: readonly ReplicaCursor[]
  readonly heads: string
}

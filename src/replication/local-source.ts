/** A member in this store, as other members read it: here, or in another deployment. */
import type { Table } from '../catalog/table.js'
import { decodeLog, getLog, laneHeads, readHeads } from '../changes/change-log.js'
import type { LanePosition } from '../changes/reader.js'
import { readLane, type LaneEntry } from '../changes/read-lane.js'
import type { PageBounds } from '../changes/read-log.js'
import type { IncomingChange } from '../items/write/incoming-change.js'
import { decodeVersionFloor, getVersionFloor } from '../items/write/version-floor.js'
import type { Item } from '../model/item.js'
import { compareVersions, zeroVersion, type Version } from '../model/version.js'
import { assert } from '../stdx/assert.js'
import type { Clock } from '../stdx/clock.js'
import type { Engine } from '../storage/engine.js'
import { itemKey } from '../storage/keyspace.js'
import type {
  ChangeSource,
  ReadPlace,
  SourceChange,
  SourceItems,
  SourcePoint,
} from './change-source.js'
import { decodeGlobalTable, getGlobalTable, type GlobalTable } from './global-table.js'
import {
  decodeReplicaCursor,
  putReceipt,
  rangeOfCursors,
  type ReplicaCursor,
} from './replica-cursor.js'
import { readSourceItems } from './source-items.js'

export interface LocalSourceDependencies {
  readonly engine: Engine
  readonly clock: Clock
  /** The member's table. Whatever is asked throws `GuardBroken` once its layout is another. */
  readonly table: Table
  /** The member elsewhere that reads. In this store a cursor says how far a member has read. */
  readonly readerId?: string
}

export class LocalSource implements ChangeSource {
  readonly #dependencies: LocalSourceDependencies

  constructor(dependencies: LocalSourceDependencies) {
    this.#dependencies = dependencies
  }

  async point(): Promise<SourcePoint | undefined> {
    const { engine, clock, table } = this.#dependencies
    const { changes, versions, replica } = table
    if (changes === undefined || versions === undefined || replica === undefined) return undefined
    const [record, heads, floor, cursors, group] = await engine.read(
      [
        getLog(changes.space),
        readHeads(changes.space),
        getVersionFloor(versions),
        rangeOfCursors(versions.space),
        getGlobalTable(replica.groupId),
      ],
      [table.guard],
    )
    if (record === undefined || group === undefined) return undefined
    const places = cursors.entries.map(({ value }) => decodeReplicaCursor(value))
    const own = decodeVersionFloor(floor)
    return {
      epoch: epochOf(table),
      log: decodeLog(record),
      heads: laneHeads(heads),
      floor: own,
      stable: stableVersion(decodeGlobalTable(group), replica.memberId, own, places),
      places: places
        .filter(({ copy }) => copy === undefined)
        .map(({ memberId, epoch, positions, nextLane }) => {
          return { memberId, epoch, positions, nextLane }
        }),
      nowMs: clock.now(),
    }
  }

  async changes(position: LanePosition, bounds: PageBounds): Promise<readonly SourceChange[]> {
    const { engine, table } = this.#dependencies
    assert(table.changes !== undefined, 'a member of a global table has a log')
    const page = await readLane(engine, table.changes.space, position, bounds)
    return page.map((logged) => ({ entry: logged.entry, change: incomingOf(table, logged) }))
  }

  items(after: Buffer | undefined, bounds: PageBounds): Promise<SourceItems> {
    const { engine, table } = this.#dependencies
    return readSourceItems(engine, table, after, bounds)
  }

  async acknowledge({ positions, nextLane }: ReadPlace): Promise<void> {
    const { engine, table, readerId: memberId } = this.#dependencies
    if (memberId === undefined || table.versions === undefined) return
    const receipt = { memberId, epoch: epochOf(table), positions, nextLane }
    const mutations = [putReceipt(table.versions.space, receipt)]
    await engine.transact({
      guards: [table.guard],
      reads: [],
      decide: () => ({ mutations, result: undefined }),
    })
  }
}

function epochOf({ id, changes }: Table): string {
  return `${id}/${changes?.space}`
}

/** What came from another member is not sent on: that member sends it itself. */
function incomingOf(
  { keySchema, region }: Table,
  { change }: LaneEntry,
): IncomingChange | undefined {
  const { version, after, atMs, origin, key } = change
  if (version === undefined || origin === 'replica') return undefined
  return {
    version: { ...version, region },
    key: itemKey(keySchema, JSON.parse(Buffer.from(key.json).toString('utf8')) as Item),
    item: after,
    atMs,
    origin,
  }
}

/**
 * The version up to which a member has applied everything: its own bound, and what it has read of every
 * other member, including those that it has not begun to read.
 */
export function stableVersion(
  { members }: GlobalTable,
  ownId: string,
  floor: Version,
  cursors: readonly ReplicaCursor[],
): Version {
  const closedOf = (id: string) => {
    const cursor = cursors.find(({ memberId }) => memberId === id)
    return cursor === undefined || cursor.copy !== undefined ? zeroVersion : cursor.closed
  }
  const others = members.filter(({ id }) => id !== ownId)
  return leastVersion([floor, ...others.map(({ id }) => closedOf(id))])
}

export function leastVersion(versions: readonly Version[]): Version {
  return versions.reduce((least, each) => (compareVersions(each, least) < 0 ? each : least))
}

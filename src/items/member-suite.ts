/** A member of a global table on an engine of its own, with everything that is derived from items. */
import assert from 'node:assert/strict'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { Table } from '../catalog/table.js'
import { planLanes } from '../changes/plan-lanes.js'
import { isShown, type Change } from '../changes/change-record.js'
import { readLane, readReader } from '../changes/read-lane.js'
import { replicationKind } from '../changes/reader.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import type { ReplicaSetting } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { itemKey, wholeSpace } from '../storage/keyspace.js'
import { walk } from '../storage/walk.js'
import { Items } from './items.js'
import { verifyTable } from './verify.js'
import type { AppliedCounts } from './write/apply-changes.js'
import type { IncomingChange } from './write/incoming-change.js'
import { decodeItemVersion, type ItemVersion } from './write/item-version.js'
import type { WriteAction } from './write/write.js'

const account = '000000000000'

export const memberDraft: Omit<TableDraft, 'region'> = {
  account,
  name: 'shared',
  keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'S' } },
  attributeTypes: { pk: 'S', sk: 'S', group: 'S' },
  indexes: [
    {
      kind: 'local',
      name: 'local-by-group',
      keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [{ name: 'group', type: 'S' }] },
      projection: { kind: 'keys-only' },
    },
    {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'include', attributes: ['note'] },
    },
  ],
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

export class MemberTable {
  readonly engine: Engine
  readonly region: string
  readonly clock: VirtualClock
  readonly catalog: Catalog
  readonly items: Items

  constructor(engine: Engine, region = 'us-east-1', clock = new VirtualClock()) {
    this.engine = engine
    this.region = region
    this.clock = clock
    const settings = { tableTransitionMs: 0 }
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
    this.items = new Items(engine, clock)
  }

  /** A table of its own, with a stream. */
  async create(shape: Partial<TableDraft> = {}): Promise<this> {
    const stream = { enabled: true, viewType: 'NEW_AND_OLD_IMAGES' } as const
    await this.catalog.createTable({ ...memberDraft, region: this.region, stream, ...shape })
    return this
  }

  /** … that becomes a member. */
  async createMember(shape: Partial<TableDraft> = {}): Promise<this> {
    await this.create(shape)
    await this.join()
    return this
  }

  get scope() {
    return { account, region: this.region }
  }

  table(): Promise<Table> {
    return this.catalog.requireTable(this.scope, memberDraft.name)
  }

  join(): Promise<Table> {
    const memberId = `member-${this.region}`
    const replica = { groupId: 'a-group', memberId, sinceMs: this.clock.now() }
    return this.setReplica(replica)
  }

  leave(): Promise<Table> {
    return this.setReplica(undefined)
  }

  setReplica(replica: ReplicaSetting | undefined): Promise<Table> {
    return this.catalog.changeSetting(this.scope, memberDraft.name, ({ replica: _, ...rest }) =>
      replica === undefined ? rest : { ...rest, replica },
    )
  }

  async write(action: WriteAction): Promise<void> {
    await this.items.write(await this.table(), { action, ignoresBefore: true })
  }

  put(pk: string, other: Item = {}): Promise<void> {
    const item = { ...keyOf(pk), ...other }
    return this.write({ kind: 'put', item, sizeBytes: itemSizeBytes(item) })
  }

  delete(pk: string): Promise<void> {
    return this.write({ kind: 'delete', key: keyOf(pk) })
  }

  async apply(changes: readonly IncomingChange[], logs = true): Promise<AppliedCounts> {
    const options = { fence: unfenced, mutations: [], logs }
    return this.items.applyChanges(await this.table(), changes, options)
  }

  /** All versions that are stored, by the hexadecimal key of their items. */
  async versions(): Promise<ReadonlyMap<string, ItemVersion>> {
    const { versions } = await this.table()
    const found = new Map<string, ItemVersion>()
    for await (const { key, value } of this.#entries(versions!.space)) {
      found.set(key.toString('hex'), decodeItemVersion(value))
    }
    return found
  }

  /** The log as replication reads it: all entries since the table is a member, lane by lane. */
  async logged(): Promise<readonly Change[]> {
    const { changes, replica } = await this.table()
    const named = { kind: replicationKind, beganAtMs: replica!.sinceMs, space: changes!.space }
    const { reader, log, heads } = (await readReader(this.engine, named))!
    const bounds = { entriesMax: 10_000, bytesMax: 64 * 1024 * 1024 }
    const found: Change[] = []
    for (const { position } of planLanes(reader, log, heads).tasks) {
      const entries = await readLane(this.engine, log.space, position, bounds)
      found.push(...entries.map(({ change }) => change))
    }
    return found
  }

  /** What other regions get: the changes that were made here. */
  async outgoing(): Promise<readonly IncomingChange[]> {
    const logged = await this.logged()
    return logged.flatMap(({ version, key: image, after: item, atMs, origin }) => {
      if (version === undefined) return []
      const attributes = JSON.parse(Buffer.from(image.json).toString()) as Item
      const key = itemKey(memberDraft.keySchema, attributes)
      return [{ version: { ...version, region: this.region }, key, item, atMs, origin }]
    })
  }

  async shown(): Promise<readonly Change[]> {
    return (await this.logged()).filter(isShown)
  }

  /** Everything that is stored for the table, but for its log: lists of hexadecimal text by space. */
  async contents(): Promise<readonly (readonly string[])[]> {
    const { space, derived } = await this.table()
    const all: string[][] = []
    for (const each of [space, ...derived.map((one) => one.space)]) {
      const entries: string[] = []
      for await (const { key, value } of this.#entries(each)) {
        entries.push(`${key.toString('hex')} ${value.toString('hex')}`)
      }
      all.push(entries)
    }
    return all
  }

  #entries(space: SpaceId) {
    return walk(this.engine, { space, ...wholeSpace(), entriesMax: 1000 })
  }

  async requireSound(): Promise<void> {
    const { faults } = await verifyTable(this.engine, await this.table())
    assert.deepEqual(faults, [])
  }
}

export function keyOf(pk: string): Item {
  return { pk: { S: pk }, sk: { S: 'one' } }
}

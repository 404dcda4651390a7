/** A global table in one store, with everything that replicates it, at a clock that only tests move. */
import assert from 'node:assert/strict'
import { Catalog } from '../catalog/catalog.js'
import type { TableDraft } from '../catalog/table-draft.js'
import type { DescribedTable, Table } from '../catalog/table.js'
import { Builder } from '../items/builder.js'
import { Items } from '../items/items.js'
import { verifyTable } from '../items/verify.js'
import { decodeItemVersion } from '../items/write/item-version.js'
import type { Item } from '../model/item.js'
import { itemSizeBytes } from '../model/item-size.js'
import { VirtualClock, type Clock } from '../stdx/clock.js'
import { silentLog, type Log } from '../stdx/log.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine, SpaceId } from '../storage/engine.js'
import { unfenced } from '../storage/fence.js'
import { wholeSpace } from '../storage/keyspace.js'
import { noPart } from '../storage/transaction-part.js'
import { walk } from '../storage/walk.js'
import { openTestEngine } from '../../test/support/engines.js'
import { putGlobalTable, readGlobalTable, type GlobalTable } from './global-table.js'
import { withChanged, withMember } from './members.js'
import { readReplicaCursor, type ReplicaCursor } from './replica-cursor.js'
import { assembleReplication, type Replication } from './replication.js'
import { changeControl, type ReplicationControl } from './replication-control.js'

const account = '000000000000'
const groupId = 'a-group'
const east = 'us-east-1'
const tableName = 'shared'

const draft: Omit<TableDraft, 'region'> = {
  account,
  name: tableName,
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S', group: 'S' },
  indexes: [
    {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'all' },
    },
  ],
  stream: { enabled: true, viewType: 'NEW_AND_OLD_IMAGES' },
  billing: { mode: 'on-demand', throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 } },
  deletionProtection: false,
  tags: [],
}

/** Said by the log: the message, and what is named with it. */
export type Said = readonly [message: string, facts: Readonly<Record<string, unknown>>]

export class Regions {
  readonly engine: Engine
  readonly clock: VirtualClock
  readonly said: Said[] = []
  delayMs = 0
  #clocks = new Map<string, Clock>()
  catalog!: Catalog
  items!: Items
  replication!: Replication

  constructor(engine: Engine, clock = new VirtualClock()) {
    this.engine = engine
    this.clock = clock
    this.restart()
  }

  /** Members that are there from the start, without items. */
  static async open(...regions: readonly string[]): Promise<Regions> {
    const opened = new Regions(await openTestEngine())
    await opened.begin(regions)
    return opened
  }

  async begin(regions: readonly string[]): Promise<void> {
    const nowMs = this.clock.now()
    const members = regions.map((region) => {
      const times = { addedAtMs: nowMs, stateSinceMs: nowMs }
      return { id: memberId(region), account, region, state: 'active', ...times } as const
    })
    const group = { id: groupId, tableName, consistency: 'eventual', config: 1, members } as const
    await this.putGroup({ ...group, createdAtMs: nowMs })
    for (const region of regions) {
      await this.catalog.createTable({ ...draft, region, replica: this.#replica(region) })
    }
    await this.settle()
  }

  #replica(region: string) {
    return { groupId, memberId: memberId(region), sinceMs: this.clock.now() }
  }

  /** Forgets everything that is not stored, as a process does that is killed. */
  restart(): void {
    const { engine, clock } = this
    const settings = { tableTransitionMs: 0 }
    const tell = (message: string, facts = {}) => void this.said.push([message, facts])
    const log: Log = { ...silentLog, warn: tell, error: tell }
    this.catalog = new Catalog({ engine, clock, random: systemRandom, settings })
    this.items = new Items(engine, clock)
    const { catalog, items, delayMs } = this
    this.replication = assembleReplication({ engine, catalog, items, clock, log, delayMs })
  }

  /** Writes of a region go by this clock. */
  setClock(region: string, clock: Clock): void {
    this.#clocks.set(region, clock)
  }

  table(region: string): Promise<DescribedTable> {
    return this.catalog.requireTable({ account, region }, tableName)
  }

  async group(): Promise<GlobalTable> {
    return (await readGlobalTable(this.engine, groupId))!
  }

  async putGroup(group: GlobalTable): Promise<void> {
    const mutations = [putGlobalTable(group)]
    await this.engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }

  async control(control: Omit<ReplicationControl, 'groupId'>): Promise<void> {
    const mutations = [changeControl({ groupId, ...control })]
    await this.engine.transact({ reads: [], decide: () => ({ mutations, result: undefined }) })
  }

  async put(region: string, pk: string, other: Item = {}): Promise<void> {
    const item = { pk: { S: pk }, at: { S: region }, ...other }
    const action = { kind: 'put', item, sizeBytes: itemSizeBytes(item) } as const
    await this.#itemsOf(region).write(await this.table(region), { action })
  }

  /** Items `item-0`, `item-1` and so on. */
  async putMany(region: string, count: number, other: Item = {}): Promise<void> {
    const names = Array.from({ length: count }, (_, i) => `item-${i}`)
    await Promise.all(names.map((pk) => this.put(region, pk, other)))
  }

  async delete(region: string, pk: string): Promise<void> {
    const action = { kind: 'delete', key: { pk: { S: pk } } } as const
    await this.#itemsOf(region).write(await this.table(region), { action })
  }

  #itemsOf(region: string): Items {
    const clock = this.#clocks.get(region)
    return clock === undefined ? this.items : new Items(this.engine, clock)
  }

  /** One step of the job; resolves with when the next is due. */
  step(): Promise<number> {
    return this.replication.job.step(unfenced, new AbortController().signal)
  }

  /** As often as there is something to do at this moment. */
  async settle(): Promise<void> {
    this.replication.job.look()
    for (let steps = 0; steps < 1000; steps++) {
      if ((await this.step()) > this.clock.now()) return
    }
    assert.fail('replication comes to an end')
  }

  /** Lets time pass, as long as what is done from time to time takes. */
  async pass(durationMs: number, stepMs = 5_000): Promise<void> {
    for (let passed = 0; passed < durationMs; passed += stepMs) {
      this.clock.advance(stepMs)
      await this.settle()
    }
  }

  async contents(region: string): Promise<Readonly<Record<string, string>>> {
    const { space } = await this.table(region)
    const found: Record<string, string> = {}
    for await (const { value } of this.#entries(space)) {
      const item = JSON.parse(value.subarray(9).toString()) as Record<string, { S: string }>
      found[item['pk']!.S] = `${item['at']?.S}${item['n'] === undefined ? '' : ` ${item['n'].S}`}`
    }
    return found
  }

  /** How many versions of deleted items are left. */
  async tombstones(region: string): Promise<number> {
    const { versions } = await this.table(region)
    let count = 0
    for await (const { value } of this.#entries(versions!.space)) {
      if (decodeItemVersion(value).isDeleted) count++
    }
    return count
  }

  #entries(space: SpaceId) {
    return walk(this.engine, { space, ...wholeSpace(), entriesMax: 1000 })
  }

  async cursor(to: string, from: string): Promise<ReplicaCursor | undefined> {
    const { versions } = await this.table(to)
    return (await readReplicaCursor(this.engine, versions!.space, memberId(from)))?.cursor
  }

  /** All members have the same items, and all that is derived from them. */
  async requireEqual(): Promise<Readonly<Record<string, string>>> {
    const { members } = await this.group()
    const [first, ...others] = await Promise.all(members.map(({ region }) => this.contents(region)))
    for (const other of others) assert.deepEqual(other, first)
    for (const { region } of members) {
      assert.deepEqual((await verifyTable(this.engine, await this.table(region))).faults, [])
    }
    return first!
  }

  /** Adds a member whose table is there and empty. */
  async add(region: string, sourceRegion = east): Promise<Table> {
    const nowMs = this.clock.now()
    const id = memberId(region)
    const times = { addedAtMs: nowMs, stateSinceMs: nowMs }
    const filling = { kind: 'replica', jobId: groupId } as const
    const wanted = { ...draft, region, replica: this.#replica(region) }
    const table = await this.catalog.filled.insert({ draft: wanted, filling, beside: noPart })
    const member = { id, account, region, sourceRegion, state: 'filling', ...times } as const
    await this.putGroup(withMember(await this.group(), member))
    return table
  }

  async fillStep(region: string) {
    const group = await this.group()
    const member = group.members.find((each) => each.region === region)!
    return this.replication.filler.step(group, member, unfenced)
  }

  /** Fills it to the end and puts it into service; `between` is called between two steps. */
  async fill(region: string, between: Between = async () => undefined) {
    let kind = 'copying'
    for (let step = 0; kind !== 'caught-up'; step++) {
      assert.ok(step < 1000, 'a copy comes to an end')
      kind = (await this.fillStep(region)).kind
      await between(step, kind)
    }
    const { catalog, items, clock } = this
    const none = { mutations: [], fence: unfenced }
    await catalog.filled.completeItems(await this.table(region), none)
    const builder = new Builder({ catalog, items, clock, log: silentLog })
    const ref = { account, region, name: tableName }
    while ((await builder.step(ref, unfenced)) < Infinity);
    await catalog.filled.finish(await this.table(region), none)
    const group = await this.group()
    const member = group.members.find((each) => each.region === region)!
    await this.putGroup(withChanged(group, member, { state: 'active' }))
  }
}

type Between = (step: number, kind: string) => Promise<void>

function memberId(region: string): string {
  return `member-${region}`
}

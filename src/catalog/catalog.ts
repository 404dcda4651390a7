/**
 * Which tables exist, and how they are created, changed and deleted.
 *
 * Definitions are cached, and the cache is never trusted: a caller passes a table's guard to the
 * storage, and on `GuardBroken` it calls `forget` and looks the table up again. Every change is one
 * storage transaction, so two servers never disagree about a table.
 *
 * Guards cover layouts, not settings. So only functions that read or write the record return
 * settings (`DescribedTable`), and what comes from the cache is a `Table` without them.
 */
import type { SettlementTimes } from '../changes/settle-changes.js'
import type { Scope } from '../model/arn.js'
import { tableNotFound } from '../model/errors.js'
import {
  accountUnitsPerSecondMax,
  itemCollectionBytesMax,
  tableNameLengthMax,
  tableUnitsPerSecondMax,
} from '../model/limits.js'
import type { TableDefinition } from '../model/table.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import { AccessStamp } from '../storage/access-stamp.js'
import type { Engine } from '../storage/engine.js'
import { GuardBroken } from '../storage/errors.js'
import { unfenced, type Fence } from '../storage/fence.js'
import type { BesideDefinition } from '../storage/table-keys.js'
import { beginDeletion } from './delete-table.js'
import type { Derived } from './derived.js'
import { FilledTables } from './filled-tables.js'
import { finishBuild } from './finish-build.js'
import { finishTransitions } from './finish-transitions.js'
import { insertTable } from './insert-table.js'
import { isUnseen, servesItems, stateOf } from './life-cycle.js'
import { readTableNames, walkTables, type TableNamesPage } from './list-tables.js'
import {
  changeLayout,
  redefineTable,
  type LayoutPart,
  type Redefinition,
} from './redefine-table.js'
import { sumReservedUnits } from './reserved-units.js'
import { firstPolicy, type NewResourcePolicy } from './resource-policy-record.js'
import { requireRoom, type CapacityQuotas, type CapacityRoom } from './rules/capacity-quotas.js'
import type { UpdateMoment } from './rules/update-moment.js'
import type { DefinitionDraft } from './settle-derived.js'
import { SharedTables } from './shared-tables.js'
import { tableOf, type DescribedTable, type Table } from './table.js'
import { TableCache } from './table-cache.js'
import { TableHolds } from './table-holds.js'
import type { TableDraft } from './table-draft.js'
import { readTotals, type TableTotals } from './table-totals.js'
import {
  decodeTableRecord,
  getTableRecord,
  settledRecord,
  type RefusedTable,
  type TableRecord,
} from './table-record.js'
import { settingsBefore, updateJobOf } from './update-job.js'

export interface CatalogSettings {
  /** How long a table stays CREATING, UPDATING or DELETING. AWS takes seconds; 0 means no time. */
  readonly tableTransitionMs: number
  /** Default: AWS's. */
  readonly quotas?: CapacityQuotas
  /** How long a table waits between two changes of its protection. Default 0; AWS: 15 seconds. */
  readonly protectionIntervalMs?: number
  /** What a collection may have in tables that are counted from now on. Default: AWS's. */
  readonly itemCollectionBytesMax?: number
}

const usualQuotas: CapacityQuotas = {
  tableUnitsMax: tableUnitsPerSecondMax,
  accountUnitsMax: accountUnitsPerSecondMax,
}

export interface CatalogDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly settings: CatalogSettings
  /** The server's only one; left out where nothing is authorised. */
  readonly access?: AccessStamp
  /** Called with a table that has something to build. */
  readonly onBuild?: (table: Table) => void
  /**
   * Called for each table that needs what this server does not know, whenever all tables are
   * visited.
   */
  readonly onRefused?: (refused: RefusedTable) => void
  /** Called with the settings of a table whenever they were read or changed here. */
  readonly onSettings?: (table: DescribedTable) => void
}

export interface UpdateOptions {
  readonly besideDefinition?: readonly BesideDefinition[]
  /** Whether throughput may be added, so that it has to be known how much the account has. */
  readonly mayProvision?: boolean
}

export interface SettingOptions {
  /** What is written with it if the layout changes. */
  readonly beside?: LayoutPart
  /** Records that change with it in any case. */
  readonly besideDefinition?: readonly BesideDefinition[]
}

export class Catalog {
  readonly #engine: Engine
  readonly #clock: Clock
  readonly #random: Random
  readonly #settings: CatalogSettings
  readonly #access: AccessStamp
  readonly #onBuild: (table: Table) => void
  readonly #onRefused: (refused: RefusedTable) => void
  readonly #onSettings: ((table: DescribedTable) => void) | undefined
  readonly #cache = new TableCache()
  readonly #holds = new TableHolds()
  /** Tables that jobs fill. */
  readonly filled: FilledTables
  /** Tables of several regions that have the same items. */
  readonly shared: SharedTables
  readonly quotas: CapacityQuotas

  constructor(dependencies: CatalogDependencies) {
    const { engine, clock, random, settings, onBuild, onRefused } = dependencies
    const access = dependencies.access ?? new AccessStamp(engine, random)
    this.#engine = engine
    this.#clock = clock
    this.#random = random
    this.#settings = settings
    this.quotas = settings.quotas ?? usualQuotas
    this.#access = access
    this.#onBuild = onBuild ?? (() => undefined)
    this.#onRefused = onRefused ?? (() => undefined)
    this.#onSettings = dependencies.onSettings
    this.filled = new FilledTables({ engine, clock, random, access, onBuild: this.#onBuild })
    const { tableTransitionMs } = settings
    const forget = (scope: Scope, tableName: string) => this.#cache.drop(scope, tableName)
    this.shared = new SharedTables({ engine, clock, random, access, tableTransitionMs, forget })
  }

  /** A table whose items can be read and written. It may be stale: use it with its guard. */
  async findTable(scope: Scope, tableName: string): Promise<Table | undefined> {
    const table = this.tableAtHand(scope, tableName)
    return table ?? this.#inService(await this.loadTable(scope, tableName))
  }

  /** Like `findTable`, but only if nothing has to be read for it. */
  tableAtHand(scope: Scope, tableName: string): Table | undefined {
    return this.#inService(this.#cache.find(scope, tableName))
  }

  #inService(table: DescribedTable | undefined): Table | undefined {
    if (table?.transition === undefined) return table
    return servesItems(stateOf(table, this.#clock.now())) ? table : undefined
  }

  /** What this server knows of a table's settings. Nothing guards them: whoever uses them limits their age. */
  settingsAtHand(table: Table): DescribedTable | undefined {
    const found = this.#cache.find(table, table.name)
    return found?.id === table.id ? found : undefined
  }

  /** The tables as they are now; undefined for those that are gone. What is cached stays as it is. */
  async readTables(tables: readonly Table[]): Promise<readonly (DescribedTable | undefined)[]> {
    const reads = tables.map((table) => getTableRecord(table, table.name))
    const records = await this.#engine.read(reads)
    return records.map((bytes, i) => {
      const table = bytes && tableOf(decodeTableRecord(bytes))
      return table?.id === tables[i]!.id ? table : undefined
    })
  }

  /** The current definition of a table in any state, read from the storage. */
  async loadTable(scope: Scope, tableName: string): Promise<DescribedTable | undefined> {
    // A statement may contain any name, and one that is too long for a table does not fit into a
    // key.
    if (tableName.length > tableNameLengthMax) return undefined
    const [bytes] = await this.#engine.read([getTableRecord(scope, tableName)])
    if (bytes === undefined) return undefined
    const record = decodeTableRecord(bytes)
    if (stateOf(record.definition, this.#clock.now()) === 'gone') return undefined
    return this.#remember(record)
  }

  /** Like `loadTable`, but throws if the table does not exist. */
  async requireTable(scope: Scope, tableName: string): Promise<DescribedTable> {
    const table = await this.loadTable(scope, tableName)
    if (table === undefined) throw tableNotFound(tableName)
    return table
  }

  /** Like `requireTable`, for operations to which a table that is being restored or added does not exist. */
  async requireRestored(scope: Scope, tableName: string): Promise<DescribedTable> {
    const table = await this.requireTable(scope, tableName)
    if (isUnseen(table)) throw tableNotFound(tableName)
    return table
  }

  /** Whether a table is still what the storage says it is. */
  async isCurrent(table: Table): Promise<boolean> {
    try {
      await this.#engine.read([], [table.guard])
      return true
    } catch (error) {
      if (error instanceof GuardBroken) return false
      throw error
    }
  }

  /** Drops a definition that turned out to be stale. */
  forget(table: Table): void {
    this.#cache.drop(table, table.name)
  }

  /**
   * Lets a request that is overtaken by changes again and again use its tables first: changes by this
   * server wait a moment, until the returned function is called.
   */
  holdChanges(tables: readonly Table[]): () => void {
    return this.#holds.begin(tables)
  }

  totals(table: Table): Promise<TableTotals> {
    return readTotals(this.#engine, table)
  }

  listTables(scope: Scope, after: string | undefined, max: number): Promise<TableNamesPage> {
    return readTableNames(this.#engine, { scope, after, max, nowMs: this.#clock.now() })
  }

  /** Every table of every account and region, in any state, except those that are refused. */
  async *allTables(): AsyncGenerator<DescribedTable> {
    for await (const decoded of walkTables(this.#engine)) {
      if (decoded.kind === 'known') yield tableOf(decoded.record)
      else this.#onRefused(decoded)
    }
  }

  /** `policy` comes into force with the table. */
  async createTable(draft: TableDraft, policy?: NewResourcePolicy): Promise<DescribedTable> {
    const times = this.#times()
    const id = this.#random.uuid()
    const renewal = this.#access.renewal()
    const beside = policy && firstPolicy({ ...draft, tableName: draft.name }, id, policy, times)
    const room = await this.#roomIn(draft, draft.billing.mode === 'provisioned')
    const admit = () => requireRoom(undefined, draft, room)
    const table = { draft, id, renewal, beside, admit, ...times }
    const created = await this.#access.changing(() => insertTable(this.#engine, table))
    this.#remember(settledRecord(created, times.nowMs))
    return tableOf(created)
  }

  /** The tables of the account are only read if something may be added to what they have. */
  async #roomIn(scope: Scope, mayAdd: boolean): Promise<CapacityRoom> {
    const { account, region } = scope
    const reserved = mayAdd ? await sumReservedUnits(this.#engine, { account, region }) : undefined
    return { quotas: this.quotas, reserved }
  }

  /**
   * Changes a table. If that takes its time, the table is UPDATING for a while. `change` is pure and may run
   * again; it must refuse what is not allowed while the table is UPDATING. Indexes that it adds are
   * built in the background, and those that it leaves out are dropped at once.
   */
  async updateTable(
    scope: Scope,
    tableName: string,
    change: (definition: TableDefinition, moment: UpdateMoment) => DefinitionDraft,
    { besideDefinition, mayProvision = false }: UpdateOptions = {},
  ): Promise<DescribedTable> {
    const room = await this.#roomIn(scope, mayProvision)
    const { nowMs, doneAtMs } = this.#times()
    const { protectionIntervalMs } = this.#settings
    const wanted = (before: TableDefinition) => {
      const after = change(before, { nowMs, doneAtMs, room, protectionIntervalMs })
      const job = updateJobOf(before, after)
      if (job === undefined) return after
      const kind = 'updating' as const
      const times = { startedAtMs: nowMs, doneAtMs }
      return { ...after, transition: { kind, ...times, job, before: settingsBefore(job, before) } }
    }
    return this.#redefine({ scope, tableName, nowMs, doneAtMs, wanted, besideDefinition })
  }

  /**
   * Changes a setting that leaves the table ACTIVE or UPDATING, such as its tags; `doneAtMs` is when
   * the change ends.
   */
  async changeSetting(
    scope: Scope,
    tableName: string,
    change: (definition: TableDefinition, nowMs: number, doneAtMs: number) => TableDefinition,
    { beside, besideDefinition }: SettingOptions = {},
  ): Promise<DescribedTable> {
    const { nowMs, doneAtMs } = this.#times()
    const wanted = (before: TableDefinition) => change(before, nowMs, doneAtMs)
    const others = { beside, besideDefinition }
    return this.#redefine({ scope, tableName, nowMs, doneAtMs: nowMs, wanted, ...others })
  }

  async #redefine(wanted: Omit<Redefinition, 'renewal'>): Promise<DescribedTable> {
    const redefinition = { ...wanted, renewal: this.#access.renewal() }
    await this.#holds.pass(redefinition.scope, redefinition.tableName)
    const change = () => redefineTable(this.#engine, redefinition)
    const record = await this.#access.changing(change)
    this.#announce(settledRecord(record, redefinition.nowMs))
    return tableOf(record)
  }

  #announce(record: TableRecord): void {
    const table = this.#remember(record)
    if (table.building.length > 0) this.#onBuild(table)
  }

  /** Puts derived data that covers every item into service. */
  async finishBuild(table: Table, built: Derived, fence: Fence = unfenced): Promise<void> {
    await this.#holds.pass(table, table.name)
    this.#remember(await finishBuild(this.#engine, table, built, fence))
  }

  /**
   * A migration, for time to live that was enabled by a version without lists of items by expiry.
   * Settling the same definition once more adds the list.
   */
  async addMissingExpiryList({ account, region, name }: Table): Promise<void> {
    const nowMs = this.#clock.now()
    const target = { scope: { account, region }, tableName: name }
    const wanted = (before: TableDefinition) => before
    const renewal = this.#access.renewal()
    const same = { ...target, nowMs, doneAtMs: nowMs, wanted, renewal }
    this.#announce(settledRecord(await changeLayout(this.#engine, same), nowMs))
  }

  /** Counts the item collections of a table from now on. */
  async countCollections({ account, region, name }: Table): Promise<void> {
    const bytesMax = this.#settings.itemCollectionBytesMax ?? itemCollectionBytesMax
    const nowMs = this.#clock.now()
    const wanted = (before: TableDefinition) => {
      return {
        ...before,
        collections: before.collections ?? { kind: 'collections', bytesMax },
      } as const
    }
    const renewal = this.#access.renewal()
    const target = { scope: { account, region }, tableName: name }
    const counted = { ...target, nowMs, doneAtMs: nowMs, wanted, renewal }
    this.#announce(settledRecord(await changeLayout(this.#engine, counted), nowMs))
  }

  /** `check` throws to keep the table. It runs in the transaction that deletes the table. */
  async deleteTable(
    scope: Scope,
    tableName: string,
    check: (definition: TableDefinition) => void,
    besideDefinition: readonly BesideDefinition[] = [],
  ): Promise<DescribedTable> {
    const renewal = this.#access.renewal()
    const deletion = { scope, tableName, check, besideDefinition, renewal, ...this.#times() }
    await this.#holds.pass(scope, tableName)
    const deleted = await this.#access.changing(() => beginDeletion(this.#engine, deletion))
    this.#cache.drop(scope, tableName)
    return tableOf(deleted)
  }

  /** Frees tables that are gone, and removes from the others what is over. */
  finishTransitions(fence: Fence = unfenced): Promise<void> {
    const nowMs = this.#clock.now()
    const end = { engine: this.#engine, access: this.#access, nowMs, fence }
    return finishTransitions(end, walkTables(this.#engine))
  }

  #remember(record: TableRecord): DescribedTable {
    const table = tableOf(record)
    this.#cache.keep(table)
    this.#onSettings?.(table)
    return table
  }

  /** Now, and when a change that starts now is done. */
  #times(): SettlementTimes {
    const nowMs = this.#clock.now()
    return { nowMs, doneAtMs: nowMs + this.#settings.tableTransitionMs }
  }
}

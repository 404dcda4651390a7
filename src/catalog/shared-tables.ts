/** Tables of several regions that have the same items: how they come into being and end. */
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { Random } from '../stdx/random.js'
import type { AccessStamp } from '../storage/access-stamp.js'
import type { Engine } from '../storage/engine.js'
import { shareItems, type ItemSharing } from './share-table.js'
import { tableOf, type DescribedTable } from './table.js'
import type { TableRecord } from './table-record.js'
import { unshareItems, type SharingEnd } from './unshare-table.js'

export interface SharedTablesDependencies {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly access: AccessStamp
  /** How long a table stays CREATING, UPDATING or DELETING. */
  readonly tableTransitionMs: number
  /** Drops what is known of a table. */
  readonly forget: (scope: Scope, tableName: string) => void
}

type WithoutTimes<T> = Omit<T, 'nowMs' | 'doneAtMs' | 'renewal'>

export class SharedTables {
  readonly #dependencies: SharedTablesDependencies

  constructor(dependencies: SharedTablesDependencies) {
    this.#dependencies = dependencies
  }

  /** A name that nothing else has: of a table, of a member. */
  newId(): string {
    return this.#dependencies.random.uuid()
  }

  /** Lets tables that come into being in other regions have the items of one that is there. */
  begin(sharing: WithoutTimes<ItemSharing>): Promise<DescribedTable> {
    const { engine } = this.#dependencies
    const regions = sharing.others.map(({ region }) => region)
    const all = { ...sharing, ...this.#times() }
    return this.#change(sharing, regions, () => shareItems(engine, all))
  }

  /** Leaves the items to one table, and deletes the others. */
  end(end: WithoutTimes<SharingEnd>): Promise<DescribedTable> {
    const { engine } = this.#dependencies
    const all = { ...end, ...this.#times() }
    return this.#change(end, end.others, () => unshareItems(engine, all))
  }

  async #change(
    { scope, tableName }: Pick<SharingEnd, 'scope' | 'tableName'>,
    regions: readonly string[],
    change: () => Promise<TableRecord>,
  ): Promise<DescribedTable> {
    const { access, forget } = this.#dependencies
    const record = await access.changing(change)
    for (const region of [scope.region, ...regions]) forget({ ...scope, region }, tableName)
    return tableOf(record)
  }

  #times() {
    const { clock, access, tableTransitionMs } = this.#dependencies
    const nowMs = clock.now()
    return { nowMs, doneAtMs: nowMs + tableTransitionMs, renewal: access.renewal() }
  }
}

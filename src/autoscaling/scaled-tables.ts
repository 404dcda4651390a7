/** The throughput of tables and global indexes, as auto scaling sees and changes it. */
import type { Catalog } from '../catalog/catalog.js'
import { stateOf } from '../catalog/life-cycle.js'
import type { Scope } from '../model/arn.js'
import type { Clock } from '../stdx/clock.js'
import type { ScaledResource } from './scaled-resource.js'

export interface NewThroughput extends Scope {
  readonly tableName: string
  readonly indexName?: string
  readonly readUnits: number
  readonly writeUnits: number
}

/** Changes it as any client would, so that every rule applies. Throws a service error if one is broken. */
export type SetThroughput = (wanted: NewThroughput) => Promise<void>

export interface ProvisionedNow {
  /** Undefined if the table is on demand. */
  readonly units: number | undefined
  /** Whether a change is under way: another one would be refused. */
  readonly isBusy: boolean
}

export class ScaledTables {
  readonly #catalog: Catalog
  readonly #clock: Clock
  readonly #setThroughput: SetThroughput

  constructor(catalog: Catalog, clock: Clock, setThroughput: SetThroughput) {
    this.#catalog = catalog
    this.#clock = clock
    this.#setThroughput = setThroughput
  }

  /** Undefined if there is no such table or index. */
  async find(scope: Scope, resource: ScaledResource): Promise<ProvisionedNow | undefined> {
    const both = await this.#unitsOf(scope, resource)
    if (both === undefined) return undefined
    const { isOnDemand, isBusy } = both
    return { units: isOnDemand ? undefined : both[resource.kind], isBusy }
  }

  async set(scope: Scope, resource: ScaledResource, units: number): Promise<void> {
    const { tableName, indexName, kind } = resource
    const now = await this.#unitsOf(scope, resource)
    const { account, region } = scope
    await this.#setThroughput({
      account,
      region,
      tableName,
      ...(indexName !== undefined && { indexName }),
      readUnits: kind === 'read' ? units : (now?.read ?? units),
      writeUnits: kind === 'write' ? units : (now?.write ?? units),
    })
  }

  async #unitsOf(scope: Scope, { tableName, indexName }: ScaledResource) {
    const table = await this.#catalog.loadTable(scope, tableName)
    if (table === undefined) return undefined
    const index = table.indexes.find(({ name, kind }) => name === indexName && kind === 'global')
    if (indexName !== undefined && index === undefined) return undefined
    const { readUnits, writeUnits } = index?.throughput ?? table.billing.throughput
    return {
      read: readUnits,
      write: writeUnits,
      isOnDemand: table.billing.mode === 'on-demand',
      isBusy: stateOf(table, this.#clock.now()) !== 'active' || index?.build !== undefined,
    }
  }
}

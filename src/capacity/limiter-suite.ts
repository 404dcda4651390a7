/** A limiter on a virtual clock, and tables for it. */
import type { DescribedTable } from '../catalog/table.js'
import type { Touch } from '../items/work.js'
import { tableUnitsPerSecondMax } from '../model/limits.js'
import type {
  IndexDefinition,
  OnDemandThroughput,
  TableSettings,
  WarmThroughput,
} from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import type { Demand, ThrottleEvent } from './demand.js'
import { Limiter, type LimiterDependencies } from './limiter.js'
import type { ThrottledKind } from './throttling-reason.js'

export interface IndexOptions {
  readonly name: string
  readonly kind?: 'local' | 'global'
  readonly units?: number
  readonly onDemandThroughput?: OnDemandThroughput
}

export interface TableOptions {
  /** Of reads and of writes; on-demand without. */
  readonly units?: number
  readonly tag?: string
  readonly warmThroughput?: WarmThroughput
  readonly onDemandThroughput?: OnDemandThroughput
  readonly indexes?: readonly IndexOptions[]
}

function throughputOf(units = 0) {
  return { readUnits: units, writeUnits: units, decreasesToday: 0 }
}

/** As much of a table as the limiter looks at. */
export function limitedTable(options: TableOptions, id = 'one'): DescribedTable {
  const { units, tag, indexes = [], ...rest } = options
  const mode = units === undefined ? 'on-demand' : 'provisioned'
  const settings: TableSettings = {
    billing: { mode, throughput: throughputOf(units) },
    tags: tag === undefined ? [] : [{ key: 'gramme:throttle', value: tag }],
    deletionProtection: false,
    ...rest,
  }
  const scope = { account: '000000000000', region: 'us-east-1' }
  const layout = { ...scope, id, name: id, indexes: indexes.map(indexOf) }
  return { ...layout, ...settings } as unknown as DescribedTable
}

function indexOf({ name, kind = 'global', units, ...rest }: IndexOptions): IndexDefinition {
  const throughput = units === undefined ? undefined : throughputOf(units)
  return { name, kind, throughput, ...rest } as unknown as IndexDefinition
}

/** A table and its limiter, as requests use them. */
export class LimitedTable {
  readonly clock: VirtualClock
  readonly limiter: Limiter
  readonly events: ThrottleEvent[] = []
  #table: DescribedTable

  constructor(options: TableOptions, rest: Partial<LimiterDependencies> = {}) {
    this.clock = new VirtualClock()
    this.#table = limitedTable(options)
    this.limiter = new Limiter({
      clock: this.clock,
      isOn: true,
      tableUnitsMax: tableUnitsPerSecondMax,
      settingsOf: () => this.#table,
      onThrottled: (event) => this.events.push(event),
      ...rest,
    })
  }

  /** Changes the settings. */
  set(options: TableOptions): void {
    this.#table = limitedTable(options)
    this.limiter.settle(this.#table)
  }

  /** Why a request would be refused. */
  refusal(kind: ThrottledKind, indexName?: string, partition?: number) {
    return this.limiter.refusalOf(this.demand(kind, () => partition, indexName))
  }

  demand(kind: ThrottledKind, partition: Demand['partition'], indexName?: string): Demand {
    return { table: this.#table, indexName, kind, partition }
  }

  charge(kind: ThrottledKind, units: number, indexName?: string, partition?: number): void {
    const bytes = units * (kind === 'read' ? 4096 : 1024)
    const touch: Touch = {
      table: this.#table,
      indexName,
      kind,
      consistency: 'strong',
      partition,
      bytes,
    }
    this.limiter.charge([touch])
  }

  /** A request of some units; whether it was admitted. */
  request(kind: ThrottledKind, units = 1, indexName?: string, partition?: number): boolean {
    if (this.refusal(kind, indexName, partition) !== undefined) return false
    this.charge(kind, units, indexName, partition)
    return true
  }

  /** Requests of a unit each, steadily over some seconds; how many of them were admitted. */
  load(kind: ThrottledKind, perSecond: number, seconds: number, partition?: number): number {
    let admitted = 0
    for (let i = 0; i < perSecond * seconds; i++) {
      if (this.request(kind, 1, undefined, partition)) admitted++
      this.clock.advance(1000 / perSecond)
    }
    return admitted
  }
}

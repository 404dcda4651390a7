/**
 * The meters of one table in the present minute, found without making a name for each request. They are
 * made when they are first used, so a series has a point only if something happened.
 */
import type { ServiceOperation } from '../../api/service.js'
import type { Table } from '../../catalog/table.js'
import type { Touch } from '../../items/work.js'
import type { Meter } from '../../metrics/meter.js'
import type { MinuteMeters } from '../../metrics/meters.js'
import { unreachable } from '../../stdx/assert.js'
import { resourceValues, seriesNamed } from './series-names.js'

/** What a table or a global index has used. */
class ResourceSlots {
  readonly #meters: MinuteMeters
  readonly #table: Table
  readonly #indexName: string | undefined
  #read: Meter | undefined
  #write: Meter | undefined

  constructor(meters: MinuteMeters, table: Table, indexName: string | undefined) {
    this.#meters = meters
    this.#table = table
    this.#indexName = indexName
  }

  used(kind: Touch['kind']): Meter {
    switch (kind) {
      case 'read':
        return (this.#read ??= this.#consumed('ConsumedReadCapacityUnits'))
      case 'write':
        return (this.#write ??= this.#consumedByWrites())
      case 'vector-search':
        return (this.#read ??= this.#vectorBytes('VectorSearchRequestBytes'))
      case 'vector-write':
        return (this.#write ??= this.#vectorBytes('VectorWriteRequestBytes'))
      default:
        return unreachable(kind)
    }
  }

  /** Only of vector indexes, which use nothing else. */
  #vectorBytes(metric: string): Meter {
    const values = { TableName: this.#table.name, VectorIndexName: this.#indexName! }
    return this.#meters.meter(seriesNamed(this.#table, metric, values), 'Bytes')
  }

  #consumed(metric: string): Meter {
    const values = resourceValues(this.#table.name, this.#indexName)
    return this.#meters.meter(seriesNamed(this.#table, metric, values), 'Count')
  }

  /** AWS: what clients write to a table is shown once more, with its source. */
  #consumedByWrites(): Meter {
    const meter = this.#consumed('ConsumedWriteCapacityUnits')
    if (this.#indexName !== undefined) return meter
    const values = { TableName: this.#table.name, Source: 'Customer' }
    const id = seriesNamed(this.#table, 'ConsumedWriteCapacityUnits', values)
    this.#meters.show(id, 'Count', meter)
    return meter
  }
}

export interface OperationSlots {
  readonly latency: Meter
  /** Only of operations that return items by the page. */
  readonly returned: Meter | undefined
}

export class TableSlots {
  readonly #meters: MinuteMeters
  readonly #table: Table
  readonly #own: ResourceSlots
  readonly #indexes = new Map<string, ResourceSlots>()
  readonly #operations = new Map<ServiceOperation, OperationSlots>()

  constructor(meters: MinuteMeters, table: Table) {
    this.#meters = meters
    this.#table = table
    this.#own = new ResourceSlots(meters, table, undefined)
  }

  used({ indexName, kind }: Touch): Meter {
    return indexName === undefined ? this.#own.used(kind) : this.#index(indexName).used(kind)
  }

  operation(definition: ServiceOperation): OperationSlots {
    return this.#operations.get(definition) ?? this.#addOperation(definition)
  }

  /** AWS: work on local indexes is the table's. */
  #index(name: string): ResourceSlots {
    const known = this.#indexes.get(name)
    if (known !== undefined) return known
    const isLocal = this.#table.indexes.some((each) => each.name === name && each.kind === 'local')
    const slots = isLocal ? this.#own : new ResourceSlots(this.#meters, this.#table, name)
    this.#indexes.set(name, slots)
    return slots
  }

  #addOperation(definition: ServiceOperation): OperationSlots {
    const { name } = definition
    const values = { TableName: this.#table.name, Operation: name }
    const latency = seriesNamed(this.#table, 'SuccessfulRequestLatency', values)
    const returned = seriesNamed(this.#table, 'ReturnedItemCount', values)
    const slots = {
      latency: this.#meters.meter(latency, 'Milliseconds', true),
      returned: returnsPages.has(name) ? this.#meters.meter(returned, 'Count', true) : undefined,
    }
    this.#operations.set(definition, slots)
    return slots
  }
}

const returnsPages: ReadonlySet<string> = new Set(['Query', 'Scan', 'ExecuteStatement'])

/** What requests for items are about to use. */
import type { Demand } from '../../capacity/demand.js'
import type { ThrottledKind } from '../../capacity/throttling-reason.js'
import { unitsOf } from '../../capacity/units.js'
import type { Table } from '../../catalog/table.js'
import type { Touch } from '../../items/work.js'
import { typeOf, type AttributeValue } from '../../model/attribute-value.js'
import type { Item } from '../../model/item.js'
import type { KeyAttribute } from '../../model/key-schema.js'
import type { IndexDefinition } from '../../model/table.js'
import { indexPartition, tablePartition } from '../../storage/keyspace.js'
import { partitionNumber } from '../../storage/partition-hash.js'
import { valuesIn, type ValuesOf } from '../access.js'

export class ItemDemand implements Demand {
  readonly table: Table
  readonly kind: ThrottledKind
  readonly #index: IndexDefinition | undefined
  /** For whoever wants to know which keys were asked for. */
  readonly valuesOf: ValuesOf

  constructor(table: Table, kind: ThrottledKind, valuesOf: ValuesOf, indexName?: string) {
    this.table = table
    this.kind = kind
    this.valuesOf = valuesOf
    this.#index = indexName === undefined ? undefined : globalIndex(table, indexName)
  }

  get indexName(): string | undefined {
    return this.#index?.name
  }

  partition(): number | undefined {
    const { keySchema } = this.table
    const attributes = this.#index?.keySchema.partition ?? [keySchema.partition]
    const key = this.#onlyKey(attributes)
    if (key === undefined) return undefined
    const hash =
      this.#index === undefined
        ? tablePartition(keySchema, key)
        : indexPartition(this.#index.keySchema, key)
    return partitionNumber(hash)
  }

  /** Undefined if the request does not name one value for each attribute, or one of another type. */
  #onlyKey(attributes: readonly KeyAttribute[]): Item | undefined {
    const entries: [string, AttributeValue][] = []
    for (const { name, type } of attributes) {
      const values = this.valuesOf(name)
      const [only] = values ?? []
      if (values?.length !== 1 || only === undefined || typeOf(only) !== type) return undefined
      entries.push([name, only])
    }
    return Object.fromEntries(entries)
  }
}

/** A part of a batch, which comes after other parts. */
class PartDemand extends ItemDemand {
  constructor(
    table: Table,
    kind: ThrottledKind,
    key: Item,
    readonly ahead: number,
  ) {
    super(table, kind, valuesIn([key]))
  }
}

/** A part of a batch. Of its bytes, those that are known before it runs. */
export interface BatchPart extends Pick<Touch, 'table' | 'consistency' | 'bytes'> {
  readonly key: Item
}

/** AWS: the parts of a batch are admitted one after another, so those at its end may have to wait. */
export function batchDemands(kind: ThrottledKind, parts: readonly BatchPart[]): readonly Demand[] {
  const ahead = new Map<number, number>()
  return parts.map(({ table, key, consistency, bytes }) => {
    const before = ahead.get(table.space) ?? 0
    ahead.set(table.space, before + unitsOf({ kind, consistency, bytes }))
    return new PartDemand(table, kind, key, before)
  })
}

/** AWS: a local index has no capacity of its own. */
function globalIndex({ indexes }: Table, indexName: string): IndexDefinition | undefined {
  return indexes.find(({ name, kind }) => name === indexName && kind === 'global')
}

/** Consumed capacity and the sizes of item collections on the wire of DAX. */
import type {
  Capacity,
  ConsumedCapacity,
  ItemCollectionMetrics,
} from '../../api/generated/dynamodb-types.js'
import type { KeySchema } from '../../model/key-schema.js'
import { attributeOf } from '../../model/item.js'
import { CborDouble, type CborMap, type CborValue } from '../cbor/cbor-value.js'
import { CborWriter, encodeCbor } from '../cbor/encode-cbor.js'
import { writeValue } from './attribute-values.js'
import { plainItem } from './stream-items.js'

type ByIndex = Readonly<Record<string, Capacity>>

/** Of all operations but transactions: bytes that hold the name, the total, and the parts. */
export function simpleCapacity(consumed: ConsumedCapacity): Buffer {
  const parts: readonly CborValue[] = [
    consumed.TableName ?? '',
    consumed.CapacityUnits ?? 0,
    consumed.Table?.CapacityUnits ?? null,
    unitsByIndex(consumed.GlobalSecondaryIndexes),
    unitsByIndex(consumed.LocalSecondaryIndexes),
  ]
  return Buffer.concat(parts.map(encodeCbor))
}

function unitsByIndex(indexes: ByIndex | undefined): CborMap | null {
  if (indexes === undefined) return null
  return new Map(Object.entries(indexes).map(([name, each]) => [name, each.CapacityUnits ?? 0]))
}

/** Of transactions: a map by number. */
export function extendedCapacity(consumed: ConsumedCapacity): CborMap {
  const map = new Map<CborValue, CborValue>(unitsOf(consumed))
  if (consumed.TableName !== undefined) map.set(4, consumed.TableName)
  if (consumed.Table !== undefined) map.set(5, unitsOf(consumed.Table))
  setIndexes(map, 6, consumed.GlobalSecondaryIndexes)
  setIndexes(map, 7, consumed.LocalSecondaryIndexes)
  return map
}

function setIndexes(
  map: Map<CborValue, CborValue>,
  key: number,
  indexes: ByIndex | undefined,
): void {
  if (indexes === undefined) return
  map.set(key, new Map(Object.entries(indexes).map(([name, each]) => [name, unitsOf(each)])))
}

function unitsOf({ CapacityUnits, ReadCapacityUnits, WriteCapacityUnits }: Capacity): CborMap {
  const units = [CapacityUnits, ReadCapacityUnits, WriteCapacityUnits]
  return new Map(
    units.map((each, i) => [i + 1, each] as const).filter(([, each]) => each !== undefined),
  )
}

/** Bytes that hold the partition key, and the least and most gigabytes, which have to be floats. */
export function collectionMetrics(schema: KeySchema, metrics: ItemCollectionMetrics): Buffer {
  const key = attributeOf(plainItem(metrics.ItemCollectionKey ?? {}), schema.partition.name)
  const writer = new CborWriter()
  if (key === undefined) writer.value(null)
  else writeValue(writer, key)
  const [lower = 0, upper = 0] = metrics.SizeEstimateRangeGB ?? []
  writer.value(new CborDouble(lower))
  writer.value(new CborDouble(upper))
  return writer.written()
}

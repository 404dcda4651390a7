/**
 * The keyword arguments of a method of DAX: a map by number, or null. What a client sends as a flag, an index or a name
 * becomes what the operations call it. Keywords that are not known are ignored, as clients of other languages may
 * send more than is documented.
 */
import type {
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
  ReturnValue,
  Select,
} from '../../api/generated/dynamodb-types.js'
import type { CborValue } from '../cbor/cbor-value.js'
import { malformed, requireBytes, requireMap } from './malformed.js'

export const keywords = {
  projection: 0,
  consistentRead: 2,
  consumedCapacity: 3,
  condition: 4,
  collectionMetrics: 6,
  returnValues: 7,
  update: 8,
  startKey: 9,
  filter: 10,
  indexName: 11,
  limit: 13,
  forward: 14,
  select: 15,
  segment: 16,
  totalSegments: 17,
  token: 19,
} as const

const capacities: readonly ReturnConsumedCapacity[] = ['NONE', 'TOTAL', 'INDEXES']
const metrics: readonly ReturnItemCollectionMetrics[] = ['NONE', 'SIZE']
const returned: readonly ReturnValue[] = [
  ...(['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'] as const),
]
const selects: readonly Select[] = [
  ...(['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'COUNT', 'SPECIFIC_ATTRIBUTES'] as const),
]

export class Keywords {
  readonly #given: ReadonlyMap<CborValue, CborValue>

  constructor(given: CborValue) {
    this.#given = given === null ? new Map() : requireMap(given, 'the keyword arguments')
  }

  /** Undefined if it is not given, or null. */
  get(keyword: number): CborValue {
    return this.#given.get(keyword) ?? undefined
  }

  bytes(keyword: number): Buffer | undefined {
    const value = this.get(keyword)
    return value === undefined ? undefined : requireBytes(value, `keyword ${keyword}`)
  }

  /** Members that an input has only if they are given. */
  get consistentRead(): { readonly ConsistentRead?: boolean } {
    const value = this.get(keywords.consistentRead)
    return value === undefined ? {} : { ConsistentRead: flag(value) }
  }

  get consumedCapacity(): { readonly ReturnConsumedCapacity?: ReturnConsumedCapacity } {
    const wanted = oneOf(capacities, this.get(keywords.consumedCapacity))
    return wanted === undefined ? {} : { ReturnConsumedCapacity: wanted }
  }

  get collectionMetrics(): { readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics } {
    const wanted = oneOf(metrics, this.get(keywords.collectionMetrics))
    return wanted === undefined ? {} : { ReturnItemCollectionMetrics: wanted }
  }

  get returnValues(): { readonly ReturnValues?: ReturnValue } {
    const wanted = oneOf(returned, this.get(keywords.returnValues), 1)
    return wanted === undefined ? {} : { ReturnValues: wanted }
  }

  get select(): { readonly Select?: Select } {
    const wanted = oneOf(selects, this.get(keywords.select), 1)
    return wanted === undefined ? {} : { Select: wanted }
  }

  get forward(): { readonly ScanIndexForward?: boolean } {
    const value = this.get(keywords.forward)
    return value === undefined ? {} : { ScanIndexForward: flag(value) }
  }

  whole(keyword: number): number | undefined {
    const value = this.get(keyword)
    if (value === undefined) return undefined
    if (typeof value !== 'number') throw malformed(`keyword ${keyword} must be a number`)
    return value
  }
}

/** Some methods send booleans, and others numbers. */
export function flag(value: CborValue): boolean {
  return value === true || value === 1
}

/** One of several names, by number. */
export function oneOf<T>(names: readonly T[], value: CborValue, first = 0): T | undefined {
  if (value === undefined) return undefined
  const name = typeof value === 'number' ? names[value - first] : undefined
  if (name === undefined) throw malformed('a keyword has a value that stands for nothing')
  return name
}

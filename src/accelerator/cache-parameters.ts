/** The parameters of DAX: how long the two caches keep what they have. */

/** How long entries are kept, in milliseconds. */
export interface CacheTimes {
  /** Of the item cache. AWS: zero keeps items until they are written or evicted. */
  readonly recordTtlMs: number
  /** Of the query cache. AWS: zero keeps nothing. */
  readonly queryTtlMs: number
}

export const defaultCacheTimes: CacheTimes = { recordTtlMs: 300_000, queryTtlMs: 300_000 }

export interface CacheParameter {
  readonly name: string
  readonly member: keyof CacheTimes
  readonly description: string
}

/** In the order of their names; AWS's descriptions. */
export const cacheParameters: readonly CacheParameter[] = [
  {
    name: 'query-ttl-millis',
    member: 'queryTtlMs',
    description: 'Duration in milliseconds for queries to remain cached',
  },
  {
    name: 'record-ttl-millis',
    member: 'recordTtlMs',
    description:
      'Duration in milliseconds for records to remain valid in cache (Default: 0 = infinite)',
  },
]

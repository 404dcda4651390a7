/** What AWS measures of a cluster of DAX, as far as a process can mean it, under its names. */
import {
  acceleratedOperations,
  type AcceleratedOperation,
  type DaxCounters,
} from '../../accelerator/dax-counters.js'
import type { Unit } from '../../metrics/series.js'

export interface DaxFigure {
  readonly metric: string
  readonly unit: Unit
  of(counters: DaxCounters): number
}

const count = (metric: string, of: DaxFigure['of']): DaxFigure => ({ metric, unit: 'Count', of })

/** AWS: those of transactions are called differently. */
export function requestMetric(operation: AcceleratedOperation): string {
  return operation.startsWith('Transact') ? `${operation}Count` : `${operation}RequestCount`
}

/** They only grow: a point is what has come to them. */
export const growingFigures: readonly DaxFigure[] = [
  count('ItemCacheHits', ({ itemHits }) => itemHits),
  count('ItemCacheMisses', ({ itemMisses }) => itemMisses),
  count('QueryCacheHits', ({ queryHits }) => queryHits),
  count('QueryCacheMisses', ({ queryMisses }) => queryMisses),
  count('ScanCacheHits', ({ scanHits }) => scanHits),
  count('ScanCacheMisses', ({ scanMisses }) => scanMisses),
  ...acceleratedOperations.map((operation) =>
    count(requestMetric(operation), ({ requests }) => requests[operation]),
  ),
  count('TotalRequestCount', ({ requests }) =>
    acceleratedOperations.reduce((sum, operation) => sum + requests[operation], 0),
  ),
  count('ErrorRequestCount', ({ errors }) => errors),
  count('FaultRequestCount', ({ faults }) => faults),
  count('FailedRequestCount', ({ errors, faults }) => errors + faults),
  count('ThrottledRequestCount', ({ throttled }) => throttled),
  { metric: 'EvictedSize', unit: 'Bytes', of: ({ evictedBytes }) => evictedBytes },
]

/** A point is what they are. */
export const standingFigures: readonly DaxFigure[] = [
  count('ClientConnections', ({ connections }) => connections),
  { metric: 'EstimatedDbSize', unit: 'Bytes', of: ({ cachedBytes }) => cachedBytes },
]

export const memoryUtilization = 'CacheMemoryUtilization'
export const requestLatency = 'SuccessfulRequestLatency'

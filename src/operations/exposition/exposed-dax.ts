/** The series of DAX where counters are scraped. Those of clusters and nodes repeat those of their account. */
import { acceleratedOperations } from '../../accelerator/dax-counters.js'
import type { Labels } from '../../metrics/metric-sink.js'
import type { SeriesId } from '../../metrics/series.js'
import { requestLatency, requestMetric } from '../metering/dax-figures.js'
import { daxNamespace, ownDaxNamespace } from '../metering/series-names.js'

interface ExposedDax {
  readonly family: string
  readonly labels: Labels
}

const hits = (cache: string): ExposedDax => ({
  family: 'gramme_dax_cache_hits_total',
  labels: { cache },
})
const misses = (cache: string): ExposedDax => ({
  family: 'gramme_dax_cache_misses_total',
  labels: { cache },
})
const failures = (fault: string): ExposedDax => ({
  family: 'gramme_dax_failed_requests_total',
  labels: { fault },
})

const byMetric: ReadonlyMap<string, ExposedDax> = new Map([
  ['ItemCacheHits', hits('item')],
  ['ItemCacheMisses', misses('item')],
  ['QueryCacheHits', hits('query')],
  ['QueryCacheMisses', misses('query')],
  ['ScanCacheHits', hits('scan')],
  ['ScanCacheMisses', misses('scan')],
  ['EvictedSize', { family: 'gramme_dax_evicted_bytes_total', labels: {} }],
  ['ErrorRequestCount', failures('client')],
  ['FaultRequestCount', failures('server')],
  ['ThrottledRequestCount', { family: 'gramme_dax_throttled_requests_total', labels: {} }],
  ...acceleratedOperations.map(
    (operation) =>
      [
        requestMetric(operation),
        { family: 'gramme_dax_requests_total', labels: { operation } },
      ] as const,
  ),
])

export function exposedDax({ namespace, metric, dimensions }: SeriesId): ExposedDax | undefined {
  const [dimension] = dimensions
  if (namespace === daxNamespace) return dimension === undefined ? byMetric.get(metric) : undefined
  if (namespace !== ownDaxNamespace || metric !== requestLatency) return undefined
  const labels = { operation: dimension?.value ?? '' }
  return { family: 'gramme_dax_request_duration_seconds', labels }
}

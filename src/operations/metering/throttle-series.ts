/** The series that a throttle event counts in: that of its kind, and that of its kind and reason. */
import type { ThrottleEvent } from '../../capacity/demand.js'
import type { ThrottlingCause } from '../../capacity/throttling-reason.js'
import type { SeriesId } from '../../metrics/series.js'
import { resourceValues, seriesNamed, wouldBeNamespace } from './series-names.js'

const limits: Readonly<Record<ThrottlingCause, string>> = {
  ProvisionedThroughputExceeded: 'ProvisionedThroughput',
  KeyRangeThroughputExceeded: 'KeyRangeThroughput',
  MaxOnDemandThroughputExceeded: 'MaxOnDemandThroughput',
  AccountLimitExceeded: 'AccountLimit',
}

export function throttleSeries(event: ThrottleEvent): readonly SeriesId[] {
  const { table, indexName, kind, cause, refused } = event
  const side = kind === 'read' ? 'Read' : 'Write'
  const values = resourceValues(table.name, indexName)
  return [`${side}ThrottleEvents`, `${side}${limits[cause]}ThrottleEvents`].map((metric) => {
    const id = seriesNamed(table, metric, values)
    return refused ? id : { ...id, namespace: wouldBeNamespace }
  })
}

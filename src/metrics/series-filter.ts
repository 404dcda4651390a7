import type { SeriesFilter } from './metric-reader.js'
import type { SeriesId } from './series.js'

export function matchesFilter(id: SeriesId, filter: SeriesFilter): boolean {
  const { namespace, metric, dimensions = [] } = filter
  return (
    (namespace === undefined || id.namespace === namespace) &&
    (metric === undefined || id.metric === metric) &&
    dimensions.every(({ name, value }) =>
      id.dimensions.some((own) => own.name === name && (value ?? own.value) === own.value),
    )
  )
}

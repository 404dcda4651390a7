/** For a server that records nothing. */
import type { MetricReader } from './metric-reader.js'

export const noMetrics: MetricReader = {
  read: async () => [],
  list: async () => [],
}

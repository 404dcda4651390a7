/** What is shown of the supervisor's own process, beside those of its workers. */
import { ShownMetricsSink, type ShownMetric } from './shown-metrics.js'

/** Loaded when somebody looks. */
export async function supervisorMetrics(): Promise<readonly ShownMetric[]> {
  const { processGauges } = await import('../process-facts.js')
  const sink = new ShownMetricsSink()
  for (const { name, type, help, value } of processGauges()) {
    sink.sample(name, { type, help }, { labels: { worker: 'supervisor' }, value })
  }
  return sink.all
}

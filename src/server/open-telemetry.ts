/** Traces and metrics for a collector, if the server was given one. */
import type { MetricSink } from '../metrics/metric-sink.js'
import type { Log } from '../stdx/log.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import { findTelemetryPackageFault } from '../telemetry/telemetry-packages.js'
import { CannotStart } from './cannot-start.js'
import type { Settings } from './options.js'
import { readVersion } from './version.js'

/** Throws `CannotStart` if a collector was named and the packages to reach it are not installed. */
export function requireTelemetryPackages({ otlpEndpoint }: Settings): void {
  const fault = otlpEndpoint === undefined ? undefined : findTelemetryPackageFault()
  if (fault !== undefined) throw new CannotStart(fault, undefined)
}

/** Nothing of it is loaded without a collector. */
export async function openTelemetry(
  { otlpEndpoint: endpoint }: Settings,
  showMetrics: ((sink: MetricSink) => Promise<void>) | undefined,
  log: Log,
): Promise<Telemetry | undefined> {
  if (endpoint === undefined) return undefined
  const { startTelemetry } = await import('../telemetry/telemetry.js')
  return startTelemetry({ endpoint, version: readVersion(), showMetrics, log })
}

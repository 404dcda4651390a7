/** The packages of OpenTelemetry. They are optional: only servers that are traced need them, and load them. */
import { packagesFault, loadDependencyOf } from '../stdx/optional-package.js'
import type * as Core from '@opentelemetry/core'
import type * as Resources from '@opentelemetry/resources'

/** With the versions that are known to work together. */
const packages = {
  '@opentelemetry/api': '1.9',
  '@opentelemetry/sdk-trace-base': '2',
  '@opentelemetry/sdk-metrics': '2',
  '@opentelemetry/exporter-trace-otlp-proto': '0.223',
  '@opentelemetry/exporter-metrics-otlp-proto': '0.223',
}

/** Why nothing can be sent; undefined if all packages are installed. Loads nothing. */
export function findTelemetryPackageFault(from?: string): string | undefined {
  return packagesFault(packages, 'OpenTelemetry needs', from)
}

export async function loadTelemetry() {
  const [api, trace, metrics, traceExporter, metricExporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/exporter-metrics-otlp-proto'),
  ])
  const core = loadDependencyOf('@opentelemetry/sdk-metrics', '@opentelemetry/core') as typeof Core
  const resources = loadDependencyOf(
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/resources',
  ) as typeof Resources
  return { api, trace, metrics, core, resources, ...traceExporter, ...metricExporter }
}

export type TelemetryPackages = Awaited<ReturnType<typeof loadTelemetry>>

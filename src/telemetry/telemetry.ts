/**
 * Traces and metrics, sent to a collector by OTLP. Requests never wait for it: spans go into a queue with a limit,
 * and what cannot be sent is dropped, with a word in the log. The environment's `OTEL_…` variables are read by
 * OpenTelemetry's own packages.
 */
import type { ExportResult } from '@opentelemetry/core'
import type { RequestTracer } from '../operations/tracing.js'
import type { MetricSink } from '../metrics/metric-sink.js'
import type { Log } from '../stdx/log.js'
import { exportMsMax, metricsExportIntervalMs, telemetryStopMsMax } from './limits.js'
import { MetricDataSink } from './metric-data.js'
import { RequestSpans } from './request-spans.js'
import { loadTelemetry, type TelemetryPackages } from './telemetry-packages.js'

export interface TelemetryParts {
  /** Of the collector; the paths of traces and metrics are added to it. */
  readonly endpoint: string
  readonly version: string
  /** Undefined if nothing is measured. */
  readonly showMetrics: ((sink: MetricSink) => Promise<void>) | undefined
  readonly log: Log
}

export interface Telemetry {
  readonly tracer: RequestTracer
  /** Sends what is left, within a limit of time. Never rejects. */
  stop(): Promise<void>
}

export async function startTelemetry(parts: TelemetryParts): Promise<Telemetry> {
  const packages = await loadTelemetry()
  const resource = resourceOf(packages, parts)
  const traces = startTraces(packages, resource, parts)
  const metrics = startMetrics(packages, resource, parts)
  return {
    tracer: new RequestSpans(packages, traces.getTracer('gramme', parts.version)),
    async stop() {
      const sent = Promise.allSettled([traces.shutdown(), metrics?.shutdown()])
      await Promise.race([sent, elapsed(telemetryStopMsMax)])
    },
  }
}

type Resource = ReturnType<TelemetryPackages['resources']['defaultResource']>

/** What the environment says wins. */
function resourceOf({ resources }: TelemetryPackages, { version }: TelemetryParts): Resource {
  const own = { 'service.name': 'gramme', 'service.version': version }
  const { detectResources, envDetector, serviceInstanceIdDetector } = resources
  const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })
  return resources.defaultResource().merge(resources.resourceFromAttributes(own)).merge(detected)
}

function startTraces(packages: TelemetryPackages, resource: Resource, parts: TelemetryParts) {
  const { BasicTracerProvider, BatchSpanProcessor } = packages.trace
  const exporter = new packages.OTLPTraceExporter(configOf(packages, parts, 'v1/traces'))
  tellFailures(exporter, 'traces', parts.log)
  return new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
}

function startMetrics(packages: TelemetryPackages, resource: Resource, parts: TelemetryParts) {
  const { showMetrics, version, log } = parts
  if (showMetrics === undefined) return undefined
  const { core, metrics } = packages
  const exporter = new packages.OTLPMetricExporter(configOf(packages, parts, 'v1/metrics'))
  tellFailures(exporter, 'metrics', log)
  const startTime = core.hrTime()
  const exportIntervalMillis = intervalMs(packages)
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportMs(packages), exportIntervalMillis),
  })
  reader.setMetricProducer({
    async collect() {
      const sink = new MetricDataSink(packages, startTime, core.hrTime())
      await showMetrics(sink)
      const scopeMetrics = [{ scope: { name: 'gramme', version }, metrics: sink.all() }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  })
  return reader
}

function intervalMs({ core }: TelemetryPackages): number {
  return positiveOr(core.getNumberFromEnv('OTEL_METRIC_EXPORT_INTERVAL'), metricsExportIntervalMs)
}

function exportMs({ core }: TelemetryPackages): number {
  return positiveOr(core.getNumberFromEnv('OTEL_EXPORTER_OTLP_TIMEOUT'), exportMsMax)
}

function positiveOr(asked: number | undefined, usual: number): number {
  return asked !== undefined && asked > 0 ? asked : usual
}

function configOf(packages: TelemetryPackages, { endpoint }: TelemetryParts, path: string) {
  const url = `${endpoint.replace(/\/+$/, '')}/${path}`
  return { url, timeoutMillis: exportMs(packages) }
}

interface Exporter<T> {
  export(things: T, done: (result: ExportResult) => void): void
}

/** Says once that nothing arrives, and once that it does again. */
function tellFailures<T>(exporter: Exporter<T>, what: string, log: Log): void {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (things, done) => {
    send(things, (result) => {
      const { error } = result
      if (error !== undefined && !isFailing) {
        log.warn(`${what} could not be sent`, { error: String(error) })
      } else if (error === undefined && isFailing) log.warn(`${what} are sent again`)
      isFailing = error !== undefined
      done(result)
    })
  }
}

function elapsed(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs).unref()
  })
}

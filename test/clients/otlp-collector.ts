/** A collector that others wrote: Elastic's mock of one, which takes OTLP over HTTP and decodes it with OpenTelemetry's own messages. */
import { createRequire } from 'node:module'
import { installPackage } from '../differential/peers/install.js'

const packageName = '@elastic/mockotlpserver'
const packageVersion = '0.10.0'

export interface ReceivedSpan {
  readonly name: string
  readonly kind: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
  readonly status?: { readonly code?: string }
}

export interface OtlpCollector {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** The last metrics that came, by name: the value, or the count of a histogram, by attributes. */
  metrics(): ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly headers: readonly Readonly<Record<string, string>>[]
  /** Everything that came, as text. */
  text(): string
  close(): Promise<void>
}

/** Attributes as Prometheus writes labels. */
export type AttributeText = string

interface MockPackage {
  readonly MockOtlpServer: new (options: object) => {
    readonly httpUrl: string
    start(): Promise<void>
    close(): Promise<void>
  }
  normalizeTrace(trace: unknown): TraceRequest
  normalizeMetrics(metrics: unknown): MetricsRequest
}

type Attributes = Readonly<Record<string, unknown>>

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ReceivedSpan, 'resource'>[] }[]
  }[]
}

interface Point {
  readonly attributes?: Attributes
  readonly asDouble?: number
  readonly count?: number | string
}

interface MetricsRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[]
  }[]
}

type ReceivedMetric = { readonly name: string } & {
  readonly [Kind in 'sum' | 'gauge' | 'histogram']?: { readonly dataPoints: readonly Point[] }
}

export async function startCollector(folder: string): Promise<OtlpCollector> {
  const require = createRequire(import.meta.url)
  const mock = require(installPackage(folder, packageName, packageVersion)) as MockPackage
  const spans: ReceivedSpan[] = []
  const requests: unknown[] = []
  const headers: Record<string, string>[] = []
  let last: MetricsRequest | undefined
  const server = new mock.MockOtlpServer({
    services: ['http'],
    httpHostname: '127.0.0.1',
    httpPort: 0,
    logLevel: 'error',
    onRequest: (request: { headers: Record<string, string> }) => headers.push(request.headers),
    onTrace(trace: unknown) {
      requests.push(trace)
      spans.push(...spansOf(mock.normalizeTrace(trace)))
    },
    onMetrics(metrics: unknown) {
      requests.push(metrics)
      last = mock.normalizeMetrics(metrics)
    },
  })
  await server.start()
  return {
    url: server.httpUrl,
    spans,
    headers,
    metrics: () => (last === undefined ? new Map() : valuesOf(last)),
    text: () => JSON.stringify(requests),
    close: () => server.close(),
  }
}

function spansOf({ resourceSpans }: TraceRequest): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, resource: resource.attributes })),
    ),
  )
}

function valuesOf({ resourceMetrics }: MetricsRequest): Map<string, Map<AttributeText, number>> {
  const all = resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics),
  )
  return new Map(all.map((metric) => [metric.name, pointsOf(metric)]))
}

function pointsOf({ sum, gauge, histogram }: ReceivedMetric): Map<AttributeText, number> {
  const points = (sum ?? gauge ?? histogram)?.dataPoints ?? []
  return new Map(
    points.map(({ attributes = {}, asDouble, count }) => [
      attributeText(attributes),
      asDouble ?? Number(count),
    ]),
  )
}

function attributeText(attributes: Attributes): AttributeText {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${String(value)}"`)
    .sort()
    .join(',')
}

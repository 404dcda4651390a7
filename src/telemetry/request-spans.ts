/**
 * A span for each request, as a server has them: it continues the trace of its client, which W3C's headers
 * name, and is described by the conventions for RPC and for DynamoDB.
 */
import type { Attributes, Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api'
import type { ServiceOperation } from '../api/service.js'
import type { ServiceError } from '../model/errors.js'
import type { CallFacts, RequestSpan, RequestTracer, TracedRequest } from '../operations/tracing.js'
import type { TelemetryPackages } from './telemetry-packages.js'

export class RequestSpans implements RequestTracer {
  readonly #api: TelemetryPackages['api']
  readonly #tracer: Tracer
  readonly #propagator: TextMapPropagator

  constructor({ api, core }: TelemetryPackages, tracer: Tracer) {
    this.#api = api
    this.#tracer = tracer
    this.#propagator = new core.W3CTraceContextPropagator()
  }

  begin(request: TracedRequest): RequestSpan | undefined {
    const { method } = request
    const { SpanKind } = this.#api
    const attributes = { 'http.request.method': method }
    const options = { kind: SpanKind.SERVER, attributes }
    const span = this.#tracer.startSpan(method, options, this.#parentOf(request))
    return span.isRecording() ? new DescribedSpan(span, this.#api) : undefined
  }

  #parentOf({ headers }: TracedRequest): Context {
    const { ROOT_CONTEXT, defaultTextMapGetter } = this.#api
    return this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
  }
}

class DescribedSpan implements RequestSpan {
  readonly #span: Span
  readonly #api: TelemetryPackages['api']

  constructor(span: Span, api: TelemetryPackages['api']) {
    this.#span = span
    this.#api = api
  }

  called(operation: ServiceOperation, requestId: string): void {
    const { name, service } = operation
    this.#span.updateName(`${service.name}.${name}`)
    this.#span.setAttributes({ ...callAttributes(operation), 'aws.request_id': requestId })
  }

  ran({ tableNames, consumedCapacity }: CallFacts): void {
    const [collection] = tableNames
    if (collection === undefined) return
    this.#span.setAttributes({
      'aws.dynamodb.table_names': [...tableNames],
      ...(tableNames.length === 1 && { 'db.collection.name': collection }),
      ...(consumedCapacity.length > 0 && {
        'aws.dynamodb.consumed_capacity': [...consumedCapacity],
      }),
    })
  }

  failed({ type }: ServiceError, requestId: string): void {
    this.#span.setAttributes({ 'error.type': type, 'aws.request_id': requestId })
  }

  /** A server has not failed where its client has. */
  end(status: number): void {
    this.#span.setAttribute('http.response.status_code', status)
    if (status >= 500) this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR })
    this.#span.end()
  }
}

/** Under older names and newer ones, since programs that show traces know either. */
function callAttributes({ name, service }: ServiceOperation): Attributes {
  const call = {
    'rpc.system': 'aws-api',
    'rpc.system.name': 'aws-api',
    'rpc.service': service.name,
    'rpc.method': name,
  }
  if (!service.id.startsWith('dynamodb')) return call
  return {
    ...call,
    'db.system': 'dynamodb',
    'db.system.name': 'aws.dynamodb',
    'db.operation.name': name,
  }
}

/** Spans as OpenTelemetry's own packages record them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { requireServiceOperation } from '../api/services.js'
import { internalServerError, validation } from '../model/errors.js'
import type { RequestSpan } from '../operations/tracing.js'
import { RequestSpans } from './request-spans.js'
import { loadTelemetry } from './telemetry-packages.js'

const packages = await loadTelemetry()
const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'
const getItem = requireServiceOperation('dynamodb.GetItem')

function recording() {
  const { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } = packages.trace
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const spans = new RequestSpans(packages, provider.getTracer('test'))
  const begin = (headers: Record<string, string> = {}): RequestSpan | undefined =>
    spans.begin({ method: 'POST', headers })
  return { begin, ended: () => exporter.getFinishedSpans() }
}

describe('spans of requests', () => {
  const check = (name: string, traceparent: string, expected: string | undefined) => {
    it(name, () => {
      const { begin, ended } = recording()
      begin({ traceparent })?.end(200)
      const [span] = ended()
      assert.equal(span?.parentSpanContext?.spanId, expected)
      if (expected !== undefined) assert.equal(span?.spanContext().traceId, trace)
      else assert.notEqual(span?.spanContext().traceId, trace)
    })
  }

  check('continue the trace of the client', `00-${trace}-${parent}-01`, parent)
  check('begin a trace if there is none', '', undefined)
  check(
    'begin one if what the client sends is none',
    `00-${trace}-${parent.slice(1)}-01`,
    undefined,
  )
  check('begin one if it is of no trace', `00-${'0'.repeat(32)}-${parent}-01`, undefined)

  it('are not recorded if the client records nothing', () => {
    const { begin, ended } = recording()
    assert.equal(begin({ traceparent: `00-${trace}-${parent}-00` }), undefined)
    assert.deepEqual(ended(), [])
  })

  it('tell what was called, and what it was about', () => {
    const { begin, ended } = recording()
    const span = begin()
    span?.called(getItem, 'ID')
    span?.ran({ tableNames: ['A', 'B'], consumedCapacity: ['{}'] })
    span?.end(200)
    const [{ name, attributes, status }] = ended() as [ReadableSpan]
    assert.equal(name, 'DynamoDB.GetItem')
    assert.deepEqual(attributes['aws.dynamodb.table_names'], ['A', 'B'])
    assert.equal(attributes['db.collection.name'], undefined)
    assert.equal(attributes['aws.request_id'], 'ID')
    assert.equal(status.code, packages.api.SpanStatusCode.UNSET)
  })

  it('of other services are about no database', () => {
    const { begin, ended } = recording()
    const span = begin()
    span?.called(requireServiceOperation('sts.GetCallerIdentity'), 'ID')
    span?.end(200)
    assert.equal(ended()[0]?.name, 'STS.GetCallerIdentity')
    assert.equal(ended()[0]?.attributes['db.system'], undefined)
  })

  for (const [error, status, code] of [
    [validation('no'), 400, packages.api.SpanStatusCode.UNSET],
    [internalServerError(), 500, packages.api.SpanStatusCode.ERROR],
  ] as const) {
    it(`tell ${error.type} by its type alone`, () => {
      const { begin, ended } = recording()
      const span = begin()
      span?.failed(error, 'ID')
      span?.end(status)
      assert.equal(ended()[0]?.attributes['error.type'], error.type)
      assert.deepEqual(ended()[0]?.status, { code })
    })
  }
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GrammeOptions } from '../server/gramme-options.js'
import { withUsualCollector } from './usual-collector.js'

const address = 'http://collector:4318'
const usual = { OTEL_EXPORTER_OTLP_ENDPOINT: address }

describe('the usual collector', () => {
  const check = (name: string, environment: object, expected: GrammeOptions | RegExp) => {
    it(name, () => {
      const { options, warning } = withUsualCollector({}, { ...environment })
      if (!(expected instanceof RegExp))
        return assert.deepEqual([options, warning], [expected, undefined])
      assert.deepEqual(options, {})
      assert.match(warning ?? '', expected)
    })
  }

  check('is used if the variable names one', usual, { otlpEndpoint: address })
  check('is not there without the variable', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, {})
  check('is not used if telemetry is off', { ...usual, OTEL_SDK_DISABLED: 'true' }, {})
  check(
    'may be named twice',
    { ...usual, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
    { otlpEndpoint: address },
  )
  check(
    'speaks no gRPC',
    { ...usual, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT has no effect: .* http\/protobuf, not by grpc\.$/,
  )
  check(
    'has an address',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    /must be .*, not 'collector:4317'/,
  )

  it('is not the one that an option names', () => {
    const own = { otlpEndpoint: 'http://other:4318' }
    assert.deepEqual(withUsualCollector(own, usual), { options: own })
  })

  it('needs packages, and a server starts without them', () => {
    const { options, warning } = withUsualCollector({}, usual, '/nowhere/at/all.js')
    assert.deepEqual(options, {})
    assert.match(
      warning ?? '',
      /not installed; run npm install @opentelemetry\/api@1\.9 @.* @.* @.* @\S+\.$/,
    )
  })
})

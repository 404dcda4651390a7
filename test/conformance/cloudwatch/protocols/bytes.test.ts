/** CloudWatch's answers as bytes: numbers, times, empty lists and errors in each protocol. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { decodeCbor } from '../../../../src/wire/cbor/decode-cbor.js'
import { CborTag, epochTag } from '../../../../src/wire/cbor/cbor-value.js'
import { encodeCbor } from '../../../../src/wire/cbor/encode-cbor.js'
import { testCredentials } from '../../../support/client.js'
import {
  dynamodbSeries,
  metricsNowMs,
  minuteMs,
  startCloudwatch,
} from '../../../support/cloudwatch.js'
import { exchange, type Exchange } from '../../../support/http.js'
import { signedHeaders } from '../../../support/sign.js'

const { url, metrics } = await startCloudwatch()
const atMs = metricsNowMs - minuteMs
metrics.add(dynamodbSeries('UserErrors', {}), atMs, [40, 1])
const at = atMs / 1000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const target = 'GraniteServiceVersion20100801'

async function send({ body, headers, ...details }: Exchange) {
  const signed = signedHeaders(testCredentials, {
    host: new URL(url).host,
    body: body ?? '',
    at: new Date(),
    service: 'monitoring',
  })
  return exchange(url, { ...details, body: body ?? '', headers: { ...signed, ...headers } })
}

const query = {
  Namespace: 'AWS/DynamoDB',
  MetricName: 'UserErrors',
  StartTime: at,
  EndTime: at + 60,
  Period: 60,
  Statistics: ['Sum'],
}

function json(operation: string, input: object, headers: Readonly<Record<string, string>> = {}) {
  return send({
    body: JSON.stringify(input),
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${target}.${operation}`,
      ...headers,
    },
  })
}

function cbor(operation: string, input: Readonly<Record<string, unknown>>, mode = 'true') {
  return send({
    path: `/service/${target}/operation/${operation}`,
    body: encodeCbor(new Map(Object.entries(input)) as never),
    headers: {
      'content-type': 'application/cbor',
      accept: 'application/cbor',
      'smithy-protocol': 'rpc-v2-cbor',
      'x-amzn-query-mode': mode,
    },
  })
}

function form(parameters: Readonly<Record<string, string>>) {
  return send({
    body: new URLSearchParams({ Version: '2010-08-01', ...parameters }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  })
}

const formQuery = {
  Action: 'GetMetricStatistics',
  Namespace: 'AWS/DynamoDB',
  MetricName: 'UserErrors',
  StartTime: new Date(atMs).toISOString(),
  EndTime: new Date(metricsNowMs).toISOString(),
  Period: '60',
  'Statistics.member.1': 'Sum',
}

describe('AWS JSON 1.0', () => {
  it('has fractions in doubles and times', async () => {
    const { body, headers, status } = await json('GetMetricStatistics', query)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/x-amz-json-1.0')
    assert.match(headers['x-amzn-requestid'] as string, uuid)
    assert.equal(
      body.toString(),
      `{"Label":"UserErrors","Datapoints":[{"Timestamp":${at}.0,"Unit":"Count","Sum":41.0}]}`,
    )
  })

  it('writes empty lists', async () => {
    const { body } = await json('ListMetrics', { Namespace: 'none' })
    assert.equal(body.toString(), '{"Metrics":[]}')
  })

  it('has the codes of the query protocol for clients that ask for them', async () => {
    const bad = { ...query, EndTime: at }
    const asking = await json('GetMetricStatistics', bad, { 'x-amzn-query-mode': 'true' })
    const expected = {
      __type: 'com.amazon.coral.service#InvalidParameterValueException',
      message: 'The parameter StartTime must be less than the parameter EndTime.',
    }
    assert.equal(asking.status, 400)
    assert.equal(asking.headers['x-amzn-query-error'], 'InvalidParameterValue;Sender')
    assert.deepEqual(JSON.parse(asking.body.toString()), expected)
    const plain = await json('GetMetricStatistics', bad)
    assert.equal(plain.headers['x-amzn-query-error'], undefined)
    assert.deepEqual(JSON.parse(plain.body.toString()), expected)
  })

  it('may be compressed', async () => {
    const { body, status } = await send({
      body: gzipSync(JSON.stringify(query)),
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'content-encoding': 'gzip',
        'x-amz-target': `${target}.GetMetricStatistics`,
      },
    })
    assert.equal(status, 200)
    assert.match(body.toString(), /41\.0/)
  })
})

describe('RPC v2 CBOR', () => {
  it('has doubles, and times as tagged doubles', async () => {
    const times = { StartTime: new CborTag(epochTag, at), EndTime: new CborTag(epochTag, at + 60) }
    const { body, headers, status } = await cbor('GetMetricStatistics', { ...query, ...times })
    assert.equal(status, 200)
    assert.equal(headers['smithy-protocol'], 'rpc-v2-cbor')
    assert.equal(headers['content-type'], 'application/cbor')
    const double = (value: number) => {
      const bytes = Buffer.alloc(9, 0xfb)
      bytes.writeDoubleBE(value, 1)
      return bytes
    }
    assert.ok(body.includes(Buffer.concat([Buffer.of(0xc1), double(at)])), 'a time')
    assert.ok(body.includes(double(41)), 'a sum')
  })

  it('has errors as maps', async () => {
    const { body, headers, status } = await cbor('GetMetricStatistics', { ...query, EndTime: at })
    assert.equal(status, 400)
    assert.equal(headers['x-amzn-query-error'], 'InvalidParameterValue;Sender')
    assert.deepEqual(Object.fromEntries(decodeCbor(body) as never), {
      __type: 'com.amazon.coral.service#InvalidParameterValueException',
      message: 'The parameter StartTime must be less than the parameter EndTime.',
    })
  })

  it('has no codes for clients that do not ask', async () => {
    const { headers } = await cbor('GetMetricStatistics', { ...query, EndTime: at }, 'false')
    assert.equal(headers['x-amzn-query-error'], undefined)
  })

  it('refuses times and numbers that are not finite', async () => {
    const { status } = await cbor('GetMetricStatistics', { ...query, StartTime: NaN })
    assert.equal(status, 400)
  })
})

describe('the query protocol', () => {
  it('has fractions in doubles, and times as text', async () => {
    const { body, headers, status } = await form(formQuery)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/xml')
    assert.match(
      body.toString(),
      /^<GetMetricStatisticsResponse xmlns="http:\/\/monitoring\.amazonaws\.com\/doc\/2010-08-01\/"><GetMetricStatisticsResult><Label>UserErrors<\/Label><Datapoints><member><Timestamp>2026-11-16T11:59:00Z<\/Timestamp><Sum>41\.0<\/Sum><Unit>Count<\/Unit><\/member><\/Datapoints><\/GetMetricStatisticsResult><ResponseMetadata><RequestId>[-0-9a-f]{36}<\/RequestId><\/ResponseMetadata><\/GetMetricStatisticsResponse>$/,
    )
  })

  it('writes empty lists', async () => {
    const { body } = await form({ Action: 'ListMetrics', Namespace: 'none' })
    assert.match(body.toString(), /<ListMetricsResult><Metrics><\/Metrics><\/ListMetricsResult>/)
  })

  it('has errors with codes', async () => {
    const { body, status } = await form({ ...formQuery, EndTime: formQuery.StartTime })
    assert.equal(status, 400)
    assert.match(
      body.toString(),
      /^<ErrorResponse xmlns="http:\/\/monitoring\.amazonaws\.com\/doc\/2010-08-01\/"><Error><Type>Sender<\/Type><Code>InvalidParameterValue<\/Code><Message>The parameter StartTime must be less than the parameter EndTime\.<\/Message><\/Error><RequestId>/,
    )
  })
})

describe('an operation that is not built', () => {
  it('is refused in each protocol', async () => {
    const answers = [
      await json('ListDashboards', {}),
      await cbor('ListDashboards', {}, 'false'),
      await form({ Action: 'ListDashboards' }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
    )
    assert.match(answers[0]!.body.toString(), /UnknownOperationException/)
    assert.match(answers[1]!.body.toString(), /UnknownOperationException/)
    assert.match(answers[2]!.body.toString(), /InvalidAction/)
  })
})

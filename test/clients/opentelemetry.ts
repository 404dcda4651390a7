/** What a collector gets of a server: a span for each request, and the figures of its page of metrics. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { clientOf, testCredentials, type Client } from '../support/client.js'
import { until } from '../support/until.js'
import { startCollector, type OtlpCollector, type ReceivedSpan } from './otlp-collector.js'
import type { Tally } from './tally.js'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const secret = 'a value that nobody may see'

export async function testOpenTelemetry(folder: string, tally: Tally): Promise<void> {
  const collector = await startCollector(folder)
  const server = await startServerProcess({
    args: ['--in-memory', '--otlp-endpoint', collector.url],
    env: {
      OTEL_SERVICE_NAME: 'orders-database',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    },
  })
  const client = clientOf(server, testCredentials)
  try {
    await testSpans({ client, collector, server }, tally)
    await tally.check('OpenTelemetry: metrics are those of the page', () =>
      sameFigures(server, collector),
    )
    await tally.check('OpenTelemetry: no value of an item is sent', () => {
      assert.ok(collector.spans.length > 0)
      assert.doesNotMatch(collector.text(), new RegExp(secret))
    })
  } finally {
    await tally.check('OpenTelemetry: the last span is sent before a server ends', async () => {
      await client.ask('ListTables', {})
      await server.stop()
      await spanOf(collector, 'DynamoDB.ListTables')
    })
    client.sdk.destroy()
    client.streams.destroy()
    await collector.close()
  }
}

interface Setting {
  readonly client: Client
  readonly collector: OtlpCollector
  readonly server: ServerProcess
}

async function testSpans({ client, collector, server }: Setting, tally: Tally): Promise<void> {
  const TableName = await client.createTable({
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const Item = { pk: { S: secret }, text: { S: secret } }
  await tally.check('OpenTelemetry: a span has what the conventions name', async () => {
    await client.ask('PutItem', { TableName, Item })
    const span = await spanOf(collector, 'DynamoDB.PutItem')
    assert.equal(span.kind, 'SPAN_KIND_SERVER')
    assert.equal(span.resource['service.name'], 'orders-database')
    const { 'aws.request_id': requestId, ...attributes } = span.attributes
    assert.match(String(requestId), /^[A-Z0-9]{52}$/)
    assert.deepEqual(attributes, described(TableName))
    assert.equal(collector.headers[0]?.['x-team'], 'blue')
  })
  await tally.check('OpenTelemetry: the trace of a client goes on, in both lanes', async () => {
    await sendChunked(server.url, { TableName, Key: { pk: Item.pk } })
    const { traceId: id, parentSpanId } = await spanOf(collector, 'DynamoDB.GetItem')
    assert.deepEqual([id, parentSpanId], [traceId, parentId])
    await sendPlain(server.url, { TableName })
    const plain = await spanOf(collector, 'DynamoDB.Scan')
    assert.deepEqual([plain.traceId, plain.parentSpanId], [traceId, parentId])
  })
  await tally.check(
    "OpenTelemetry: a client's error is told, and is none of the server",
    async () => {
      await client.call('DeleteItem', { TableName, Key: {} })
      const { attributes, status } = await spanOf(collector, 'DynamoDB.DeleteItem')
      assert.equal(attributes['error.type'], 'ValidationException')
      assert.equal(Number(attributes['http.response.status_code']), 400)
      assert.notEqual(status?.code, 'STATUS_CODE_ERROR')
    },
  )
}

function described(TableName: string): object {
  const CapacityUnits = 1
  return {
    'http.request.method': 'POST',
    'rpc.system': 'aws-api',
    'rpc.system.name': 'aws-api',
    'rpc.service': 'DynamoDB',
    'rpc.method': 'PutItem',
    'db.system': 'dynamodb',
    'db.system.name': 'aws.dynamodb',
    'db.operation.name': 'PutItem',
    'db.collection.name': TableName,
    'aws.dynamodb.table_names': [TableName],
    'aws.dynamodb.consumed_capacity': [
      JSON.stringify({ TableName, CapacityUnits, Table: { CapacityUnits } }),
    ],
    'http.response.status_code': 200,
  }
}

async function spanOf({ spans }: OtlpCollector, name: string): Promise<ReceivedSpan> {
  const find = () => spans.find((span) => span.name === name)
  await until(
    () => find() !== undefined,
    () => `no span ${name} came`,
  )
  return find()!
}

const headers = {
  traceparent: `00-${traceId}-${parentId}-01`,
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=grammetest/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
}

/** Which the express lane leaves to node:http. */
async function sendChunked(url: string, body: object): Promise<void> {
  const sent = httpRequest(url, {
    method: 'POST',
    headers: {
      ...headers,
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'transfer-encoding': 'chunked',
    },
  })
  sent.end(JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  assert.equal(answer.statusCode, 200)
}

async function sendPlain(url: string, body: object): Promise<void> {
  const target = { 'x-amz-target': 'DynamoDB_20120810.Scan' }
  const init = { method: 'POST', headers: { ...headers, ...target }, body: JSON.stringify(body) }
  const answer = await fetch(url, init)
  await answer.text()
  assert.equal(answer.status, 200)
}

/** Those that only requests change. */
const compared =
  /^(gramme_(?:requests_total|consumed_\w+_total|tables|table_items|request_duration_seconds_count))(?:\{(.*)\})? (\S+)$/

async function sameFigures(server: ServerProcess, collector: OtlpCollector): Promise<void> {
  const page = await (await fetch(`${server.url}/metrics`)).text()
  const lines = page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = compared.exec(line) ?? []
    if (name === undefined) return []
    return [{ name: name.replace(/_count$/, ''), labels: sorted(labels), value: Number(value) }]
  })
  assert.ok(lines.length > 8, page)
  const missing = () =>
    lines.filter(({ name, labels, value }) => collector.metrics().get(name)?.get(labels) !== value)
  await until(
    () => missing().length === 0,
    () => `the collector has other figures: ${JSON.stringify(missing())}`,
  )
}

function sorted(labels: string): string {
  return labels.split(',').sort().join(',')
}

/** `GET /metrics` of a whole server. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { metricsTokenCharactersMin } from './limits.js'
import { brokenRule, shownValue } from './option-table.js'
import { serving } from './serving-suite.js'

const token = 't'.repeat(metricsTokenCharactersMin)

const table = {
  AttributeDefinitions: ['pk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 7 },
  GlobalSecondaryIndexes: [
    {
      IndexName: 'global',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
      ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 3 },
    },
  ],
}

describe('GET /metrics', () => {
  it('shows what requests did, what tables hold, and the process', async () => {
    await serving({ inMemory: true }, async (client, gramme) => {
      const TableName = await client.createTable(table)
      const Item = { pk: { S: 'a' }, g: { S: 'b' } }
      await client.ask('PutItem', { TableName, Item })
      const ConditionExpression = 'attribute_not_exists(pk)'
      await client.call('PutItem', { TableName, Item, ConditionExpression })
      await client.call('GetItem', { TableName: 'missing', Key: { pk: { S: 'a' } } })
      await client.ask('Query', {
        TableName,
        IndexName: 'global',
        KeyConditionExpression: 'g = :g',
        ExpressionAttributeValues: { ':g': { S: 'b' } },
      })
      await client.ask('ListTables', {})
      const answer = await fetch(`${gramme.address.url}/metrics`)
      assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
      const text = await answer.text()
      const own = `table="${TableName}"`
      const name = `table_name="${TableName}"`
      for (const line of [
        `gramme_requests_total{${own},operation="PutItem",code="OK"} 1`,
        `gramme_requests_total{${own},operation="PutItem",code="ConditionalCheckFailedException"} 1`,
        'gramme_requests_total{operation="GetItem",code="ResourceNotFoundException"} 1',
        'gramme_requests_total{operation="ListTables",code="OK"} 1',
        `gramme_request_duration_seconds_count{${own},operation="Query"} 1`,
        `gramme_consumed_read_units_total{${own},index="global"} 0.5`,
        `gramme_consumed_write_units_total{${own},index="global"} 1`,
        `gramme_consumed_write_units_total{${own}} 2`,
        `gramme_conditional_check_failures_total{${own}} 1`,
        `gramme_returned_items_total{${own},operation="Query"} 1`,
        'gramme_tables 1',
        `gramme_provisioned_read_units{${own},index="global"} 2`,
        `gramme_table_items{${own}} 1`,
        `gramme_table_items{${own},index="global"} 1`,
        `aws_dynamodb_provisioned_write_capacity_units_average{${name}} 7`,
        `aws_dynamodb_provisioned_read_capacity_units_maximum{global_secondary_index_name="global",${name}} 2`,
      ]) {
        assert.ok(text.includes(`\n${line}\n`), `${line} is not in\n${text}`)
      }
      assert.match(text, /^gramme_build_info\{version="[\d.]+",node="[\d.]+",engine="memory"\} 1$/m)
      assert.match(text, /^gramme_open_connections [1-9]\d*$/m)
      assert.match(text, /^process_resident_memory_bytes [1-9]\d*$/m)
      assert.ok(!text.includes('NaN'), text)
    })
  })

  it('is not there if nothing is measured', async () => {
    await serving({ inMemory: true, metrics: 'off' }, async (_client, gramme) => {
      assert.equal((await gramme.fetch('http://localhost/metrics')).status, 404)
    })
  })

  it('needs the token if there is one', async () => {
    await serving({ inMemory: true, metricsToken: token }, async (_client, gramme) => {
      const url = 'http://localhost/metrics'
      const refused = await gramme.fetch(url)
      assert.equal(refused.status, 401)
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
      const headers = { authorization: `Bearer ${token}` }
      assert.equal((await gramme.fetch(url, { headers })).status, 200)
    })
  })
})

describe('the token', () => {
  it('has a least length, and only characters that a header can have', () => {
    assert.equal(brokenRule('metricsToken', token), undefined)
    for (const wrong of [token.slice(1), `${token} `, `${token}é`, '']) {
      assert.match(brokenRule('metricsToken', wrong) ?? '', /at least 16 visible characters/)
    }
    assert.equal(shownValue('metricsToken', token), '…')
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from './client.js'
import { Fault } from './fault.js'
import { isLook, readOnlyClient } from './read-only.js'

describe('a look', () => {
  const looks = [
    'GetItem',
    'Query',
    'Scan',
    'DescribeTable',
    'ListTables',
    'BatchGetItem',
    'TransactGetItems',
  ]
  for (const operation of looks) {
    it(`is ${operation}`, () => assert.ok(isLook(operation, {})))
  }

  const changes = [
    'PutItem',
    'UpdateTable',
    'DeleteTable',
    'BatchWriteItem',
    'TransactWriteItems',
    'TagResource',
  ]
  for (const operation of [
    ...changes,
    'ExecuteStatement',
    'BatchExecuteStatement',
    'QueryAndDelete',
  ]) {
    it(`is not ${operation}`, () => assert.ok(!isLook(operation, {})))
  }

  it('is a statement that selects', () => {
    assert.ok(isLook('ExecuteStatement', { Statement: '  select * from "a"' }))
    assert.ok(isLook('ExecuteStatement', { Statement: '-- all\nSELECT * FROM "a"' }))
    assert.ok(!isLook('ExecuteStatement', { Statement: 'delete from "a" where b=1' }))
    assert.ok(!isLook('ExecuteStatement', { Statement: 'selected' }))
  })

  it('is a list of statements that all select', () => {
    const select = { Statement: 'SELECT * FROM "a" WHERE b=1' }
    const change = { Statement: `UPDATE "a" SET c=1 WHERE b=1` }
    assert.ok(isLook('BatchExecuteStatement', { Statements: [select, select] }))
    assert.ok(!isLook('BatchExecuteStatement', { Statements: [select, change] }))
    assert.ok(!isLook('ExecuteTransaction', { TransactStatements: [change] }))
  })
})

describe('a client that only reads', () => {
  const sent: string[] = []
  const client = readOnlyClient({
    call: (_service: string, operation: string) => {
      sent.push(operation)
      return Promise.resolve({})
    },
  } as unknown as Client)

  it('sends what looks', async () => {
    await client.call('dynamodb', 'ListTables', {})
    assert.deepEqual(sent, ['ListTables'])
  })

  it('refuses what changes, and sends nothing', async () => {
    const refused = client.call('dynamodb', 'DeleteTable', { TableName: 'a' })
    await assert.rejects(refused, (error) => error instanceof Fault && error.type === 'ReadOnly')
    assert.deepEqual(sent, ['ListTables'])
  })
})

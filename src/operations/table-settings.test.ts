/** Settings change while requests run, through the entrance of all operations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import type { Engine } from '../storage/engine.js'
import { openTestDatabase } from './database-suite.js'

type Call = (operation: string, input: unknown) => Promise<unknown>

const server = (engine: Engine): Call => openTestDatabase(engine).dispatch

/** Records each request to the engine, and whether it holds a space exclusively. */
function recording(engine: Engine, asked: string[]): Engine {
  return {
    name: engine.name,
    shared: engine.shared,
    read(reads, guards) {
      asked.push('read')
      return engine.read(reads, guards)
    },
    transact(transaction) {
      asked.push((transaction.exclusive ?? []).length > 0 ? 'exclusive transact' : 'transact')
      return engine.transact(transaction)
    },
    replace(replacement) {
      asked.push('replace')
      return engine.replace(replacement)
    },
    spaces: () => engine.spaces(),
    ping: () => engine.ping(),
    close: () => engine.close(),
  }
}

const TableName = 'subject'
const ResourceArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
const ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }
const put = { TableName, Item: { pk: { S: 'a' } } }

async function twoServers() {
  const engine = await openTestEngine()
  const [asked, seen]: [string[], string[]] = [[], []]
  const [one, other] = [server(recording(engine, asked)), server(recording(engine, seen))]
  await one('CreateTable', {
    TableName,
    ProvisionedThroughput,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  await other('PutItem', put)
  return { one, other, asked, seen }
}

describe('a setting', () => {
  function check(operation: string, input: object, stored: readonly string[]): void {
    it(`changes while requests run: ${operation} ${Object.keys(input).join(' ')}`, async () => {
      const { one, other, asked, seen } = await twoServers()
      asked.length = 0
      await one(operation, input)
      assert.deepEqual(asked, stored)
      seen.length = 0
      await other('PutItem', put)
      assert.deepEqual(seen, ['replace'], 'the table that the other server holds is still good')
    })
  }

  /** UpdateTable first reads what its answer describes: the table and its totals. */
  const update = ['read', 'read', 'transact']
  check('TagResource', { ResourceArn, Tags: [{ Key: 'team', Value: 'a' }] }, ['transact'])
  check('UntagResource', { ResourceArn, TagKeys: ['team'] }, ['transact'])
  check('UpdateTable', { TableName, DeletionProtectionEnabled: true }, update)
  check('UpdateTable', { TableName, TableClass: 'STANDARD_INFREQUENT_ACCESS' }, update)
  check('UpdateTable', { TableName, BillingMode: 'PAY_PER_REQUEST' }, update)
  check(
    'UpdateTable',
    { TableName, ProvisionedThroughput: { ...ProvisionedThroughput, ReadCapacityUnits: 5 } },
    // And what the account has provisioned.
    ['read', ...update],
  )

  it('is described by every server at once', async () => {
    const { one, other } = await twoServers()
    await one('UpdateTable', { TableName, DeletionProtectionEnabled: true })
    const { Table } = (await other('DescribeTable', { TableName })) as { Table: object }
    assert.equal((Table as { DeletionProtectionEnabled: boolean }).DeletionProtectionEnabled, true)
    await assert.rejects(other('DeleteTable', { TableName }), /protected against deletion/)
  })
})

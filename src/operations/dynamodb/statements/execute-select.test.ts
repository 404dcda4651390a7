/** SELECT on several servers of one database, and before and after a restart of one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastingStore, openTestEngine } from '../../../../test/support/engines.js'
import { systemRandom } from '../../../stdx/random.js'
import type { Engine } from '../../../storage/engine.js'
import { ensureFormat } from '../../../storage/format.js'
import { ensureSecret } from '../../../storage/store-secret.js'
import { openTestDatabase, type Json, type TestDatabase } from '../../database-suite.js'

type Ask = TestDatabase['ask']

/** A server without a wire, with the secret that all servers of the database share. */
async function serverOn(engine: Engine): Promise<Ask> {
  await ensureFormat(engine)
  return openTestDatabase(engine, { secret: await ensureSecret(engine, systemRandom) }).ask
}

const byGroup = {
  IndexName: 'by-group',
  KeySchema: [{ AttributeName: 'grp', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
}

async function fill(ask: Ask): Promise<void> {
  const attribute = (AttributeName: string): Json => ({ AttributeName, AttributeType: 'S' })
  await ask('CreateTable', {
    TableName: 'things',
    AttributeDefinitions: ['pk', 'sk', 'grp'].map(attribute),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [byGroup],
    BillingMode: 'PAY_PER_REQUEST',
  })
  for (const sk of ['1', '2']) {
    const Item = { pk: { S: 'a' }, sk: { S: sk }, grp: { S: 'g' } }
    await ask('PutItem', { TableName: 'things', Item })
  }
}

const Statement = `SELECT sk FROM things WHERE pk = 'a'`
const second: Json = { Items: [{ sk: { S: '2' } }] }

describe('SELECT', () => {
  it('continues with the NextToken of another server', async () => {
    const engine = await openTestEngine()
    const [one, other] = await Promise.all([serverOn(engine), serverOn(engine)])
    await fill(one)
    const { NextToken } = await one('ExecuteStatement', { Statement, Limit: 1 })
    assert.deepEqual(await other('ExecuteStatement', { Statement, NextToken }), second)
  })

  it('continues with a NextToken from before a restart', async () => {
    const folder = await lastingStore()
    const before = await folder.open()
    const ask = await serverOn(before)
    await fill(ask)
    const { NextToken } = await ask('ExecuteStatement', { Statement, Limit: 1 })
    await before.close()
    const after = await folder.open()
    const askAgain = await serverOn(after)
    assert.deepEqual(await askAgain('ExecuteStatement', { Statement, NextToken }), second)
    await after.close()
    await folder.remove()
  })

  it('sees at once that another server has changed the table', async () => {
    const engine = await openTestEngine()
    const [one, other] = await Promise.all([serverOn(engine), serverOn(engine)])
    await fill(one)
    const ofIndex = { Statement: `SELECT sk FROM things."by-group" WHERE grp = 'g'` }
    const { Items } = await other('ExecuteStatement', ofIndex)
    assert.equal((Items as readonly Json[]).length, 2)
    await one('UpdateTable', {
      TableName: 'things',
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-group' } }],
    })
    await assert.rejects(other('ExecuteStatement', ofIndex), {
      message: 'The table does not have the specified index',
    })
    await one('DeleteTable', { TableName: 'things' })
    await assert.rejects(other('ExecuteStatement', { Statement }), {
      message: 'Requested resource not found',
    })
  })
})

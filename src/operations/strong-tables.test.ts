/** Strongly consistent global tables: what depends on the engine and on other deployments. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { putLink } from '../replication/deployment-link.js'
import { memoryEngine } from '../../test/support/engines.js'
import { ServiceError } from '../model/errors.js'
import type { Json } from './database-suite.js'
import { testCaller } from './json-call-suite.js'
import { ContendedEngine, createTable, refusal, serverOn, type Ask } from './server-suite.js'

const TableName = 'things'
const create = (RegionName: string) => ({ Create: { RegionName } })
const strongly = {
  TableName,
  MultiRegionConsistency: 'STRONG',
  ReplicaUpdates: [create('us-east-2'), create('us-west-2')],
}
const Item = { pk: { S: 'a' } }

async function strong(ask: Ask): Promise<void> {
  await createTable(ask, TableName)
  await ask('UpdateTable', strongly)
}

describe('a strongly consistent global table', () => {
  it('answers a write that loses to others as one that loses to another region', async () => {
    const engine = new ContendedEngine()
    const { ask } = serverOn(engine)
    await strong(ask)
    engine.contended = true
    for (const region of ['us-east-1', 'us-west-2']) {
      const putting = ask('PutItem', { TableName, Item }, region)
      assert.equal(await refusal(putting), 'ReplicatedWriteConflictException')
      const Statement = `INSERT INTO "${TableName}" VALUE {'pk': 'b'}`
      const answer = await ask('BatchExecuteStatement', { Statements: [{ Statement }] }, region)
      const [response] = answer['Responses'] as readonly { readonly Error: Json }[]
      assert.equal(response!.Error['Code'], 'TransactionConflict')
    }
  })

  it('has no regions of other deployments', async () => {
    const engine = memoryEngine()
    const { ask } = serverOn(engine)
    await createTable(ask, TableName)
    const scope = { account: testCaller.account, region: 'us-west-2' }
    const link = {
      ...scope,
      endpoint: 'http://there',
      accessKeyId: 'k',
      sealed: '',
      createdAtMs: 0,
    }
    await engine.transact({
      reads: [],
      decide: () => ({ mutations: [putLink(link)], result: undefined }),
    })
    await assert.rejects(ask('UpdateTable', strongly), (error) => {
      assert.ok(error instanceof ServiceError)
      return error.message.startsWith('Region us-west-2 is served by another deployment.')
    })
  })
})

/** `gramme tables` and `gramme search`, on a server with all kinds of indexes. */
import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { near, scope, filter, vector } from '../../../test/support/vectors.js'
import { deployment, type TestDeployment } from '../../server/links-suite.js'
import type { Command } from '../command.js'
import { searchCommand } from './search.js'
import { tablesCommand } from './tables.js'

const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' }

describe('gramme tables and gramme search', () => {
  let server: TestDeployment
  before(async () => {
    server = await deployment('us-east-1', { tableTransitionMs: 0 })
  })
  after(() => server[Symbol.asyncDispose]())

  const run = async (command: Command, ...args: readonly string[]): Promise<string> => {
    const said: string[] = []
    const writing = mock.method(process.stdout, 'write', (text: string) => said.push(text) > 0)
    try {
      await command.run([...args, '--endpoint', server.url], environment)
    } finally {
      writing.mock.restore()
    }
    return said.join('')
  }

  it('say that there are no tables', async () => {
    assert.equal(await run(tablesCommand), 'There are no tables.\n')
  })

  it('list tables and the indexes of one, and find items', async () => {
    const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
    const key = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const })
    const all = { ProjectionType: 'ALL' as const }
    await server.call('dynamodb.CreateTable', {
      TableName: 'articles',
      AttributeDefinitions: ['pk', 'tenant', 'colour'].map(string),
      KeySchema: [key('pk')],
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: [
        { IndexName: 'by-tenant', KeySchema: [key('tenant')], Projection: all },
      ],
      VectorIndexes: [near({ SearchSchema: [scope('tenant'), filter('colour')] })],
    } as never)
    for (const [pk, x] of [
      ['first', 1],
      ['second', 2],
    ] as const) {
      const Item = { pk: { S: pk }, tenant: { S: 't' }, colour: { S: 'red' }, emb: vector(x, 0) }
      await server.call('dynamodb.PutItem', { TableName: 'articles', Item })
    }
    assert.match(await run(tablesCommand), /^TABLE +STATE.*\narticles +active +2 +\d+ +2\n$/)
    const shown = await run(tablesCommand, 'articles')
    assert.match(
      shown,
      /^NAME +KIND +STATE +ITEMS +BYTES +KEYS\narticles +table +active +2 +\d+ +pk\n/,
    )
    assert.match(shown, /by-tenant +global +active +2 +\d+ +tenant\n/)
    assert.match(shown, /near +vector +active +2 +\d+ +emb \(2, EUCLIDEAN\), tenant, colour\n/)
    const search = ['articles', 'near', '[-1, 0]', '--where', 'tenant=t']
    const found = await run(searchCommand, ...search, '--where', 'colour=red', '--top', '1')
    assert.match(found, /^SCORE +ITEM\n2 +\{.*"first".*\}\n$/)
    const nothing = await run(searchCommand, ...search, '--where', 'colour=blue')
    assert.equal(nothing, 'Nothing was found.\n')
  })

  it('say what is wrong', async () => {
    await assert.rejects(run(tablesCommand, 'nowhere'), /Requested resource not found/)
    await assert.rejects(run(searchCommand, 'articles'), /needs a table, an index and numbers/)
    const search = ['articles', 'near'] as const
    await assert.rejects(run(searchCommand, ...search, '1,x'), /'x' is no number/)
    await assert.rejects(run(searchCommand, ...search, '1,2', '--top', 'x'), /a whole number/)
    await assert.rejects(run(searchCommand, ...search, '1,2', '--where', 'x'), /like colour=red/)
    await assert.rejects(run(searchCommand, ...search, '1,2'), /SearchConditionExpression must be/)
  })
})

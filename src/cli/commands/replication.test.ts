import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { createGlobalTable, deployment } from '../../server/links-suite.js'
import { replicationCommand } from './replication.js'

const TableName = 'orders'
const environment = { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' }

describe('gramme replication', () => {
  it('lists, delays, pauses and resumes what passes between regions', async () => {
    await using server = await deployment('us-east-1', { tableTransitionMs: 0 })
    const said: string[] = []
    const run = async (...args: readonly string[]): Promise<string> => {
      said.length = 0
      const writing = mock.method(process.stdout, 'write', (text: string) => said.push(text) > 0)
      try {
        await replicationCommand.run([...args, '--endpoint', server.url], environment)
      } finally {
        writing.mock.restore()
      }
      return said.join('')
    }
    assert.equal(await run('list'), 'There are no global tables.\n')
    await createGlobalTable(server, TableName, 'eu-west-1')
    const eastToWest = ['--from', 'us-east-1', '--to', 'eu-west-1']
    assert.match(await run('pause', TableName, ...eastToWest), /us-east-1 +eu-west-1 +paused/)
    assert.match(await run('delay', TableName, '1500'), /1500 ms.*\n.*1500 ms/)
    const listed = await run('list', TableName)
    assert.match(listed, /^TABLE +FROM +TO +STATE +PENDING +LAG +DELAY/)
    assert.match(listed, /us-east-1 +eu-west-1 +paused/)
    assert.doesNotMatch(await run('resume', TableName), /paused/)
    await assert.rejects(run('delay', TableName, 'long'), /needs a table and a number/)
    await assert.rejects(run('pause'), /needs a table/)
    await assert.rejects(run('stop'), /needs list, pause, resume or delay/)
  })
})

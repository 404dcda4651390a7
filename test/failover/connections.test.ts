/** Connections that are cut, used up, or blocked by another session's lock. */
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'
import { holdLock } from './locked-table.js'
import { underLoad, type LoadReport } from './under-load.js'

const cuts = 25
const cutEveryMs = 60

describe('a server', () => {
  let workspace: Workspace
  let node: PostgresNode

  before(async () => {
    workspace = await Workspace.open()
    node = await PostgresNode.create(workspace, 'only', {})
    await node.start()
  })
  after(() => workspace.remove())

  async function serve(
    settings: string,
    fail: (url: string, soFar: () => LoadReport) => Promise<void>,
  ): Promise<LoadReport> {
    const name = `test_${settings.replace(/\W/g, '_').toLowerCase()}`
    await node.query(`CREATE DATABASE ${name}`)
    const url = node.url(name)
    await using server = await startServerProcess({ args: ['--engine', `${url}?${settings}`] })
    return await underLoad(server.url, (soFar) => fail(url, soFar))
  }

  it('whose connections are cut, even within transactions, keeps acknowledged writes', async (test) => {
    const { acknowledged, errors } = await serve('', async () => {
      for (let n = 0; n < cuts; n++) {
        await node.query(cutBusyConnections)
        await pause(cutEveryMs)
      }
    })
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })

  it('that has no connection left refuses, and continues once it has', async (test) => {
    const { acknowledged, errors } = await serve('writePool=1&waitMs=300', lockUntilRefused)
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })

  it('whose statements time out refuses, and continues once they do not', async (test) => {
    const settings = 'statementTimeoutMs=300&lockTimeoutMs=60000'
    const { acknowledged, errors } = await serve(settings, lockUntilRefused)
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })
})

/** Blocks all writes until some have been refused. */
function lockUntilRefused(url: string, soFar: () => LoadReport): Promise<void> {
  return holdLock(url, () =>
    until(
      () => (soFar().errors['ServiceUnavailable'] ?? 0) > 0,
      () => `no request was refused: ${JSON.stringify(soFar())}`,
    ),
  )
}

/** Those that are busy: in a statement, or between two statements of a transaction. */
const cutBusyConnections = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'gramme' AND state <> 'idle'`

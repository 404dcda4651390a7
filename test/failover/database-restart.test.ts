/** The database stops, cleanly or not, and comes back, while the server keeps running. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, describe, it } from 'node:test'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { PostgresNode } from '../support/postgres/node.js'
import { Workspace } from '../support/postgres/workspace.js'
import { until } from '../support/until.js'
import { underLoad } from './under-load.js'

const absenceMs = 700

describe('a server whose database', () => {
  let workspace: Workspace
  let node: PostgresNode
  let server: ServerProcess

  before(async () => {
    workspace = await Workspace.open()
    node = await PostgresNode.create(workspace, 'only', {})
    await node.start()
    server = await startServerProcess({ args: ['--engine', node.url()] })
  })
  after(async () => {
    await server.stop()
    await workspace.remove()
  })

  it('is restarted keeps acknowledged writes and continues', async (test) => {
    const { acknowledged, errors } = await underLoad(server.url, async () => {
      await node.stop()
      await pause(absenceMs)
      await node.start()
    })
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })

  it('is killed and recovers keeps acknowledged writes and continues', async (test) => {
    const { acknowledged, errors } = await underLoad(server.url, async () => {
      await node.kill()
      await pause(absenceMs)
      await node.start()
    })
    test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
  })

  it('is down reports that as its health', async () => {
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
    await node.stop()
    await untilHealth(server.url, 503)
    await node.start()
    await untilHealth(server.url, 200)
  })
})

/** The health answer is cached briefly, so that checks do not become a load. */
async function untilHealth(url: string, status: number): Promise<void> {
  await until(
    async () => (await fetch(`${url}/health`)).status === status,
    () => `health is not ${status}`,
  )
}

/**
 * The primary is killed and a synchronous standby promoted: three nodes, and each commit is on two
 * of them before it is acknowledged. The server knows all three and finds the one that accepts
 * writes.
 */
import { describe, it } from 'node:test'
import { startServerProcess } from '../../scripts/server-process.js'
import { Workspace } from '../support/postgres/workspace.js'
import { addressOf, failOver, startCluster } from './synchronous-cluster.js'
import { underLoad } from './under-load.js'

describe('a server on a primary with two synchronous standbys', () => {
  it('loses no acknowledged write when the primary is killed and a standby promoted', async (test) => {
    const workspace = await Workspace.open()
    try {
      const nodes = await startCluster(workspace)
      const args = ['--engine', addressOf(nodes)]
      await using server = await startServerProcess({ args })
      const { acknowledged, errors } = await underLoad(server.url, () => failOver(nodes))
      test.diagnostic(`${acknowledged} writes acknowledged; errors: ${JSON.stringify(errors)}`)
    } finally {
      await workspace.remove()
    }
  })
})

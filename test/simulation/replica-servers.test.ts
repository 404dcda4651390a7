/** Two servers bring a replica into being and remove it, each as if it were alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastingStore } from '../support/engines.js'
import {
  creation,
  here,
  isGone,
  isThere,
  reach,
  removal,
  roundsMax,
  SagaStore,
  statuses,
} from './replication/saga-store.js'
import { shortLivedServer, type ShortLivedServer } from './replication/short-lived-server.js'

describe('a replica', () => {
  it('is complete, and gone, if two servers work on it at once', async () => {
    const lasting = await lastingStore()
    const engines = [await lasting.open()]
    // A folder is opened by one process, which may have two servers.
    engines.push(engines[0]!.shared ? await lasting.open() : engines[0]!)
    const store = new SagaStore(engines[0]!)
    try {
      await store.create()
      const servers = engines.map((engine) => shortLivedServer(engine, store.clock)) as [
        ShortLivedServer,
        ShortLivedServer,
      ]
      const asked = servers.map((server) => server.ask('UpdateTable', creation, here))
      const accepted = (await Promise.allSettled(asked)).filter(
        ({ status }) => status === 'fulfilled',
      )
      assert.equal(accepted.length, 1)
      for (let round = 0; !(await isThere(servers[1])); round++) {
        assert.ok(round < roundsMax, `it does not get there: ${await statuses(servers[0], here)}`)
        await Promise.all([store.work(...servers), store.put(servers[round % 2]!)])
      }
      await store.requireReplica(servers[0])
      const removed = servers.map((server) => reach(store, server, removal, isGone))
      assert.deepEqual(await Promise.all(removed), [true, true])
    } finally {
      await Promise.all([...new Set(engines)].map((engine) => engine.close()))
      await lasting.remove()
    }
  })
})

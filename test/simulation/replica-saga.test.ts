/**
 * A replica is added and removed by servers that are killed at each of their transactions in turn: it gets there all the
 * same, with every item and nothing left over.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryEngine } from '../../src/storage/memory/memory-engine.js'
import { creation, isGone, isThere, reach, removal, SagaStore } from './replication/saga-store.js'
import type { Death } from './replication/short-lived-server.js'

/** For each transaction of a server that does it alone, one that is killed there and another that goes on. */
async function eachDeath(takesEffect: boolean, run: (death: Death) => Promise<boolean>) {
  for (let atTransaction = 1; ; atTransaction++) {
    if (await run({ atTransaction, takesEffect })) {
      assert.ok(atTransaction > 5, 'it takes some transactions')
      return
    }
  }
}

async function added(death: Death | undefined) {
  const store = new SagaStore(new MemoryEngine())
  await store.create()
  const isDone = await reach(store, store.open(death), creation, isThere)
  const next = store.open()
  await store.put(next)
  await reach(store, next, creation, isThere)
  return { store, next, isDone }
}

describe('a replica that is added', () => {
  for (const takesEffect of [false, true]) {
    const moment = takesEffect ? 'after' : 'before'
    it(`is complete if the server is killed right ${moment} any of its transactions`, () =>
      eachDeath(takesEffect, async (death) => {
        const { store, next, isDone } = await added(death)
        await store.requireReplica(next)
        return isDone
      }))
  }
})

describe('a replica that is removed', () => {
  for (const takesEffect of [false, true]) {
    const moment = takesEffect ? 'after' : 'before'
    it(`is gone if the server is killed right ${moment} any of its transactions`, () =>
      eachDeath(takesEffect, async (death) => {
        const { store, next } = await added(undefined)
        const isDone = await reach(store, store.open(death), removal, isGone)
        const last = store.open()
        await reach(store, last, removal, isGone)
        await store.put(next)
        // It can be added again, as another table.
        await reach(store, last, creation, isThere)
        await store.requireReplica(last)
        return isDone
      }))
  }
})

/** Servers of one database tell clients of DAX of each other, for as long as they are there. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { engineUnderTest } from '../support/engine-under-test.js'
import { until } from '../support/until.js'
import { openDaxCluster, toldBy, type DaxNode } from './dax-cluster.js'
import { withDaxServer } from './dax-server.js'

async function untilTold(node: DaxNode, ports: readonly number[]): Promise<void> {
  let told: readonly number[] = []
  const text = (list: readonly number[]) => String([...list].sort())
  await until(
    async () => text((told = await node.told())) === text(ports),
    () => `told ${told.join()} instead of ${ports.join()}`,
  )
}

describe('endpoints', () => {
  it('are the server itself if it is alone', async () => {
    await withDaxServer(async ({ port }) => {
      assert.deepEqual(await toldBy(port), [port])
    })
  })

  if (engineUnderTest === 'postgres') {
    it('are all servers of the database, without one that stopped or died', async () => {
      const cluster = await openDaxCluster()
      try {
        const first = await cluster.start()
        const second = await cluster.start()
        const third = await cluster.start()
        const all = [first, second, third].map(({ daxPort }) => daxPort)
        for (const node of [first, second, third]) await untilTold(node, all)
        const orders = await Promise.all([first, second, third].map((node) => node.told()))
        assert.deepEqual(orders[1], orders[0])
        assert.deepEqual(orders[2], orders[0])
        const dying = [first, second, third].find(({ daxPort }) => daxPort === orders[0]![0])!
        const left = [first, second, third].filter((node) => node !== dying)
        dying.kill()
        // They agree on another leader.
        for (const node of left) {
          await untilTold(
            node,
            left.map(({ daxPort }) => daxPort),
          )
        }
        assert.deepEqual(await left[0]!.told(), await left[1]!.told())
      } finally {
        await cluster.stop()
      }
    })
  }
})

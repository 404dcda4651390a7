/**
 * Reads through DAX are as fresh as they are said to be: on one server, and, if the engine under test is a database
 * that servers share, on two of them.
 */
import { describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import { seed } from '../support/chance.js'
import { clientOf, testCredentials } from '../support/client.js'
import { engineUnderTest } from '../support/engine-under-test.js'
import { openServerStore } from '../support/server-store.js'
import { startServers } from '../support/several-servers.js'
import { daxCluster, manageDax } from '../dax/manage.js'
import { openDaxCluster } from '../dax/dax-cluster.js'
import { openLine } from '../links/cut-line.js'
import { until } from '../support/until.js'
import { proveBoundedAge } from './aged-reads.js'
import { proveFreshReads } from './fresh-reads.js'

describe(`reads through DAX (seed ${seed})`, () => {
  it('are never older than what their server has acknowledged', async (test) => {
    const store = await openServerStore()
    const gramme = createGramme({ port: 0, dax: true, daxPort: 0, ...store.options })
    try {
      await gramme.start()
      const client = clientOf(gramme.address, testCredentials)
      const daxPort = gramme.daxAddress!.port
      test.diagnostic(await proveFreshReads([{ client, daxPort }]))
      client.sdk.destroy()
      client.streams.destroy()
    } finally {
      await gramme.stop()
      await store.remove()
    }
  })

  if (engineUnderTest === 'postgres') {
    it('follow what the other server of the database writes', async (test) => {
      const servers = await startServers(2, '', ['--dax', '--dax-port', '0'])
      try {
        const doors = servers.each.map((client, i) => ({
          client,
          daxPort: daxPortIn(servers.said(i)),
        }))
        test.diagnostic(await proveFreshReads(doors))
      } finally {
        await servers.stop()
      }
    })

    it('are never older than the time to live, whatever becomes of the database', async (test) => {
      const cluster = await openDaxCluster()
      const { line, url } = await lineTo(cluster.databaseUrl)
      try {
        const cutOff = await cluster.start(url)
        const writing = await cluster.start()
        await until(
          async () => (await writing.told()).length === 2,
          () => 'the servers did not find each other',
        )
        await keepItems(writing.client.url)
        test.diagnostic(await proveBoundedAge({ cutOff, writing, line, ttlMs }))
      } finally {
        line.mend()
        await cluster.stop()
        line.close()
      }
    })
  }
})

const ttlMs = 500

/** Makes the servers a cluster whose items are kept for a short time. */
async function keepItems(url: string): Promise<void> {
  const ParameterGroupName = 'short'
  await manageDax(url, 'CreateParameterGroup', { ParameterGroupName })
  await manageDax(url, 'UpdateParameterGroup', {
    ParameterGroupName,
    ParameterNameValues: [{ ParameterName: 'record-ttl-millis', ParameterValue: String(ttlMs) }],
  })
  await manageDax(url, 'CreateCluster', {
    ...{ ...daxCluster, ReplicationFactor: 2, ParameterGroupName },
  })
}

/** A way to a database that can be cut. It is soon known that it is. */
async function lineTo(databaseUrl: string) {
  const direct = new URL(databaseUrl)
  const line = await openLine(Number(direct.port))
  direct.port = new URL(line.url).port
  direct.search = '?waitMs=100&connectTimeoutMs=1000'
  return { line, url: direct.href }
}

/** From what the server has printed. */
function daxPortIn(said: string): number {
  return Number(/dax:\/\/[\w.[\]:]+:(\d+)/.exec(said)![1])
}

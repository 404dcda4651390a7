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
  }
})

/** From what the server has printed. */
function daxPortIn(said: string): number {
  return Number(/dax:\/\/[\w.[\]:]+:(\d+)/.exec(said)![1])
}

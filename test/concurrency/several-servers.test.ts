/**
 * Three servers on one PostgreSQL database, and clients that do not care which of them answers: the
 * same proofs as for one server, and what can only go wrong with several.
 */
import { after, before, describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { startServers, type SeveralServers } from '../support/several-servers.js'
import { createStrongTable } from '../support/strong-tables.js'
import { partitionOnly } from '../support/tables.js'
import { proofs, proveRegisters, type Pressure } from './driving.js'
import { proveIndexBuilds } from './index-builds.js'
import { provePaging } from './paging-across.js'
import { Registers } from './registers.js'
import { proveTableLives } from './table-lives.js'
import { proveTokens } from './tokens-across.js'

/**
 * Isolation levels, with the pressure of writers while tables change. If only serializability
 * orders writes and a change of a table, the change loses, for longer than a test should take.
 */
const isolations: Readonly<Record<string, Pressure>> = {
  'read-committed': { writersPerServer: 3, pauseMs: 0 },
  serializable: { writersPerServer: 1, pauseMs: 40 },
}

for (const [isolation, pressure] of Object.entries(isolations)) {
  describe(`three servers on one database, ${isolation} (seed ${seed})`, () => {
    let servers: SeveralServers
    before(async () => {
      servers = await startServers(3, `isolation=${isolation}`)
    })
    after(() => servers.stop())

    for (const [what, prove] of Object.entries(proofs)) {
      it(what, async (test) => {
        test.diagnostic(`GRAMME_SEED=${seed}`)
        test.diagnostic(await prove(servers.spread))
      })
    }

    it('see at once what one of them did to a table', async (test) => {
      test.diagnostic(await proveTableLives(servers.each, pressure))
    })

    it('miss nothing in an index that one of them adds', async (test) => {
      test.diagnostic(await proveIndexBuilds(servers, pressure))
    })

    it('are one linearizable table for the regions of a strongly consistent one', async (test) => {
      const urls = servers.each.map(({ url }) => url)
      const { spread, tableName } = await createStrongTable(urls, partitionOnly())
      test.diagnostic(await proveRegisters(Registers.of(spread, tableName)))
    })

    it('apply a transaction once, whichever of them gets its token', async () => {
      await proveTokens(servers)
    })

    it('continue each other’s pages', async () => {
      await provePaging(servers)
    })
  })
}

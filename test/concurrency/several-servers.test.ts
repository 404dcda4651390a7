/**
 * Three servers on one PostgreSQL database, and clients that do not care which of them answers: the
 * same proofs as for one server, and what only several can get wrong.
 */
import { after, before, describe, it } from 'node:test'
import { seed } from '../support/chance.js'
import { startServers, type SeveralServers } from '../support/several-servers.js'
import { proofs } from './driving.js'
import { proveIndexBuilds } from './index-builds.js'
import { provePaging } from './paging-across.js'
import { proveTableLives } from './table-lives.js'
import { proveTokens } from './tokens-across.js'

for (const isolation of ['read-committed', 'serializable']) {
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

    it('honour at once what one of them did to a table', async (test) => {
      test.diagnostic(await proveTableLives(servers.each))
    })

    it('miss nothing in an index that one of them was told to add', async (test) => {
      test.diagnostic(await proveIndexBuilds(servers))
    })

    it('apply a transaction once, whoever of them is sent its token', async () => {
      await proveTokens(servers)
    })

    it('go on with each other’s pages', async () => {
      await provePaging(servers)
    })
  })
}

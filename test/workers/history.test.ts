/** Two workers on one data folder, and clients that do not know which of them answers: the same proofs as for one server. */
import { after, before, describe, it } from 'node:test'
import { proofs, type Pressure } from '../concurrency/driving.js'
import { proveIndexBuilds } from '../concurrency/index-builds.js'
import { provePaging } from '../concurrency/paging-across.js'
import { proveTableLives } from '../concurrency/table-lives.js'
import { proveTokens } from '../concurrency/tokens-across.js'
import { seed } from '../support/chance.js'
import type { SeveralServers } from '../support/several-servers.js'
import { startTeam, type Team } from './team.js'

const pressure: Pressure = { writersPerServer: 3, pauseMs: 0 }

describe(`two workers on one folder (seed ${seed})`, () => {
  let team: Team
  let servers: SeveralServers
  before(async () => {
    team = await startTeam()
    const { client } = team
    servers = { each: [client, client], spread: client, stop: () => team.stop() }
  })
  after(() => team.stop())

  for (const [what, prove] of Object.entries(proofs)) {
    it(what, async (test) => {
      test.diagnostic(`GRAMME_SEED=${seed}`)
      test.diagnostic(await prove(team.client))
    })
  }

  it('see at once what one of them did to a table', async (test) => {
    test.diagnostic(await proveTableLives(servers.each, pressure))
  })

  it('miss nothing in an index that one of them adds', async (test) => {
    test.diagnostic(await proveIndexBuilds(servers, pressure))
  })

  it('apply a transaction once, whichever of them gets its token', async () => {
    await proveTokens(servers)
  })

  it('continue each other’s pages', async () => {
    await provePaging(servers)
  })
})

/** A global table of two deployments on PostgreSQL, one of them of two servers. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGramme } from '../../src/server/gramme.js'
import { clientOf } from '../support/client.js'
import { postgresDatabase } from '../support/postgres.js'
import { key, keyedByText, link, put, regions, replicate, untilEqual } from './linked-pair.js'

const TableName = 'carts'

describe('a global table of deployments on PostgreSQL', () => {
  it('is the same on both sides, whichever server was written to', async () => {
    const databases = [await postgresDatabase(), await postgresDatabase()] as const
    const servers = [0, 1, 1].map((i) =>
      createGramme({ port: 0, engine: databases[i as 0 | 1].url, logLevel: 'silent' }),
    )
    for (const server of servers) await server.start()
    const [here, there, beside] = servers.map(({ address }) => address)
    const pair = await link(here!, there!)
    const second = clientOf(beside!, { ...key, region: regions[1] })
    try {
      await pair.here.client.ask('CreateTable', { TableName, ...keyedByText })
      for (let n = 0; n < 50; n++) await put(pair.here, TableName, `here ${n}`, n)
      await replicate(pair, TableName)
      for (const { line } of [pair.here, pair.there]) line.cut()
      for (let n = 0; n < 50; n++) {
        await put(pair.here, TableName, `here ${n}`, 100 + n)
        await put(pair.there, TableName, `there ${n}`, n)
        await put({ client: second, line: pair.there.line }, TableName, `beside ${n}`, n)
      }
      for (const { line } of [pair.here, pair.there]) line.mend()
      const items = await untilEqual(pair, TableName)
      assert.equal(items.match(/=/g)?.length, 150)
      assert.match(items, /here 49=149/)
    } finally {
      pair.close()
      second.sdk.destroy()
      second.streams.destroy()
      for (const server of servers) await server.stop()
      for (const database of databases) await database.remove()
    }
  })
})

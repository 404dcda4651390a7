/** How many statements a new definition of a table takes on PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Catalog } from '../catalog/catalog.js'
import type { TableDefinition } from '../model/table.js'
import { systemClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine } from '../storage/engine.js'
import { openPostgresEngine } from '../storage/postgres/postgres-engine.js'
import { readPostgresUrl } from '../storage/postgres/url.js'
import { postgresDatabase, type TestDatabase } from '../../test/support/postgres.js'

const here = { account: '000000000000', region: 'us-east-1' }

describe('statements of a new definition', () => {
  let database: TestDatabase
  let engine: Engine
  let catalog: Catalog
  let sent: string[] = []

  before(async () => {
    database = await postgresDatabase()
    const onStatement = (text: string) => sent.push(text)
    engine = await openPostgresEngine({ ...readPostgresUrl(database.url), onStatement })
    const settings = { tableTransitionMs: 0 }
    catalog = new Catalog({ engine, clock: systemClock, random: systemRandom, settings })
    const throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }
    await catalog.createTable({
      ...here,
      name: 'subject',
      keySchema: { partition: { name: 'pk', type: 'S' } },
      attributeTypes: { pk: 'S' },
      indexes: [],
      billing: { mode: 'on-demand', throughput },
      deletionProtection: false,
      tags: [],
    })
  })
  after(async () => {
    await engine.close()
    await database.remove()
  })

  function check(
    title: string,
    expected: number,
    change: (definition: TableDefinition) => TableDefinition,
  ): void {
    it(`${expected}: ${title}`, async () => {
      sent = []
      await catalog.changeSetting(here, 'subject', change)
      assert.equal(sent.length, expected, sent.join('\n'))
    })
  }

  // Read and write.
  check('tags', 2, (definition) => ({ ...definition, tags: [{ key: 'a', value: 'b' }] }))
  check('deletion protection', 2, (definition) => ({ ...definition, deletionProtection: true }))
  // Read, find the space, then begin and lock, read, write, commit.
  check('a layout', 6, (definition) => ({ ...definition, encryption: { enabled: true } }))
})

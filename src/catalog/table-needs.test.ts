/** A table created by a newer server, which needs something that this one does not know. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestEngine } from '../../test/support/engines.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { systemSpace, type Engine } from '../storage/engine.js'
import { tableRecordKey } from '../storage/keyspace.js'
import { Catalog } from './catalog.js'
import type { TableDraft } from './table-draft.js'
import type { RefusedTable } from './table-record.js'

const here = { account: '000000000000', region: 'us-east-1' }

function draft(name: string): TableDraft {
  const throughput = { readUnits: 0, writeUnits: 0, decreasesToday: 0 }
  return {
    ...here,
    name,
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S' },
    indexes: [],
    billing: { mode: 'on-demand', throughput },
    deletionProtection: false,
    tags: [],
  }
}

async function world() {
  const engine = await openTestEngine()
  const refused: RefusedTable[] = []
  const open = () =>
    new Catalog({
      engine,
      clock: new VirtualClock(),
      random: systemRandom,
      settings: { tableTransitionMs: 0 },
      onRefused: (table) => refused.push(table),
    })
  const catalog = open()
  await catalog.createTable(draft('plain'))
  await catalog.createTable(draft('newer'))
  await addNeeds(engine, 'newer', ['teleport', 'vectors'])
  return { engine, catalog: open(), refused }
}

/** Stores needs as a newer server would. */
async function addNeeds(engine: Engine, name: string, needs: readonly string[]): Promise<void> {
  const get = { kind: 'get', space: systemSpace, key: tableRecordKey(here, name) } as const
  await engine.transact({
    reads: [get],
    decide([record]) {
      const stored = JSON.parse(record!.toString('utf8', 1)) as object
      const json = Buffer.from(JSON.stringify({ ...stored, needs }))
      const value = Buffer.concat([Buffer.of(2), json])
      return { mutations: [{ ...get, kind: 'put', value }], result: undefined }
    },
  })
}

const refusal = {
  type: 'ServiceUnavailable',
  message: 'Table newer needs a newer version of Gramme (teleport, vectors)',
}

describe('a table that needs what this server does not know', () => {
  it('is refused by everything that uses it', async () => {
    const { catalog } = await world()
    await assert.rejects(catalog.findTable(here, 'newer'), refusal)
    await assert.rejects(catalog.requireTable(here, 'newer'), refusal)
    await assert.rejects(catalog.createTable(draft('newer')), refusal)
    await assert.rejects(
      catalog.updateTable(here, 'newer', (same) => same),
      refusal,
    )
    await assert.rejects(
      catalog.changeSetting(here, 'newer', (same) => same),
      refusal,
    )
    await assert.rejects(
      catalog.deleteTable(here, 'newer', () => undefined),
      refusal,
    )
  })

  it('is listed, but skipped and reported when all tables are visited', async () => {
    const { catalog, refused } = await world()
    assert.deepEqual((await catalog.listTables(here, undefined, 10)).names, ['newer', 'plain'])
    const visited: string[] = []
    for await (const { name } of catalog.allTables()) visited.push(name)
    assert.deepEqual(visited, ['plain'])
    const unknownNeeds = ['teleport', 'vectors']
    assert.deepEqual(refused, [{ kind: 'refused', tableName: 'newer', unknownNeeds }])
    await catalog.finishTransitions()
  })

  it('does not keep other tables from being used', async () => {
    const { catalog } = await world()
    const tags = [{ key: 'a', value: 'b' }]
    await catalog.changeSetting(here, 'plain', (table) => ({ ...table, tags }))
    assert.deepEqual((await catalog.loadTable(here, 'plain'))?.tags, tags)
    await catalog.deleteTable(here, 'plain', () => undefined)
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ServiceError } from '../model/errors.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import { Catalog } from './catalog.js'
import type { TableDraft } from './table-draft.js'
import { openTestEngine } from '../../test/support/engines.js'
import { stateOf } from './life-cycle.js'

const here = { account: '000000000000', region: 'us-east-1' }
const elsewhere = { account: '000000000000', region: 'eu-west-1' }

function draft(name: string, scope = here): TableDraft {
  return {
    ...scope,
    name,
    keySchema: { partition: { name: 'pk', type: 'S' } },
    attributeTypes: { pk: 'S', g: 'N' },
    indexes: [
      {
        kind: 'global',
        name: 'by-g',
        keySchema: { partition: [{ name: 'g', type: 'N' }], sort: [] },
        projection: { kind: 'all' },
      },
    ],
    billing: {
      mode: 'on-demand',
      throughput: { readUnits: 0, writeUnits: 0, decreasesToday: 0 },
    },
    deletionProtection: false,
    tags: [],
  }
}

/** Two servers on one database: two catalogs on one engine. */
async function twoCatalogs(tableTransitionMs = 0) {
  const engine = await openTestEngine()
  const clock = new VirtualClock()
  const open = () =>
    new Catalog({ engine, clock, random: systemRandom, settings: { tableTransitionMs } })
  return { engine, clock, one: open(), other: open() }
}

async function refused(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ServiceError) return `${error.type}: ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('the catalog', () => {
  it('gives every table and index its own space', async () => {
    const { one } = await twoCatalogs()
    const spaces = new Set<number>()
    for (const name of ['aaa', 'bbb']) {
      const table = await one.createTable(draft(name))
      for (const space of [table.space, ...table.indexes.map((index) => index.space)]) {
        spaces.add(space)
      }
    }
    assert.equal(spaces.size, 4)
  })

  it('keeps regions apart', async () => {
    const { one } = await twoCatalogs()
    await one.createTable(draft('aaa'))
    await one.createTable(draft('aaa', elsewhere))
    assert.deepEqual((await one.listTables(here, undefined, 10)).names, ['aaa'])
    await one.deleteTable(here, 'aaa', () => undefined)
    assert.equal(await one.findTable(here, 'aaa'), undefined)
    assert.equal((await one.findTable(elsewhere, 'aaa'))?.region, 'eu-west-1')
  })

  it('refuses a second table of the same name, whichever server created the first', async () => {
    const { one, other } = await twoCatalogs()
    await one.createTable(draft('aaa'))
    assert.equal(
      await refused(other.createTable(draft('aaa'))),
      'ResourceInUseException: Table already exists: aaa',
    )
  })

  it('notices that another server changed or replaced a table', async () => {
    const { one, other } = await twoCatalogs()
    const made = await one.createTable(draft('aaa'))
    const seen = await other.findTable(here, 'aaa')
    assert.ok(seen)
    assert.ok(await other.isCurrent(seen))
    await one.deleteTable(here, 'aaa', () => undefined)
    const again = await one.createTable(draft('aaa'))
    assert.notEqual(again.id, made.id)
    assert.equal(await other.isCurrent(seen), false)
    other.forget(seen)
    assert.equal((await other.findTable(here, 'aaa'))?.id, again.id)
  })

  it('loses no change when two servers change one table at once', async () => {
    const { one, other } = await twoCatalogs()
    await one.createTable(draft('aaa'))
    const tag = (catalog: Catalog, key: string) =>
      catalog.changeSetting(here, 'aaa', (definition) => ({
        ...definition,
        tags: [...definition.tags, { key, value: '' }],
      }))
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => tag(i % 2 === 0 ? one : other, `tag${i}`)),
    )
    assert.equal((await one.requireTable(here, 'aaa')).tags.length, 20)
  })

  it('pages through names in order', async () => {
    const { one } = await twoCatalogs()
    for (const name of ['ccc', 'aaa', 'bbb']) await one.createTable(draft(name))
    const first = await one.listTables(here, undefined, 2)
    assert.deepEqual(first, { names: ['aaa', 'bbb'], more: true })
    assert.deepEqual(await one.listTables(here, 'bbb', 2), { names: ['ccc'], more: false })
  })

  it('passes through CREATING, UPDATING and DELETING by the clock alone', async () => {
    const { one, other, clock } = await twoCatalogs(1000)
    const state = async () => {
      const table = await other.loadTable(here, 'aaa')
      return table === undefined ? 'absent' : stateOf(table, clock.now())
    }
    await one.createTable(draft('aaa'))
    assert.equal(await state(), 'creating')
    assert.equal(await other.findTable(here, 'aaa'), undefined)
    assert.match(
      await refused(other.deleteTable(here, 'aaa', () => undefined)),
      /still in use: Table is being created: aaa$/,
    )
    clock.advance(1000)
    assert.equal(await state(), 'active')
    const tableClass = { name: 'STANDARD_INFREQUENT_ACCESS' }
    await other.updateTable(here, 'aaa', (definition) => ({ ...definition, tableClass }))
    assert.equal(await state(), 'updating')
    assert.ok(await one.findTable(here, 'aaa'))
    clock.advance(1000)
    await one.deleteTable(here, 'aaa', () => undefined)
    assert.equal(await state(), 'deleting')
    assert.deepEqual((await one.listTables(here, undefined, 10)).names, ['aaa'])
    clock.advance(1000)
    assert.equal(await state(), 'absent')
    assert.deepEqual((await one.listTables(here, undefined, 10)).names, [])
  })

  it('frees a deleted table once, and not the table that took its name', async () => {
    const { one, clock } = await twoCatalogs(1000)
    const old = await one.createTable(draft('aaa'))
    clock.advance(1000)
    await one.deleteTable(here, 'aaa', () => undefined)
    clock.advance(1000)
    const fresh = await one.createTable(draft('aaa'))
    await one.finishTransitions()
    assert.notEqual(fresh.space, old.space)
    clock.advance(1000)
    assert.equal((await one.findTable(here, 'aaa'))?.id, fresh.id)
    await one.deleteTable(here, 'aaa', () => undefined)
    clock.advance(1000)
    await one.finishTransitions()
    assert.equal(await one.loadTable(here, 'aaa'), undefined)
  })
})

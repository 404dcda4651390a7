/** What a new definition costs: settings can change during running requests, layouts cannot. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDefinition, Throughput } from '../model/table.js'
import { VirtualClock } from '../stdx/clock.js'
import { systemRandom } from '../stdx/random.js'
import type { Engine, Transaction, Read } from '../storage/engine.js'
import { openTestEngine } from '../../test/support/engines.js'
import { Catalog } from './catalog.js'
import { stateOf } from './life-cycle.js'
import type { DefinitionDraft } from './settle-derived.js'
import type { TableDraft } from './table-draft.js'
import { updateJobOf } from './update-job.js'

const here = { account: '000000000000', region: 'us-east-1' }
const units = (readUnits: number): Throughput => ({ readUnits, writeUnits: 1, decreasesToday: 0 })
const provisioned = (readUnits: number) =>
  ({ mode: 'provisioned', throughput: units(readUnits) }) as const
const stream = { enabled: true, viewType: 'NEW_IMAGE' } as const

const draft: TableDraft = {
  ...here,
  name: 'subject',
  keySchema: { partition: { name: 'pk', type: 'S' } },
  attributeTypes: { pk: 'S', g: 'N' },
  indexes: [
    {
      kind: 'global',
      name: 'by-g',
      keySchema: { partition: [{ name: 'g', type: 'N' }], sort: [] },
      projection: { kind: 'all' },
      throughput: units(1),
    },
  ],
  billing: provisioned(1),
  deletionProtection: false,
  tags: [],
}

/** Records the spaces that transactions lock exclusively. */
function recording(engine: Engine, exclusive: number[]): Engine {
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'transact') {
        return (transaction: Transaction<readonly Read[], unknown>) => {
          exclusive.push(...(transaction.exclusive ?? []))
          return target.transact(transaction)
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

async function world(shape: Partial<TableDraft> = {}) {
  const exclusive: number[] = []
  const engine = recording(await openTestEngine(), exclusive)
  const clock = new VirtualClock()
  const settings = { tableTransitionMs: 1000 }
  const open = () => new Catalog({ engine, clock, random: systemRandom, settings })
  const [one, other] = [open(), open()]
  await one.createTable({ ...draft, ...shape })
  clock.advance(1000)
  const held = await other.requireTable(here, draft.name)
  exclusive.length = 0
  return { one, other, clock, held, exclusive }
}

type Change = (definition: TableDefinition) => DefinitionDraft

describe('a new definition', () => {
  function check(what: string, kind: 'settings' | 'layout', change: Change, shape = {}): void {
    it(`${kind === 'settings' ? 'leaves' : 'breaks'} guards: ${what}`, async () => {
      const { one, other, clock, held, exclusive } = await world(shape)
      const updated = await one.updateTable(here, draft.name, change)
      const isJob = updateJobOf(held, change(held)) !== undefined
      assert.equal(stateOf(updated, clock.now()), isJob ? 'updating' : 'active')
      assert.deepEqual(exclusive, kind === 'settings' ? [] : [held.space])
      assert.equal(await other.isCurrent(held), kind === 'settings')
      const seen = await other.requireTable(here, draft.name)
      const wanted = JSON.parse(JSON.stringify(change(held))) as Partial<DescribedSettings>
      for (const name of settingsChecked) assert.deepEqual(seen[name], wanted[name], name)
    })
  }

  const settingsChecked = ['tags', 'deletionProtection', 'billing', 'tableClass'] as const
  type DescribedSettings = Pick<TableDefinition, (typeof settingsChecked)[number]>

  const tags = [{ key: 'team', value: 'a' }]
  check('tags', 'settings', (before) => ({ ...before, tags }))
  check('deletion protection', 'settings', (before) => ({ ...before, deletionProtection: true }))
  check('table class', 'settings', (before) => ({ ...before, tableClass: { name: 'STANDARD' } }))
  check('throughput', 'settings', (before) => ({ ...before, billing: provisioned(9) }))
  check('warm throughput', 'settings', (before) => ({ ...before, warmThroughput: units(9) }))
  check('throughput of an index', 'settings', (before) => ({
    ...before,
    indexes: before.indexes.map((index) => ({ ...index, throughput: units(9) })),
  }))
  check('attribute types in another order', 'settings', (before) => ({
    ...before,
    attributeTypes: { g: 'N', pk: 'S' },
    tags,
  }))
  check('a little throughput beside a stream', 'settings', moreUnits(9), { stream })

  check('so much throughput that a stream gets more shards', 'layout', moreUnits(9000), { stream })
  check('a stream', 'layout', (before) => ({ ...before, stream, tags }))
  check('an index less', 'layout', (before) => ({ ...before, indexes: [], tags }))
  check('an index more', 'layout', (before) => ({
    ...before,
    indexes: [...before.indexes, { ...draft.indexes[0]!, name: 'another' }],
  }))
  check('encryption', 'layout', (before) => ({ ...before, encryption: { enabled: true } }))
  check('time to live', 'layout', (before) => ({
    ...before,
    timeToLive: { enabled: true, attribute: 'ttl', changedAtMs: 0 },
  }))

  function moreUnits(readUnits: number): Change {
    return (before) => ({ ...before, billing: provisioned(readUnits) })
  }

  it('is refused in the transaction that deletes, by protection that was set just before', async () => {
    const { one, other } = await world()
    const protect = (definition: TableDefinition) => ({ ...definition, deletionProtection: true })
    const refuse = ({ deletionProtection }: TableDefinition) => {
      assert.ok(deletionProtection)
      throw new Error('protected')
    }
    await one.changeSetting(here, draft.name, protect)
    await assert.rejects(other.deleteTable(here, draft.name, refuse), /protected/)
  })

  it('loses neither a setting nor a layout when both change at once', async () => {
    const { one, other, clock } = await world()
    const tag = (i: number) =>
      one.changeSetting(here, draft.name, (before) => ({
        ...before,
        tags: [...before.tags, { key: `tag${i}`, value: '' }],
      }))
    const encrypt = (i: number) =>
      other.changeSetting(here, draft.name, (before) => ({
        ...before,
        encryption: { enabled: true, kmsKeyArn: `${before.encryption?.kmsKeyArn ?? ''}${i}` },
      }))
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? tag(i) : encrypt(i))))
    const table = await one.requireTable(here, draft.name)
    assert.equal(table.tags.length, 10)
    assert.equal(table.encryption?.kmsKeyArn?.length, '135791113151719'.length)
    assert.equal(stateOf(table, clock.now()), 'active')
  })
})

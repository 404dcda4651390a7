/**
 * Every maintainer's mutations turn what the item before implies into what the item after implies.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spacesOf, type Derived } from '../../catalog/derived.js'
import type { Table } from '../../catalog/table.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import type { Item } from '../../model/item.js'
import { unreachable } from '../../stdx/assert.js'
import type { Mutation, SpaceId, Tally } from '../../storage/engine.js'
import { itemKey } from '../../storage/keyspace.js'
import { below, chanceOf, oneOf, seed, type Chance } from '../../../test/support/chance.js'
import { memoryEngine } from '../../../test/support/engines.js'
import { ExpiringTable } from '../expiry-suite.js'
import { StoredItem } from '../stored-item.js'
import type { PlacedItem } from './maintainer.js'
import { maintainerOf } from './maintainers.js'

const rounds = 2000

/** What is stored: entries by key, and the totals that are counted, by space. */
interface Held {
  readonly entries: Map<string, string>
  readonly totals: Map<SpaceId, Tally>
}

function apply(held: Held, mutation: Mutation): void {
  switch (mutation.kind) {
    case 'put':
      held.entries.set(hex(mutation.key), hex(mutation.value))
      return
    case 'delete':
      held.entries.delete(hex(mutation.key))
      return
    case 'tally':
      count(held, mutation.space, mutation)
      return
    default:
      unreachable(mutation as never)
  }
}

function count({ totals }: Held, space: SpaceId, added: Tally): void {
  const { entries, bytes } = totals.get(space) ?? { entries: 0, bytes: 0 }
  totals.set(space, { entries: entries + added.entries, bytes: bytes + added.bytes })
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Includes the totals of the entries, if the maintainer counts any. */
function implied(table: Table, derived: Derived, item: PlacedItem | undefined): Held {
  const entries = item ? maintainerOf(derived).entries(table, derived, item) : []
  const held: Held = {
    entries: new Map(entries.map(({ key, value }) => [hex(key), hex(value)])),
    totals: new Map(spacesOf(derived).map((space) => [space, { entries: 0, bytes: 0 }])),
  }
  if (derived.kind === 'expiry') return held
  for (const { weight = 0 } of entries) count(held, derived.space, { entries: 1, bytes: weight })
  const beside = item && maintainerOf(derived).countedBeside?.(derived, item.stored)
  if (beside) count(held, beside.space, { entries: 1, bytes: beside.bytes })
  return held
}

function someItem(chance: Chance): Item | undefined {
  if (chance() < 0.2) return undefined
  const group = oneOf<AttributeValue | undefined>(chance, [
    { S: `group-${below(chance, 3)}` },
    { S: '' },
    { N: '1' },
    undefined,
  ])
  const ttl = oneOf<AttributeValue | undefined>(chance, [
    { N: String(1_700_000_000 + below(chance, 3)) },
    { S: 'never' },
    undefined,
  ])
  const extra = { S: 'e'.repeat(below(chance, 3)) }
  const emb = oneOf<AttributeValue | undefined>(chance, [
    { L: [{ N: String(below(chance, 3)) }, { N: '0.123456789' }] },
    { L: [{ N: '1' }, { N: '2' }] },
    { L: [{ N: '1' }] },
    { L: [{ N: '1' }, { S: 'no number' }] },
    undefined,
  ])
  const some = { ...(group && { group }), ...(ttl && { ttl }), ...(emb && { emb }) }
  return { pk: { S: 'one' }, extra, ...some }
}

describe(`a maintainer (GRAMME_SEED=${seed})`, () => {
  async function tableWithAllKinds(): Promise<Table> {
    const local = {
      kind: 'local',
      name: 'local-by-group',
      keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [{ name: 'group', type: 'S' }] },
      projection: { kind: 'keys-only' },
    } as const
    const global = {
      kind: 'global',
      name: 'by-group',
      keySchema: { partition: [{ name: 'group', type: 'S' }], sort: [] },
      projection: { kind: 'include', attributes: ['extra'] },
    } as const
    const vector = {
      kind: 'vector',
      name: 'near',
      attribute: 'emb',
      dimensions: 2,
      distance: 'cosine',
      projection: { kind: 'keys-only' },
      hash: { name: 'group', type: 'S' },
      filters: [],
    } as const
    const subject = new ExpiringTable(memoryEngine())
    await subject.create({ indexes: [local, global], vectorIndexes: [vector] })
    return (await subject.enabled()).table()
  }

  for (const kind of ['local', 'global', 'vector', 'expiry'] as const) {
    it(`turns what an item implied into what it implies: ${kind}`, async () => {
      const table = await tableWithAllKinds()
      const derived = table.derived.find((each) => each.kind === kind)!
      const chance = chanceOf(seed)
      const key = itemKey(table.keySchema, { pk: { S: 'one' } })
      const placed = (item: Item | undefined) => item && { stored: StoredItem.of(item), key }
      for (let round = 0; round < rounds; round++) {
        const [before, after] = [placed(someItem(chance)), placed(someItem(chance))]
        const rewrite = { key, before: before?.stored, after: after?.stored }
        const held = implied(table, derived, before)
        const { mutations, written } = maintainerOf(derived).mutations(table, derived, rewrite)
        for (const mutation of mutations) apply(held, mutation)
        assert.deepEqual(held, implied(table, derived, after), JSON.stringify([before, after]))
        const isChanged = mutations.some(({ space }) => space === derived.space)
        assert.equal(written.length > 0, isChanged && kind !== 'expiry')
      }
    })
  }
})

/** Compares random SELECTs with evaluating every item, and their pages with the whole result. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.js'
import type { Comparator, Condition, Operand } from '../expressions/condition.js'
import { holds } from '../expressions/evaluate-condition.js'
import type { StretchPosition } from '../items/read/read-stretches.js'
import { openTable, type TestTable } from '../items/table-suite.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { runSelect } from './run-select.js'
import type { OrderKey, Select } from './statement.js'

const N = (number: number): AttributeValue => ({ N: String(number) })
const names = ['p', 's', 'v']

const opened = openTable({
  keySchema: { partition: { name: 'p', type: 'N' }, sort: { name: 's', type: 'N' } },
  indexes: [
    {
      kind: 'global',
      name: 'by-v',
      keySchema: { partition: [{ name: 'v', type: 'N' }], sort: [{ name: 's', type: 'N' }] },
      projection: { kind: 'all' },
    },
  ],
}).then(async (test) => {
  for (const item of allItems) await test.put(item)
  return test
})

const allItems: readonly Item[] = [0, 1, 2].flatMap((p) =>
  [0, 1, 2, 3].map((s) => ({ p: N(p), s: N(s), ...((p + s) % 4 > 0 && { v: N((p * s) % 3) }) })),
)

function randomCondition(random: SeededRandom, depth: number): Condition {
  const kind = random.below(depth > 0 ? 9 : 5)
  const operand = path(random.pick(names))
  if (kind === 0) {
    const candidates = Array.from({ length: 1 + random.below(3) }, () => constant(random))
    return { kind: 'in', operand, candidates }
  }
  if (kind === 1) {
    return { kind: 'between', operand, lower: constant(random), upper: constant(random) }
  }
  if (kind < 5) return randomComparison(random, operand)
  if (kind === 5) return { kind: 'not', condition: randomCondition(random, depth - 1) }
  const conditions = Array.from({ length: 2 + random.below(2) }, () =>
    randomCondition(random, depth - 1),
  )
  return { kind: kind === 6 ? 'or' : 'and', conditions }
}

const comparators: readonly Comparator[] = ['=', '=', '=', '<>', '<', '<=', '>', '>=']

function randomComparison(random: SeededRandom, operand: Operand): Condition {
  const [left, right] =
    random.below(5) > 0 ? [operand, constant(random)] : [constant(random), operand]
  return { kind: 'comparison', comparator: random.pick(comparators), left, right }
}

const path = (name: string): Operand => ({ kind: 'path', path: [name] })
const constant = (random: SeededRandom): Operand => ({ kind: 'value', value: N(random.below(4)) })

/** Half of them have a partition, so that not all are scans. */
function randomSelect(random: SeededRandom): Select {
  const index = random.below(3) === 0 ? 'by-v' : undefined
  const partition = index === undefined ? 'p' : 'v'
  const inner = randomCondition(random, 3)
  const candidates = [0, 1, 2]
    .filter(() => random.below(2) > 0)
    .map((n): Operand => ({ kind: 'value', value: N(n) }))
  const pinned: Condition = { kind: 'in', operand: path(partition), candidates }
  const where: Condition =
    candidates.length === 0 ? inner : { kind: 'and', conditions: [pinned, inner] }
  const descending = random.below(2) > 0
  const orderBy: readonly OrderKey[] =
    random.below(3) > 0
      ? []
      : [
          { attribute: partition, descending },
          { attribute: 's', descending: !descending },
        ]
  return {
    kind: 'select',
    source: { table: 'things', index },
    projection: undefined,
    where,
    orderBy,
  }
}

const nameOf = (item: Item): string => JSON.stringify([item['p'], item['s']])

/** Everything that a SELECT returns, read in pages of `limit` items. */
async function readAll({ items, table }: TestTable, select: Select, limit?: number) {
  const shown: string[] = []
  let next: StretchPosition | undefined
  do {
    const from = next
    const page = await runSelect(items, table, {
      select,
      consistent: false,
      limit,
      start: () => from,
    })
    for (const item of page.items) shown.push(nameOf(JSON.parse(JSON.stringify(item)) as Item))
    next = page.next
  } while (next !== undefined)
  return shown
}

const refusals = /^(Overlapping conditions|Must have (hash key|at least one)|Too many decomposed)/

const seed = Number(process.env['GRAMME_SEED'] ?? 20261115)

describe('a random SELECT', () => {
  it(`returns what evaluating every item would, in pages of any size (seed ${seed})`, async () => {
    const test = await opened
    const random = seededRandom(seed)
    let answered = 0
    for (let round = 0; round < 1500; round++) {
      const select = randomSelect(random)
      const there = allItems.filter((item) => select.source.index === undefined || 'v' in item)
      const expected = there.filter((item) => holds(select.where!, item)).map(nameOf)
      try {
        const shown = await readAll(test, select)
        assert.deepEqual(shown.toSorted(), expected.toSorted(), JSON.stringify(select))
        assert.deepEqual(await readAll(test, select, 1 + random.below(4)), shown)
        answered++
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        assert.match(error.message, refusals)
      }
    }
    assert.ok(answered > 500, `only ${answered} were answered`)
  })
})

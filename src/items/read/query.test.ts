import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KeyCondition } from '../../expressions/key-conditions.js'
import { compareValues } from '../../model/compare-values.js'
import type { AttributeValue } from '../../model/attribute-value.js'
import { attributeOf, type Item } from '../../model/item.js'
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.js'
import type { QueryRequest } from './query.js'
import type { ScanRequest } from './scan.js'
import { openTable, type TestTable } from '../table-suite.js'

const S = (text: string): AttributeValue => ({ S: text })
const N = (number: number): AttributeValue => ({ N: String(number) })

/**
 * A table with a few partitions, a local index, and a global index whose key has several
 * attributes.
 */
const opened = openTable({
  keySchema: { partition: { name: 'p', type: 'S' }, sort: { name: 's', type: 'N' } },
  indexes: [
    {
      kind: 'local',
      name: 'local',
      keySchema: {
        partition: [{ name: 'p', type: 'S' }],
        sort: [{ name: 'l', type: 'S' }],
      },
      projection: { kind: 'keys-only' },
    },
    {
      kind: 'global',
      name: 'many',
      keySchema: {
        partition: [
          { name: 'g', type: 'S' },
          { name: 'h', type: 'N' },
        ],
        sort: [
          { name: 'l', type: 'S' },
          { name: 'n', type: 'N' },
        ],
      },
      projection: { kind: 'all' },
    },
  ],
})

const partitions = ['', 'a', 'b'].map((name) => `p${name}`)
const texts = ['\u0000', 'a', 'a\u0000', 'ab', 'b', 'é']

async function filled(random: SeededRandom): Promise<{ test: TestTable; items: Item[] }> {
  const test = await opened
  const items = new Map<string, Item>()
  for (let n = 0; n < 150; n++) {
    const item: Item = {
      p: S(random.pick(partitions)),
      s: N(random.below(60) - 30),
      g: S(random.pick(['x', 'y'])),
      h: N(random.below(2)),
      ...(random.below(5) > 0 && { l: S(random.pick(texts)) }),
      ...(random.below(5) > 0 && { n: N(random.below(4) - 2) }),
      rest: S('r'.repeat(random.below(20))),
    }
    await test.put(item)
    items.set(JSON.stringify([item['p'], item['s']]), item)
  }
  return { test, items: [...items.values()] }
}

interface Source {
  readonly indexName: string | undefined
  readonly partition: readonly string[]
  readonly sort: readonly string[]
}

const sources: readonly Source[] = [
  { indexName: undefined, partition: ['p'], sort: ['s'] },
  { indexName: 'local', partition: ['p'], sort: ['l'] },
  { indexName: 'many', partition: ['g', 'h'], sort: ['l', 'n'] },
]

const isNumber = (name: string): boolean => ['s', 'h', 'n'].includes(name)

function randomValue(name: string, random: SeededRandom): AttributeValue {
  if (name === 'p') return S(random.pick(partitions))
  if (name === 'g') return S(random.pick(['x', 'y']))
  if (name === 'h') return N(random.below(2))
  if (name === 'l') return S(random.pick(texts))
  return N(random.below(60) - 30)
}

function randomConditions(source: Source, random: SeededRandom): KeyCondition[] {
  const equal = (attribute: string): KeyCondition => ({
    kind: '=',
    attribute,
    value: randomValue(attribute, random),
  })
  const used = source.sort.slice(0, random.below(source.sort.length + 1))
  const last = used.pop()
  return [
    ...source.partition.map(equal),
    ...used.map(equal),
    ...(last === undefined ? [] : [randomCondition(last, random)]),
  ]
}

function randomCondition(attribute: string, random: SeededRandom): KeyCondition {
  const kinds = ['=', '<', '<=', '>', '>=', 'between', 'begins-with'] as const
  const kind = random.pick(isNumber(attribute) ? kinds.slice(0, 6) : kinds)
  if (kind !== 'between') return { kind, attribute, value: randomValue(attribute, random) }
  const bounds = [randomValue(attribute, random), randomValue(attribute, random)]
  const [lower, upper] = bounds.sort((a, b) => compareValues(a, b)!)
  return { kind, attribute, lower: lower!, upper: upper! }
}

function meets(item: Item, condition: KeyCondition): boolean {
  const value = attributeOf(item, condition.attribute)
  if (value === undefined || condition.kind === 'not-indexable') return false
  if (condition.kind === 'between') {
    return (
      compareValues(value, condition.lower)! >= 0 && compareValues(value, condition.upper)! <= 0
    )
  }
  if (condition.kind === 'begins-with') {
    return (value as { S: string }).S.startsWith((condition.value as { S: string }).S)
  }
  const order = compareValues(value, condition.value)!
  const holds = {
    '=': order === 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  }
  return holds[condition.kind]
}

const isIn = (item: Item, { partition, sort }: Source): boolean =>
  [...partition, ...sort].every((name) => attributeOf(item, name) !== undefined)

const keyOf = ({ p, s }: Item): string => JSON.stringify([p, s])

const everything = {
  consistent: false,
  start: undefined,
  limit: undefined,
  filter: undefined,
  filterName: 'Filter Expression',
  selection: { kind: 'projected' },
} as const

/** Returns all items of a read, page after page, as a client would fetch them. */
async function allPages(
  read: (start: Item | undefined) => ReturnType<TestTable['items']['query']>,
): Promise<Item[]> {
  const seen: Item[] = []
  let start: Item | undefined
  do {
    const page = await read(start)
    seen.push(...page.items.map(({ item }) => item))
    start = page.lastKey
  } while (start !== undefined)
  return seen
}

function sortedBy(names: readonly string[], reverse: boolean): (a: Item, b: Item) => number {
  return (a, b) => {
    for (const name of names) {
      const order = compareValues(attributeOf(a, name)!, attributeOf(b, name)!)!
      if (order !== 0) return reverse ? -order : order
    }
    return 0
  }
}

describe('any query', () => {
  for (const seed of [1, 2, 3]) {
    it(`in any direction and pages visits each match once, in order (seed ${seed})`, async () => {
      const random = seededRandom(seed)
      const { test, items } = await filled(random)
      const stored = (await test.items.scan(test.table, scanOf({}))).items.map(({ item }) => item)
      assert.ok(stored.length >= items.length)
      for (let round = 0; round < 300; round++) {
        const source = random.pick(sources)
        const conditions = randomConditions(source, random)
        const reverse = random.below(2) === 0
        const limit = random.pick([undefined, 1, 2, 3, 5, 100])
        const request: QueryRequest = {
          ...everything,
          indexName: source.indexName,
          conditions,
          reverse,
          limit,
        }
        const seen = await allPages((start) => test.items.query(test.table, { ...request, start }))
        const expected = stored.filter(
          (item) => isIn(item, source) && conditions.every((condition) => meets(item, condition)),
        )
        const shown = JSON.stringify({ round, request })
        assert.deepEqual(seen.map(keyOf).sort(), expected.map(keyOf).sort(), shown)
        assert.deepEqual(seen, [...seen].sort(sortedBy(source.sort, reverse)), shown)
      }
    })
  }

  it('continues from any item that it could have ended with', async () => {
    const { test } = await filled(seededRandom(9))
    const request: QueryRequest = {
      ...everything,
      indexName: 'local',
      conditions: [{ kind: '=', attribute: 'p', value: S('pa') }],
      reverse: false,
    }
    const whole = (await test.items.query(test.table, request)).items.map(({ item }) => item)
    assert.ok(whole.length > 10)
    for (const [i, { p, s, l }] of whole.entries()) {
      const start = { p: p!, s: s!, l: l! }
      const rest = await test.items.query(test.table, { ...request, start })
      assert.deepEqual(
        rest.items.map(({ item }) => item),
        whole.slice(i + 1),
      )
      const before = await test.items.query(test.table, { ...request, start, reverse: true })
      assert.deepEqual(
        before.items.map(({ item }) => item),
        whole.slice(0, i).reverse(),
      )
    }
  })
})

function scanOf(rest: Partial<ScanRequest>): ScanRequest {
  const { filterName: _unused, ...common } = everything
  return { ...common, indexName: undefined, segment: undefined, ...rest }
}

describe('any scan', () => {
  it('in any segments and pages visits each item once', async () => {
    const random = seededRandom(4)
    const { test } = await filled(random)
    for (const { indexName, ...source } of sources) {
      const stored = (await test.items.scan(test.table, scanOf({}))).items
      const expected = stored
        .map(({ item }) => item)
        .filter((item) => isIn(item, { indexName, ...source }))
        .map(keyOf)
        .sort()
      for (const total of [1, 2, 3, 17]) {
        const seen: Item[] = []
        for (let number = 0; number < total; number++) {
          const limit = random.pick([1, 4, 50, undefined])
          const request = scanOf({ indexName, limit, segment: { number, total } })
          seen.push(
            ...(await allPages((start) => test.items.scan(test.table, { ...request, start }))),
          )
        }
        assert.deepEqual(seen.map(keyOf).sort(), expected)
      }
    }
  })
})

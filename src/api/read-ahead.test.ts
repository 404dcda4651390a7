import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, type SeededRandom } from '../../test/support/seeded-random.js'
import { itemSizeBytes } from '../model/item-size.js'
import { readExpressions } from '../expressions/read-expressions.js'
import type { ValueMap } from '../expressions/substitutions.js'
import { findFacts, namesIn } from '../model/read-ahead.js'
import { readItem, type RawAttributeMap } from '../model/read-attribute-value.js'
import { readAhead, wideMapMembers } from './read-ahead.js'
import { requireServiceOperation } from './services.js'

const { decodeJson } = requireServiceOperation('dynamodb.PutItem')

/** What becomes of an input: the item and its size, or the error. */
function outcomeOf(json: unknown): unknown {
  try {
    const { Item } = decodeJson(json) as { readonly Item: RawAttributeMap }
    const item = readItem(Item)
    return { printed: JSON.stringify(item), sizeBytes: itemSizeBytes(item) }
  } catch (error) {
    return (error as Error).message
  }
}

async function check(text: string): Promise<void> {
  const json = JSON.parse(text) as unknown
  await readAhead(json)
  assert.deepEqual(outcomeOf(json), outcomeOf(JSON.parse(text)), text.slice(0, 1000))
}

const put = (item: string): string => `{"TableName":"t","Item":${item}}`
const many = (value: string, count = 100): string =>
  Array.from({ length: count }, () => value).join(',')
const nested = (levels: number): string =>
  `${'{"M":{"a":'.repeat(levels)}{"L":[${many('{"N":"1.0"}')}]}${'}}'.repeat(levels)}`

const items: readonly (readonly [string, string])[] = [
  ['no item', '1'],
  ['an empty item', '{}'],
  ['numbers that change', `{"a":{"L":[${many('{"N":"01.50"}')}]}}`],
  ['sets that change', `{"a":{"L":[${many('{"NS":["3","1.0"]}')},{"SS":["b","a"]}]}}`],
  ['members that are dropped', `{"a":{"L":[${many('{"S":"x","Z":1,"N":null}')}]}}`],
  ['a bad value among good ones', `{"a":{"L":[${many('{"N":"1"}')},{"N":"x"}]},"b":{"N":"y"}}`],
  ['a value of no type', `{"a":{"L":[${many('{"N":"1"}')},{}]}}`],
  ['a value of two types', `{"a":{"L":[${many('{"N":"1"}')},{"N":"1","S":"x"}]}}`],
  ['a scalar in place of a value', `{"a":{"L":[${many('{"N":"1"}')},1]}}`],
  ['a null in place of a value', `{"a":{"L":[${many('{"N":"1"}')},null]}}`],
  ['an empty name', `{"a":{"M":{"":{"S":"x"},"l":{"L":[${many('{"N":"1"}')}]}}}}`],
  ['names like types', `{"M":{"M":{"L":{"L":[${many('{"N":"1"}')}]}}},"S":{"S":"S"}}`],
  [
    'a name like __proto__',
    `{"__proto__":{"L":[${many('{"N":"1.0"}')}]},"a":{"M":{"__proto__":{"N":"1.0"}}}}`,
  ],
  ['a set with a repetition', `{"a":{"L":[${many('{"N":"1"}')},{"SS":["a","a"]}]}}`],
  [
    'text and bytes',
    `{"ü":{"M":{"é":{"S":"漢字"},"b":{"B":"AAAA"},"l":{"L":[${many('{"S":"ß"}')}]}}}}`,
  ],
  ['the deepest value', `{"a":${nested(30)}}`],
  ['a value that is too deep by one', `{"a":${nested(31)}}`],
  ['a value that is far too deep', `{"a":${nested(200)}}`],
]

describe('reading ahead', () => {
  for (const [name, item] of items) it(`changes nothing about ${name}`, () => check(put(item)))

  it('lists the names of a wide map once', async () => {
    for (const [count, isWide] of [
      [wideMapMembers, false],
      [wideMapMembers + 1, true],
    ] as const) {
      const names = Array.from({ length: count }, (_, n) => `#${n}`)
      const input = { ExpressionAttributeNames: Object.fromEntries(names.map((n) => [n, 'a'])) }
      await readAhead(input)
      assert.deepEqual(namesIn(input.ExpressionAttributeNames), names)
      const isSame =
        namesIn(input.ExpressionAttributeNames) === namesIn(input.ExpressionAttributeNames)
      assert.equal(isSame, isWide)
    }
  })

  const wide = (last: string) =>
    `{${Array.from({ length: 2000 }, (_, n) => `":${n}":{"N":"1.0"},`).join('')}${last}}`
  for (const [name, values] of [
    ['good values of which one is used', wide('":z":{"S":"x"}')],
    ['a bad value', wide('":z":{}')],
    ['a bad key', wide('"z":{"S":"x"}')],
  ] as const) {
    it(`changes nothing about placeholders with ${name}`, async () => {
      const read = (ExpressionAttributeValues: unknown) => () =>
        readExpressions({ condition: 'a = :5', values: ExpressionAttributeValues as ValueMap })
      const json = { ExpressionAttributeValues: JSON.parse(values) as unknown }
      await readAhead(json)
      assert.throws(read(json.ExpressionAttributeValues), (ahead: Error) => {
        assert.throws(read(JSON.parse(values)), { message: ahead.message })
        return true
      })
    })
  }

  it('remembers long lists and maps, and puts their values into normal form', async () => {
    const members = Array.from({ length: 100 }, (_, n) => `"a${n}":{"N":"1.0"}`).join(',')
    const json = JSON.parse(`{"x":[{"Item":{${members}}}],"y":[${many('{"N":"2.0"}')}]}`) as {
      x: [{ Item: Record<string, unknown> }]
      y: unknown[]
    }
    await readAhead(json)
    assert.deepEqual(json.x[0].Item['a7'], { N: '1' })
    assert.deepEqual(json.y[7], { N: '2' })
    assert.deepEqual(findFacts(json.x[0].Item), { levels: 1, sizeBytes: 10 * 4 + 90 * 5 })
    assert.deepEqual(findFacts(json.y), { levels: 1, sizeBytes: 300 })
  })

  for (let seed = 1; seed <= 200; seed++) {
    it(`changes nothing about a random item, seed ${seed}`, () =>
      check(put(randomMap(seededRandom(seed), 4))))
  }
})

const good = [
  '{"S":"x"}',
  '{"N":"1.0"}',
  '{"BOOL":true}',
  '{"NULL":true}',
  '{"NS":["2","1"]}',
  '{"B":"AA=="}',
]
const bad = [
  '{}',
  'null',
  '1',
  '[]',
  '{"N":""}',
  '{"SS":[]}',
  '{"S":"x","N":"1"}',
  '{"NULL":false}',
  '{"S":1}',
]

function randomValue(random: SeededRandom, depth: number): string {
  const kind = random.below(depth === 0 ? 400 : 1000)
  if (kind === 0) return random.pick(bad)
  if (kind < 400) return random.pick(good)
  return kind < 700
    ? `{"M":${randomMap(random, depth - 1)}}`
    : `{"L":[${randomValues(random, depth - 1)}]}`
}

function randomValues(random: SeededRandom, depth: number): string {
  return Array.from({ length: random.below(12) }, () => randomValue(random, depth)).join(',')
}

function randomMap(random: SeededRandom, depth: number): string {
  const names = Array.from({ length: random.below(12) }, (_, n) =>
    random.pick(['L', 'M', 'S', `a${n}`]),
  )
  return `{${names.map((name) => `"${name}":${randomValue(random, depth)}`).join(',')}}`
}

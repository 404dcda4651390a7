import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom, type SeededRandom } from '../../../../test/support/seeded-random.js'
import { JsonReader } from './json-reader.js'

function readInPieces(text: string, pieceLength: number): unknown {
  const reader = new JsonReader(text, (piece) => JSON.parse(piece) as unknown, pieceLength)
  while (!reader.readPiece());
  return reader.result
}

type Outcome = { readonly value: unknown; readonly printed: string } | 'refused'

function outcomeOf(read: () => unknown): Outcome {
  try {
    const value = read()
    return { value, printed: JSON.stringify(value) }
  } catch {
    return 'refused'
  }
}

/** The printed form also shows the order of members. */
function check(text: string): void {
  const expected = outcomeOf(() => JSON.parse(text) as unknown)
  for (const pieceLength of [0, 1, 2, 3, 5, 8, 20, 1000]) {
    const found = outcomeOf(() => readInPieces(text, pieceLength))
    assert.deepEqual(found, expected, `pieces of ${pieceLength}: ${text.slice(0, 500)}`)
  }
}

const valid = [
  '{}',
  '[]',
  ' [ ] ',
  '0',
  ' "a" ',
  'null',
  '[1,2,3]',
  '[[],[[]],{}]',
  '{"a":1,"a":2,"b":3}',
  '{"a":{"b":1},"a":{"c":2}}',
  '{"2":1,"1":{"x":[]},"a":0}',
  '{"__proto__":{"a":[1,{"__proto__":2}]},"b":[]}',
  '{"a,]}":"[{\\"","\\\\":["\\\\\\"",""]}',
  '\n{ "a" :\t[ 1 , { } , "x" ] ,\r "b" : { "c" : null } }\n',
  '[{"a":[[[{"b":[]}]]]},true]',
]

const broken = [
  '',
  ' ',
  '[',
  ']',
  '{',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1 2]',
  '[[] []]',
  '[1]]',
  '[1]x',
  '[1}',
  '{"a":1]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,}',
  '{"a" 1}',
  '{a:1}',
  '{[]}',
  '{"a":[1,{"b":2]}',
  '["a]',
  '["a\\"]',
  '["\n"]',
  '[01]',
  '[1],',
  '[{"a":{}},]',
  '{"a":{}{}}',
  '[[1][2]]',
  '[\u00a01]',
]

describe('reading JSON in pieces', () => {
  for (const text of [...valid, ...broken]) it(JSON.stringify(text), () => check(text))

  it('containers nested more deeply than a stack allows', () => {
    const levels = 30_000
    const text = `${'{"a":[1,'.repeat(levels)}2${',3],"b":4}'.repeat(levels)}`
    let value = readInPieces(text, 100)
    for (let level = 0; level < levels; level++) {
      const { a, b } = value as { a: readonly unknown[]; b: number }
      assert.deepEqual([a[0], a[2], b], [1, 3, 4])
      value = a[1]
    }
    assert.equal(value, 2)
  })

  for (let seed = 1; seed <= 300; seed++) {
    it(`random text, seed ${seed}`, () => {
      const random = seededRandom(seed)
      const text = randomJson(random, 4)
      check(text)
      for (let n = 0; n < 5; n++) check(mutated(text, random))
    })
  }
})

const blanks = ['', '', '', ' ', '\n', '\t\r']
const scalars = [
  '0',
  '-1.5e3',
  '""',
  '"a"',
  '"\\""',
  '"\\\\"',
  '"],["',
  '"{\\u00e9"',
  'true',
  'null',
]
const names = ['"a"', '"b"', '"1"', '"__proto__"', '"\\"}"', '""']

function randomJson(random: SeededRandom, depth: number): string {
  const kind = depth === 0 ? 0 : random.below(3)
  if (kind === 0) return blank(random, random.pick(scalars))
  const parts = Array.from({ length: random.below(5) }, () => {
    const value = randomJson(random, depth - 1)
    return kind === 1 ? value : `${blank(random, random.pick(names))}:${value}`
  })
  return blank(random, kind === 1 ? `[${parts.join(',')}]` : `{${parts.join(',')}}`)
}

function blank(random: SeededRandom, text: string): string {
  return random.pick(blanks) + text + random.pick(blanks)
}

/** With a character removed, added or changed, which is mostly no JSON any more. */
function mutated(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1)
  const added = random.pick(['', '[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1'])
  return text.slice(0, at) + added + text.slice(at + random.below(2))
}

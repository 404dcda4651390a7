/**
 * Random conditions on keys: whichever reads a SELECT makes for them, it finds the items that meet
 * its condition, each once, in pages of any size; or it refuses, with one of two sentences.
 *
 * Checked by the independent model, not by another read.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, someOf, type Chance } from '../support/chance.js'
import { connect, type Json } from '../support/client.js'
import { composite } from '../support/tables.js'
import { isTrue, type Comparator, type Condition, type Operand } from './conditions.js'
import { asNative } from './native-conditions.js'
import { PartiqlText } from './partiql-text.js'
import { spellDocument, type Document, type Value } from './values.js'

const rounds = 500
const partitions = ['a', 'b', 'c'].map((S): Value => ({ S }))
const sorts = ['1', '2', '3', '4'].map((S): Value => ({ S }))
const colors = ['red', 'blue'].map((S): Value => ({ S }))

const client = await connect()
const TableName = await client.createTable(composite())
const items = partitions.flatMap((pk) =>
  sorts.map((sk, n): Document => ({ pk, sk, ...(n === 3 ? {} : { v: colors[n % 2]! }) })),
)
for (const Item of items) await client.ask('PutItem', { TableName, Item })

describe(`random conditions on keys (seed ${seed})`, () => {
  it('find what meets them, or are refused', async () => {
    const chance = chanceOf(seed)
    const refusals = new Set<string>()
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const refusal = await checkSelect(chance, randomWhere(chance, 0))
      if (refusal === undefined) found++
      else refusals.add(refusal)
    }
    assert.ok(found > rounds / 4 && refusals.size > 0, `${found} of ${rounds} were read`)
  })
})

const refusing = [
  'Overlapping conditions with range keys are not supported in where clause',
  'Too many decomposed read operations for a given query.',
]

/** Returns why it was refused, or undefined if it was read. */
async function checkSelect(chance: Chance, condition: Condition): Promise<string | undefined> {
  const text = new PartiqlText(chance)
  const statement: Json = {
    Statement: `SELECT * FROM "${TableName}" WHERE ${text.condition(condition)}`,
    ...text.members(),
    ...(chance() < 0.5 ? {} : { Limit: 1 + below(chance, 5) }),
  }
  const context = `seed ${seed}: ${JSON.stringify(statement)}`
  const answer = await walk(statement, context)
  if (typeof answer === 'string') {
    assert.ok(refusing.includes(answer), `${answer}; ${context}`)
    return answer
  }
  const expected = items.filter((item) => isTrue(asNative(condition), item))
  assert.deepEqual(answer.map(spelled).toSorted(), expected.map(spelled).toSorted(), context)
  return undefined
}

const spelled = (item: Document): string => spellDocument(item).join(' ')

/** The items of all pages, or the reason of a refusal. */
async function walk(statement: Json, context: string): Promise<readonly Document[] | string> {
  const found: Document[] = []
  let token: Json = {}
  for (let page = 0; page < 100; page++) {
    const answer = await client.call('ExecuteStatement', { ...statement, ...token })
    if (answer.status !== 200) {
      assert.equal(answer.type, 'ValidationException', context)
      return answer.message ?? ''
    }
    found.push(...(answer.body['Items'] as readonly Document[]))
    if (answer.body['NextToken'] === undefined) return found
    token = { NextToken: answer.body['NextToken'] }
  }
  throw new Error(`pages without end; ${context}`)
}

/** Mostly one or several partitions with further conditions; sometimes anything at all. */
function randomWhere(chance: Chance, depth: number): Condition {
  const choice = depth === 0 ? chance() : 1
  if (choice < 0.5)
    return { kind: 'and', parts: shuffled(chance, [keyed(chance), randomWhere(chance, 1)]) }
  if (choice < 0.7) {
    const branches = [1, 2].map((): Condition => ({
      kind: 'and',
      parts: [keyed(chance), leaf(chance)],
    }))
    return { kind: 'or', parts: branches }
  }
  return depth < 3 && chance() < 0.4 ? junction(chance, depth) : leaf(chance)
}

function junction(chance: Chance, depth: number): Condition {
  const part = (): Condition => randomWhere(chance, depth + 1)
  const kind = oneOf(chance, ['and', 'or', 'not'] as const)
  if (kind === 'not') return { kind, part: part() }
  return { kind, parts: [part(), part()] }
}

function shuffled<T>(chance: Chance, list: readonly T[]): readonly T[] {
  return someOf(chance, list, list.length)
}

const path = (name: string): Operand => ({ kind: 'path', path: [name] })
const constant = (value: Value): Operand => ({ kind: 'value', value })

function keyed(chance: Chance): Condition {
  if (chance() < 0.6) return compared('pk', '=', oneOf(chance, partitions))
  const values = someOf(chance, partitions, 1 + below(chance, 3)).map(constant)
  return { kind: 'in', operands: [path('pk'), ...values] }
}

function compared(name: string, by: Comparator, value: Value): Condition {
  return { kind: 'compare', by, sides: [path(name), constant(value)] }
}

const domains = { pk: partitions, sk: sorts, v: colors } as const

/** A comparison of any attribute with one of its values. */
function leaf(chance: Chance): Condition {
  const name = oneOf(chance, ['pk', 'sk', 'sk', 'sk', 'v', 'v'] as const)
  const values = domains[name]
  return oneOf<() => Condition>(chance, [
    () => compared(name, '=', oneOf(chance, values)),
    () =>
      compared(name, oneOf(chance, ['<>', '<', '<=', '>', '>='] as const), oneOf(chance, values)),
    () => ({
      kind: 'in',
      operands: [path(name), ...someOf(chance, values, 1 + below(chance, 3)).map(constant)],
    }),
    () => ({ kind: 'between', operands: [path(name), ...ends(chance, values)] }),
    () => ({ kind: 'begins', path: [name], operand: constant(oneOf(chance, values)) }),
    () => ({ kind: oneOf(chance, ['exists', 'missing'] as const), path: [name] }),
  ])()
}

/** Two values in order: `values` are in order, except the colors, whose order does not matter. */
function ends(chance: Chance, values: readonly Value[]): readonly Operand[] {
  return someOf(chance, values, 2)
    .toSorted((a, b) => (a.S! < b.S! ? -1 : 1))
    .map(constant)
}

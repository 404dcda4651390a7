import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '../catalog/table.js'
import { holds } from '../expressions/evaluate-condition.js'
import { openTable } from '../items/table-suite.js'
import type { Write } from '../items/write/write.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { planExists } from './plan/plan-exists.js'
import { planTransactedWrite, planWriteStatement } from './plan-write.js'
import { readStatement } from './read-statement.js'
import { pinnedKey } from './plan/single-item-read.js'

const { table } = await openTable({
  keySchema: { partition: { name: 'p', type: 'S' }, sort: { name: 's', type: 'N' } },
  indexes: [],
})

function plan(text: string, planner: typeof planWriteStatement = planWriteStatement): Write {
  const statement = readStatement(text, undefined)
  if (statement.kind === 'exists') return planExists(table, statement)
  assert.ok(statement.kind !== 'select')
  return planner(table, statement)
}

function sentenceOf(text: string, planner?: (table: Table, statement: never) => Write): string {
  try {
    plan(text, planner as typeof planWriteStatement)
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
  return 'accepted'
}

const key: Item = { p: { S: 'a' }, s: { N: '1' } }
const keyIn = ({ action }: Write): Item | undefined =>
  action.kind === 'put' ? undefined : action.key

describe('the key of a write', () => {
  const mandatory = 'Where clause does not contain a mandatory equality on all key attributes'
  const several = (name: string): string =>
    `Multiple conditions on same key ${name}. Only single item Update/Insert/Delete are supported`
  const mistyped = (name: string): string =>
    `Key attribute's data type should match its data type in table's schema: Key ${name}`

  const check = (where: string, expected: Item | string): void => {
    it(`${where}: ${typeof expected === 'string' ? expected : 'found'}`, () => {
      const text = `DELETE FROM t ${where}`
      if (typeof expected === 'string') assert.equal(sentenceOf(text), expected)
      else assert.deepEqual(keyIn(plan(text)), expected)
    })
  }

  check(`WHERE p = 'a' AND s = 1`, key)
  check(`WHERE s = 1.0 AND 'a' = p`, key)
  check(`WHERE ((s = 1) AND (x = 2 AND (p = 'a')))`, key)
  check(`WHERE p = 'a' AND s = 1 AND p = 'a' AND s = 1`, key)
  check(`WHERE p = 'a' AND s = 1 AND s > 0 AND p <> 'b'`, key)
  check(``, mandatory)
  check(`WHERE p = 'a'`, mandatory)
  check(`WHERE s = 1`, mandatory)
  check(`WHERE p = 'a' AND s IN [1]`, mandatory)
  check(`WHERE p = 'a' AND s BETWEEN 1 AND 1`, mandatory)
  check(`WHERE p = 'a' AND NOT s <> 1`, mandatory)
  check(`WHERE p = 'a' AND s = x`, mandatory)
  check(`WHERE p = 'a' AND s.x = 1`, mandatory)
  check(`WHERE p = 'a' AND size(s) = 1`, mandatory)
  check(`WHERE (p = 'a' AND s = 1) OR (p = 'a' AND s = 1)`, mandatory)
  check(`WHERE p = 'a' AND s = 1 AND s = 2`, several('s'))
  check(`WHERE p = 'a' AND p = 1 AND s = 1`, several('p'))
  check(`WHERE p = 1 AND s = 1`, mistyped('p'))
  check(`WHERE p = 'a' AND s = '1'`, mistyped('s'))
  check(
    `WHERE p = 'a' AND s = [1]`,
    'Key value must be of type S, N, or B. Key name: s, Key type: L',
  )

  it('has one sentence for all its faults in a transaction', () => {
    const rest = [`WHERE p = 'a'`, `WHERE p = 'a' AND s = 1 AND s = 2`, `WHERE p = 1 AND s = 1`]
    for (const where of rest) {
      assert.equal(
        sentenceOf(`DELETE FROM t ${where}`, planTransactedWrite),
        'The provided key element does not match the schema',
      )
    }
  })
})

describe('the condition of a write', () => {
  /** Whether the write happens if the item is absent, and for items with these values of `x`. */
  const check = (text: string, absent: boolean, present: readonly [number, boolean][]): void => {
    it(text, () => {
      const { condition } = plan(text)
      const passes = (item: Item | undefined) => condition === undefined || holds(condition, item)
      assert.equal(passes(undefined), absent)
      for (const [x, expected] of present) {
        assert.equal(passes({ ...key, x: { N: String(x) } }), expected, `x = ${x}`)
      }
    })
  }
  const where = `WHERE p = 'a' AND s = 1`

  check(`UPDATE t SET y = 1 ${where}`, false, [[1, true]])
  check(`UPDATE t SET y = 1 ${where} AND x = 1`, false, [
    [1, true],
    [2, false],
  ])
  check(`UPDATE t SET y = 1 ${where} AND NOT x = 1`, false, [
    [1, false],
    [2, true],
  ])
  check(`DELETE FROM t ${where}`, true, [[1, true]])
  check(`DELETE FROM t ${where} AND x = 1`, true, [
    [1, true],
    [2, false],
  ])
  check(`DELETE FROM t ${where} AND (x = 1 OR x = 2) AND x > 1`, true, [
    [1, false],
    [2, true],
  ])
  check(`EXISTS(SELECT * FROM t ${where} AND x = 1)`, false, [
    [1, true],
    [2, false],
  ])
  check(`EXISTS(SELECT * FROM t ${where} AND y IS MISSING)`, false, [[1, true]])
  check(`EXISTS(SELECT * FROM t ${where} AND s = 1)`, false, [[1, true]])
  check(`EXISTS(SELECT * FROM t ${where} AND s = 2)`, false, [[1, false]])
})

describe('EXISTS', () => {
  const sentence = 'EXISTS() must contain a single item read with additional condition'
  for (const where of [
    ``,
    `WHERE p = 'a' AND s = 1`,
    `WHERE p = 'a' AND x = 1`,
    `WHERE p = 'a' AND s IN [1] AND x = 1`,
    `WHERE (p = 'a' AND s = 1 AND x = 1) OR x = 2`,
  ]) {
    it(`is refused: ${where}`, () => {
      assert.equal(sentenceOf(`EXISTS(SELECT * FROM t ${where})`), sentence)
    })
  }

  it('uses the first value of a key that is given twice', () => {
    assert.deepEqual(
      keyIn(plan(`EXISTS(SELECT * FROM t WHERE p = 'a' AND s = 1 AND p = 'b')`)),
      key,
    )
  })
})

describe('the key of a single read', () => {
  const check = (where: string, expected: Item | undefined): void => {
    it(`${where || 'without WHERE'}: ${expected === undefined ? 'none' : 'found'}`, () => {
      const statement = readStatement(`SELECT * FROM t ${where}`, undefined)
      assert.ok(statement.kind === 'select')
      assert.deepEqual(pinnedKey(table.keySchema, statement.where), expected)
    })
  }

  check(`WHERE p = 'a' AND s = 1`, key)
  check(`WHERE s = 1 AND ('a' = p)`, key)
  check(`WHERE p IN ['a'] AND s IN [1]`, key)
  check(`WHERE p = 'a' AND s = 1 AND p IN ['a']`, key)
  check(``, undefined)
  check(`WHERE p = 'a'`, undefined)
  check(`WHERE p = 'a' AND s = 1 AND x = 1`, undefined)
  check(`WHERE p = 'a' AND s = 1 AND s > 0`, undefined)
  check(`WHERE p = 'a' AND s = 1 AND s = 2`, undefined)
  check(`WHERE p = 'a' AND s IN [1, 2]`, undefined)
  check(`WHERE p = 'a' AND x = 1`, undefined)
  check(`WHERE p = 'a' OR s = 1`, undefined)
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../expressions/condition.js'
import { readExpressions } from '../expressions/read-expressions.js'
import { openTable } from '../items/table-suite.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import { planSelect } from './plan-select.js'
import type { OrderKey, Select } from './statement.js'

const S = (text: string): AttributeValue => ({ S: text })
const N = (number: number): AttributeValue => ({ N: String(number) })

const opened = openTable({
  keySchema: { partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'S' } },
  indexes: [
    {
      kind: 'local',
      name: 'local-keys',
      keySchema: { partition: [{ name: 'pk', type: 'S' }], sort: [{ name: 'tier', type: 'N' }] },
      projection: { kind: 'keys-only' },
    },
    {
      kind: 'global',
      name: 'global-some',
      keySchema: { partition: [{ name: 'grp', type: 'S' }], sort: [] },
      projection: { kind: 'include', attributes: ['kept'] },
    },
    {
      kind: 'global',
      name: 'parts',
      keySchema: {
        partition: [
          { name: 'grp', type: 'S' },
          { name: 'shop', type: 'N' },
        ],
        sort: [
          { name: 'tier', type: 'N' },
          { name: 'sk', type: 'S' },
        ],
      },
      projection: { kind: 'all' },
    },
  ],
})

/** Partitions a and b with sort keys 1 to 4; `v` is the sort key's number. */
const filled = opened.then(async (test) => {
  for (const pk of ['a', 'b']) {
    for (const n of [1, 2, 3, 4]) {
      const item: Item = {
        pk: S(pk),
        sk: S(String(n)),
        tier: N(5 - n),
        grp: S(n < 3 ? 'low' : 'high'),
        shop: N(7),
        v: N(n),
        kept: N(n),
      }
      await test.put(item)
    }
  }
  return test
})

/** Conditions are written as expressions in which every constant is a letter or number. */
function condition(text: string): Condition {
  const values: Record<string, AttributeValue> = {}
  const named = text.replace(/'([^']*)'|\b(\d+)\b/g, (_whole, quoted?: string, number?: string) => {
    const name = `:v${Object.keys(values).length}`
    values[name] = quoted === undefined ? N(Number(number)) : S(quoted)
    return name
  })
  return readExpressions({ condition: named, values }).condition!
}

interface Row {
  readonly index?: string
  readonly where: Condition | undefined
  readonly orderBy?: readonly OrderKey[]
  readonly consistent?: boolean
  readonly paths?: readonly string[]
}

function selectOf({ index, where, orderBy = [], paths }: Row): Select {
  return {
    kind: 'select',
    source: { table: 'things', index },
    projection: paths?.map((name) => ({ path: [name], resultName: name })),
    where,
    orderBy,
  }
}

/** What is read, stretch by stretch, and what of it is returned. */
async function outcome(row: Row): Promise<{ read: string; shown: string }> {
  const { table, items } = await filled
  const plan = planSelect(table, selectOf(row), row.consistent ?? false)
  const read: string[] = []
  const shown: string[] = []
  for (const stretch of plan.stretches) {
    const request = { ...plan, consistent: false, limit: undefined, start: undefined }
    const all = { ...request, stretches: [{ ...stretch, filter: undefined }] }
    const page = await items.readStretches(all)
    read.push(page.items.map(({ item }) => nameOf(item)).join(' '))
    const kept = await items.readStretches({ ...request, stretches: [stretch] })
    shown.push(...kept.items.map(({ item }) => nameOf(item)))
  }
  return { read: read.join(' | '), shown: shown.join(' ') }
}

function nameOf(item: Item): string {
  const text = (name: string) => (item[name] as { S: string }).S
  return text('pk') + text('sk')
}

async function sentenceOf(row: Row): Promise<string> {
  try {
    await outcome(row)
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
  return 'accepted'
}

describe('a SELECT reads by key', () => {
  const check = (where: string, read: string, shown = read.replaceAll(' |', '')): void => {
    it(where, async () => {
      assert.deepEqual(await outcome({ where: condition(where) }), { read, shown })
    })
  }

  check(`pk = 'a'`, 'a1 a2 a3 a4')
  check(`'a' = pk`, 'a1 a2 a3 a4')
  check(`pk = 'a' AND sk = '2'`, 'a2')
  check(`sk = '2' AND pk = 'a'`, 'a2')
  check(`pk = 'a' AND sk < '2'`, 'a1')
  check(`pk = 'a' AND '2' <= sk`, 'a2 a3 a4')
  check(`pk = 'a' AND sk BETWEEN '2' AND '3'`, 'a2 a3')
  check(`pk = 'a' AND begins_with(sk, '3')`, 'a3')
  check(`pk = 'a' AND sk > '1' AND sk < '4'`, 'a2 a3')
  check(`pk = 'a' AND sk = '1' AND sk > '0'`, 'a1')
  check(`pk = 'a' AND sk < '2' AND sk > '3'`, '')
  check(`pk = 'a' AND pk = 'a'`, 'a1 a2 a3 a4')
  check(`pk = 'a' AND sk IN ('4', '2')`, 'a2 | a4')
  check(`pk IN ('b', 'a')`, 'a1 a2 a3 a4 | b1 b2 b3 b4')
  check(`pk = 'b' OR pk = 'a'`, 'a1 a2 a3 a4 | b1 b2 b3 b4')
  check(`pk IN ('a', 'b') AND sk IN ('1', '2')`, 'a1 | a2 | b1 | b2')
  check(`pk = 'a' AND (sk < '2' OR sk > '3')`, 'a1 | a4')
  check(`(pk = 'a' AND sk = '1') OR (pk = 'b' AND sk = '2')`, 'a1 | b2')
  check(`pk = 'none'`, '')
})

describe('a SELECT filters what it read', () => {
  const check = (where: string, read: string, shown: string): void => {
    it(where, async () => {
      assert.deepEqual(await outcome({ where: condition(where) }), { read, shown })
    })
  }
  const all = 'a1 a2 a3 a4'

  check(`pk = 'a' AND v = 2`, all, 'a2')
  check(`pk = 'a' AND sk <> '2'`, all, 'a1 a3 a4')
  check(`pk = 'a' AND NOT sk = '2'`, all, 'a1 a3 a4')
  check(`pk = 'a' AND NOT sk IN ('2', '3')`, all, 'a1 a4')
  check(`pk = 'a' AND contains(sk, '3')`, all, 'a3')
  check(`pk = 'a' AND size(sk) = 1`, all, all)
  check(`pk = 'a' AND pk > 'b'`, all, '')
  check(`pk = 'a' AND (v = 1 OR v = 4)`, all, 'a1 a4')
  check(`pk = 'a' AND (v = 1 OR NOT sk = '1')`, all, all)
  check(`pk = 'a' AND sk > '1' AND v < 4`, 'a2 a3 a4', 'a2 a3')
  check(`(pk = 'a' AND v = 1) OR (pk = 'b' AND v = 2)`, `${all} | b1 b2 b3 b4`, 'a1 b2')
})

describe('a SELECT scans', () => {
  const check = (where: string | undefined, shown: readonly string[]): void => {
    it(where ?? 'without WHERE', async () => {
      const result = await outcome({ where: where === undefined ? undefined : condition(where) })
      assert.equal(result.read.split(' ').length, 8)
      assert.deepEqual(result.shown.split(' ').filter(Boolean).sort(), shown)
    })
  }

  check(undefined, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'b4'])
  check(`v = 2`, ['a2', 'b2'])
  check(`sk = '2'`, ['a2', 'b2'])
  check(`pk > 'a'`, ['b1', 'b2', 'b3', 'b4'])
  check(`pk > 1`, [])
  check(`NOT pk = 'a'`, ['b1', 'b2', 'b3', 'b4'])
  check(`pk = 'a' OR v = 2`, ['a1', 'a2', 'a3', 'a4', 'b2'])
  check(`pk = 1 OR v = 2`, ['a2', 'b2'])
  check(`pk = 'a' AND pk = 'b'`, [])
  check(`pk = 'b' AND (pk = 'a' OR v = 1)`, ['b1'])
  check(`size(pk) = 1 AND v = 4`, ['a4', 'b4'])
})

const overlapping = 'Overlapping conditions with range keys are not supported in where clause'

describe('branches that read the same', () => {
  const check = (where: string, expected: string): void => {
    it(`${where}: ${expected.slice(0, 11)}`, async () => {
      const row = { where: condition(where) }
      const sentence = await sentenceOf(row)
      assert.equal(sentence === 'accepted' ? (await outcome(row)).shown : sentence, expected)
    })
  }

  check(`pk IN ('a', 'a')`, overlapping)
  check(`pk = 'a' OR pk = 'a'`, overlapping)
  check(`pk = 'a' AND (sk = '1' OR v = 2)`, overlapping)
  check(`pk = 'a' AND (sk > '0' OR sk < '5')`, overlapping)
  check(`(pk = 'a' AND v = 1) OR (pk = 'a' AND v = 2)`, overlapping)
  check(`(pk = 'a' AND v <> 1) OR (pk = 'a' AND sk = '2')`, overlapping)
  check(`pk = 'a' AND sk IN ('1', '2', '1')`, overlapping)
  check(`pk = 'a' AND (sk <= '2' OR sk >= '2')`, overlapping)
  check(`pk = 'a' AND (sk <= '2' OR sk > '2')`, 'a1 a2 a3 a4')
  // A negated condition on the sort key is allowed, and no item is returned twice.
  check(`(pk = 'a' AND sk <> '1') OR (pk = 'a' AND sk = '2')`, 'a2 a3 a4')
  check(`(pk = 'a' AND NOT sk = '1') OR (pk = 'a' AND sk = '2')`, 'a2 a3 a4')
  check(`pk = 'a' OR (pk = 'a' AND NOT sk = '1')`, 'a1 a2 a3 a4')
  check(`(pk = 'a' AND NOT sk IN ('1', '3')) OR (pk = 'a' AND sk = '2')`, 'a2 a4')
})

describe('a SELECT that falls apart into many reads', () => {
  const tooMany = 'Too many decomposed read operations for a given query.'
  const list = (count: number): string =>
    Array.from({ length: count }, (_, n) => `'${n}'`).join(', ')
  const check = (what: string, where: string, expected: string): void => {
    it(`${what}: ${expected}`, async () => {
      assert.equal(await sentenceOf({ where: condition(where) }), expected)
    })
  }

  check('50 partitions', `pk IN (${list(50)})`, 'accepted')
  check('51 partitions', `pk IN (${list(51)})`, tooMany)
  check('25 by 2', `pk IN (${list(25)}) AND sk IN ('1', '2')`, 'accepted')
  check('26 by 2', `pk IN (${list(26)}) AND sk IN ('1', '2')`, tooMany)
  check('51 sort keys', `pk = 'a' AND sk IN (${list(51)})`, tooMany)
  check('51 and one that is not keyed', `pk IN (${list(51)}) OR v = 1`, 'accepted')
  check('51 other values', `pk = 'a' AND kept IN (${list(51)})`, 'accepted')
  check('overlap first', `pk IN (${list(60)}, '0')`, overlapping)
  const many = Array.from({ length: 5 }, () => `pk IN (${list(99)})`).join(' AND ')
  check('99 to the power of 5', many, tooMany)
})

describe('what a key is compared with', () => {
  const check = (where: string, expected: string): void => {
    it(`${where}: ${expected}`, async () => {
      assert.equal(await sentenceOf({ where: condition(where) }), expected)
    })
  }
  const mismatch = (name: string): string =>
    `Key attribute's data type should match its data type in table's schema: Key ${name}`
  const empty = (name: string): string =>
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`

  check(`pk = 1`, mismatch('pk'))
  check(`pk = 1 OR pk = 'a'`, mismatch('pk'))
  check(`pk = 'a' AND sk > 1`, mismatch('sk'))
  check(`pk = 'a' AND sk IN ('1', 2)`, mismatch('sk'))
  check(`pk = 'a' AND sk <> 1`, 'accepted')
  check(`pk = 'a' AND NOT sk = 1`, 'accepted')
  check(`pk = ''`, empty('pk'))
  check(`pk = 'a' AND sk = ''`, empty('sk'))
  check(
    `pk = '${'k'.repeat(2049)}'`,
    'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
  )
  check(
    `pk = 'a' AND pk.x = 1`,
    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
  )

  it('a set in a key condition', async () => {
    const where: Condition = {
      kind: 'comparison',
      comparator: '=',
      left: { kind: 'path', path: ['pk'] },
      right: { kind: 'value', value: { SS: ['a'] } },
    }
    const expected = 'Key value must be of type S, N, or B. Key name: pk, Key type: SS'
    assert.equal(await sentenceOf({ where }), expected)
  })
})

describe('a SELECT from an index', () => {
  const check = (index: string, where: string, read: string, shown = read): void => {
    it(`${index} WHERE ${where}`, async () => {
      assert.deepEqual(await outcome({ index, where: condition(where) }), { read, shown })
    })
  }
  check('local-keys', `pk = 'a' AND tier > 2`, 'a2 a1')
  check('local-keys', `pk = 'a' AND sk = '2'`, 'a4 a3 a2 a1', 'a2')
})

describe('a SELECT from an index is refused', () => {
  const check = (row: Row, expected: string): void => {
    it(expected, async () => assert.equal(await sentenceOf(row), expected))
  }
  const lacks = (index: string, names: string): string =>
    `One or more parameter values were invalid: Secondary index ${index} does not project one or more filter attributes: [${names}]`
  const some = (where: string): Row => ({ index: 'global-some', where: condition(where) })

  check(
    { index: 'parts', where: condition(`grp = 1`), consistent: true },
    'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.',
  )
  check({ index: 'none', where: undefined }, 'The table does not have the specified index')
  check(
    { index: 'global-some', where: undefined, consistent: true },
    'Strongly consistent read is not supported on Global Secondary Indexes',
  )
  check({ index: 'local-keys', where: undefined, consistent: true }, 'accepted')
  check(
    { index: 'global-some', where: undefined, paths: ['v', 'kept', 'tier'] },
    'One or more parameter values were invalid: Global secondary index global-some does not project [v, tier]',
  )
  check({ index: 'local-keys', where: undefined, paths: ['v'] }, 'accepted')
  check(some(`grp = 'low' AND v = 1`), lacks('global-some', 'v'))
  check(some(`grp = 'low' AND NOT v = 1 AND tier = 1`), lacks('global-some', 'tier, v'))
  check(some(`grp IN ('low', 'high') AND v = 1`), lacks('global-some', 'v'))
  check(some(`(grp = 'a' AND v = 1) OR (grp = 'b' AND tier = 1)`), lacks('global-some', 'tier'))
  check(some(`(grp = 'b' AND v = 1) OR (grp = 'a' AND tier = 1)`), lacks('global-some', 'v'))
  check(some(`(grp = 'a' AND v = 1) OR (grp = 'b' AND kept = 1)`), 'accepted')
  check(some(`v = 1`), 'accepted')
  check(some(`grp > 'a' AND v = 1`), 'accepted')
  check({ index: 'local-keys', where: condition(`pk = 'a' AND v = 1`) }, lacks('local-keys', 'v'))
})

describe('ORDER BY', () => {
  const orderKeys = (text: string): readonly OrderKey[] =>
    text.split(', ').map((key) => {
      const [attribute, direction] = key.split(' ')
      return { attribute: attribute!, descending: direction === 'DESC' }
    })
  const check = (where: string | undefined, order: string, expected: string): void => {
    it(`${where} ORDER BY ${order}`, async () => {
      const row = {
        where: where === undefined ? undefined : condition(where),
        orderBy: orderKeys(order),
      }
      const sentence = await sentenceOf(row)
      assert.equal(sentence === 'accepted' ? (await outcome(row)).shown : sentence, expected)
    })
  }

  check(`pk = 'a'`, 'sk', 'a1 a2 a3 a4')
  check(`pk = 'a'`, 'sk DESC', 'a4 a3 a2 a1')
  check(`pk = 'a'`, 'pk', 'a4 a3 a2 a1')
  check(`pk = 'a' AND sk IN ('1', '3')`, 'sk DESC', 'a3 a1')
  check(`pk IN ('a', 'b') AND sk < '3'`, 'pk', 'a2 a1 b2 b1')
  check(`pk IN ('a', 'b') AND sk < '3'`, 'pk DESC', 'b2 b1 a2 a1')
  check(`pk IN ('a', 'b') AND sk < '3'`, 'pk DESC, sk ASC', 'b1 b2 a1 a2')
  check(`pk IN ('a', 'b') AND sk < '3'`, 'pk, sk DESC', 'a2 a1 b2 b1')
  check(undefined, 'sk', 'Must have WHERE clause in the statement when using ORDER BY clause.')
  check(`pk = 'a'`, 'v', 'Attribute v in ORDER BY clause must be part of the primary key')
  const noHash =
    'Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.'
  check(`pk > 'a'`, 'sk', noHash)
  check(`pk = 'a' OR v = 1`, 'sk', noHash)
  check(
    `pk IN ('a', 'b')`,
    'sk DESC',
    'Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.',
  )
})

/** UPDATE: SET and REMOVE on one existing item, and conditions. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { N, nested, padded, putAll, S, type Item, type Value } from '../../../support/items.js'
import {
  at,
  checkRefused,
  malformed,
  mandatoryKey,
  operandType,
  refusal,
  statementsOf,
} from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const statements = statementsOf(client)
const { run } = statements
const wrongType = 'An operand in the update expression has an incorrect data type'
const wrongPath = 'The document path provided in the update expression is invalid for update'
const nothingThere =
  'The provided expression refers to an attribute that does not exist in the item'

const attributes: Item = {
  n: N(10),
  s: S('text'),
  l: { L: [N(1), N(2), N(3)] },
  m: { M: { a: N(1), b: { M: { c: S('deep') } } } },
  ss: { SS: ['a', 'b', 'c'] },
  ns: { NS: ['1', '2'] },
}
let items = 0

/** Applies the clauses to a fresh item and returns its attributes, with sets sorted. */
async function updated(clauses: string, parameters: readonly Value[] = []): Promise<Item> {
  const key = { pk: S(`item-${items++}`), sk: S('1') }
  await putAll(client, table, [{ ...key, ...attributes }])
  const update = `UPDATE "${table}" ${clauses} WHERE pk = ? AND sk = ?`
  const answer = await run(update, [...parameters, key.pk, key.sk])
  assert.deepEqual(answer.Items, [])
  const [found] = await statements.items(
    `SELECT * FROM "${table}" WHERE pk = ? AND sk = ?`,
    [key.pk, key.sk],
    { ConsistentRead: true },
  )
  const { pk, sk, ...rest } = found!
  assert.deepEqual({ pk, sk }, key)
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inOrder(value)]))
}

function inOrder(value: Value): Value {
  const [[type, members]] = Object.entries(value) as [[string, unknown]]
  return /^[SN]S$/.test(type) ? { [type]: (members as string[]).toSorted() } : value
}

/** Clauses, the changed attributes (undefined means removed), parameters. */
type Row = readonly [
  clauses: string,
  changes: Readonly<Record<string, Value | undefined>>,
  parameters?: readonly Value[],
]

function check(rows: readonly Row[]): void {
  for (const [clauses, changes, parameters] of rows) {
    it(clauses, async () => {
      const expected = Object.entries({ ...attributes, ...changes })
      assert.deepEqual(
        await updated(clauses, parameters),
        Object.fromEntries(expected.filter(([, value]) => value !== undefined)),
      )
    })
  }
}

describe('UPDATE sets', () => {
  check([
    ['SET n = 11', { n: N(11) }],
    ['set "n" = 11', { n: N(11) }],
    ["SET fresh = 'x', s = 'y'", { fresh: S('x'), s: S('y') }],
    ["SET fresh = 'x' SET s = 'y'", { fresh: S('x'), s: S('y') }],
    ['SET fresh = ?, n = ?', { fresh: { BOOL: true }, n: N(0) }, [{ BOOL: true }, N(0)]],
    ['SET fresh = s', { fresh: S('text') }],
    ['SET n = m.a, fresh = n', { n: N(1), fresh: N(10) }],
    ['SET m.a = 5', { m: { M: { a: N(5), b: { M: { c: S('deep') } } } } }],
    ["SET m.b.d = 'x'", { m: { M: { a: N(1), b: { M: { c: S('deep'), d: S('x') } } } } }],
    ['SET l[1] = 9', { l: { L: [N(1), N(9), N(3)] } }],
    ['SET l[9] = 9', { l: { L: [N(1), N(2), N(3), N(9)] } }],
    ["SET fresh = {'a': [1, <<'x'>>]}", { fresh: { M: { a: { L: [N(1), { SS: ['x'] }] } } } }],
    ['SET "a.b" = 1', { 'a.b': N(1) }],
  ])
})

describe('UPDATE calculates', () => {
  check([
    ['SET n = n + 1', { n: N(11) }],
    ['SET n = n - 1', { n: N(9) }],
    ['SET n = 1 + n', { n: N(11) }],
    ['SET n = n + ?', { n: N('10.5') }, [N('0.5')]],
    ['SET n = n - m.a - m.a', { n: N(8) }],
    ['SET n = n - (m.a - 5)', { n: N(14) }],
    ['SET n = n + 1 - 2 + 3', { n: N(12) }],
    ['SET fresh = 2 + 3', { fresh: N(5) }],
    ['SET n = l[2] + m.a', { n: N(4) }],
  ])
})

describe('UPDATE appends to lists', () => {
  check([
    ['SET l = list_append(l, [4])', { l: { L: [N(1), N(2), N(3), N(4)] } }],
    ['SET l = LIST_APPEND([0], l)', { l: { L: [N(0), N(1), N(2), N(3)] } }],
    ['SET l = list_append(l, ?)', { l: { L: [N(1), N(2), N(3), S('x')] } }, [{ L: [S('x')] }]],
    ['SET fresh = list_append(l, l)', { fresh: { L: [1, 2, 3, 1, 2, 3].map(N) } }],
  ])
})

describe('UPDATE adds to sets and deletes from them', () => {
  check([
    ["SET ss = set_add(ss, <<'z', '0'>>)", { ss: { SS: ['0', 'a', 'b', 'c', 'z'] } }],
    ["SET ss = SET_ADD(ss, <<'a'>>)", {}],
    ['SET ns = set_add(ns, <<3, 1>>)', { ns: { NS: ['1', '2', '3'] } }],
    ["SET fresh = set_add(fresh, <<'x'>>)", { fresh: { SS: ['x'] } }],
    ['SET ss = set_add(ss, ?)', { ss: { SS: ['a', 'b', 'c', 'd'] } }, [{ SS: ['d'] }]],
    ["SET ss = set_delete(ss, <<'a', 'zz'>>)", { ss: { SS: ['b', 'c'] } }],
    ['SET ns = set_delete(ns, <<2>>)', { ns: { NS: ['1'] } }],
    ["SET ss = set_delete(ss, <<'a', 'b', 'c'>>)", { ss: undefined }],
    ["SET fresh = set_delete(fresh, <<'a'>>)", {}],
    [
      "SET ss = set_add(ss, <<'x'>>) SET ns = set_delete(ns, <<1>>)",
      { ss: { SS: ['a', 'b', 'c', 'x'] }, ns: { NS: ['2'] } },
    ],
  ])
})

describe('UPDATE removes', () => {
  check([
    ['REMOVE s', { s: undefined }],
    ['REMOVE s, n', { s: undefined, n: undefined }],
    ['REMOVE s REMOVE n', { s: undefined, n: undefined }],
    ['REMOVE m.b.c', { m: { M: { a: N(1), b: { M: {} } } } }],
    ['REMOVE l[0]', { l: { L: [N(2), N(3)] } }],
    ['REMOVE l[0], l[2]', { l: { L: [N(2)] } }],
    ['REMOVE nowhere', {}],
    ['SET fresh = s REMOVE s', { fresh: S('text'), s: undefined }],
    ['REMOVE s SET fresh = s, n = n + 1', { fresh: S('text'), s: undefined, n: N(11) }],
  ])
})

describe('UPDATE written with FROM first', () => {
  const key = { pk: S('from'), sk: S('1') }
  const where = "pk = 'from' AND sk = '1'"

  it('is the same update', async () => {
    await putAll(client, table, [{ ...key, a: N(1), b: S('x') }])
    await run(`FROM "${table}" WHERE ${where} SET c = 2 REMOVE b`)
    const returned = await run(
      `from "${table}" where ${where} and a = ? set d = ? returning all new *`,
      [N(1), N(7)],
    )
    assert.deepEqual(returned.Items, [{ ...key, a: N(1), c: N(2), d: N(7) }])
    const missed = run(`FROM "${table}" WHERE ${where} AND a = 9 SET c = 3`)
    await refusal(missed, say.conditionFailed, 'ConditionalCheckFailedException')
  })

  it('in batches and transactions too', async () => {
    await putAll(client, table, [key])
    const { Responses } = await statements.batch([`FROM "${table}" WHERE ${where} SET a = 1`])
    assert.deepEqual(Responses, [{ TableName: table }])
    await statements.transact([`FROM "${table}" WHERE ${where} SET b = 2`])
    assert.deepEqual(await statements.items(`SELECT a, b FROM "${table}" WHERE ${where}`), [
      { a: N(1), b: N(2) },
    ])
  })
})

describe('UPDATE under conditions', () => {
  const key = { pk: S('guarded'), sk: S('1') }
  const where = "pk = 'guarded' AND sk = '1'"
  const failed = 'ConditionalCheckFailedException'

  it('changes an item that meets them, in any order', async () => {
    await putAll(client, table, [{ ...key, n: N(1) }])
    await run(`UPDATE "${table}" SET n = 2 WHERE n = 1 AND ${where}`)
    await run(`UPDATE "${table}" SET n = 3 WHERE (pk = 'guarded') AND ((sk = '1') AND n = 2)`)
    await run(`UPDATE "${table}" SET n = 4 WHERE ${where} AND (n = 3 OR n = 5) AND NOT n = 7`)
    await run(`UPDATE "${table}" SET n = 5 WHERE ${where} AND pk = 'guarded'`)
    await run(`UPDATE "${table}" SET n = 6 WHERE ${where} AND attribute_exists(n)`)
    assert.deepEqual(await statements.items(`SELECT n FROM "${table}" WHERE ${where}`), [
      { n: N(6) },
    ])
  })

  it('does not change an item that does not meet them', async () => {
    await putAll(client, table, [{ ...key, n: N(1) }])
    for (const condition of ['n = 2', 'n <> 1', 'attribute_not_exists(n)', 'nowhere <> 1']) {
      const update = run(`UPDATE "${table}" SET n = 9 WHERE ${where} AND ${condition}`)
      await refusal(update, say.conditionFailed, failed)
    }
    assert.deepEqual(await statements.items(`SELECT n FROM "${table}" WHERE ${where}`), [
      { n: N(1) },
    ])
  })

  it('never creates an item', async () => {
    for (const condition of ['', ' AND attribute_not_exists(pk)', ' AND n IS MISSING']) {
      const statement = `UPDATE "${table}" SET n = 1 WHERE pk = 'nobody' AND sk = '1'${condition}`
      await refusal(run(statement), say.conditionFailed, failed)
    }
    assert.deepEqual(await statements.items(`SELECT * FROM "${table}" WHERE pk = 'nobody'`), [])
  })

  it('is applied one after another', async () => {
    await putAll(client, table, [{ ...key, n: N(0) }])
    const increment = `UPDATE "${table}" SET n = n + 1 WHERE ${where}`
    await Promise.all(Array.from({ length: 30 }, () => run(increment)))
    assert.deepEqual(await statements.items(`SELECT n FROM "${table}" WHERE ${where}`), [
      { n: N(30) },
    ])
  })

  it('returns the item that failed them, on request', async () => {
    const item = { ...key, n: N(1) }
    await putAll(client, table, [item])
    const statement = `UPDATE "${table}" SET n = 9 WHERE ${where} AND n = 2`
    const ask = (ReturnValuesOnConditionCheckFailure: 'ALL_OLD' | 'NONE') =>
      refusal(
        run(statement, undefined, { ReturnValuesOnConditionCheckFailure }),
        say.conditionFailed,
        failed,
      )
    const told = await ask('ALL_OLD')
    assert.ok(told instanceof ConditionalCheckFailedException)
    assert.deepEqual(told.Item, item)
    const untold = await ask('NONE')
    assert.ok(untold instanceof ConditionalCheckFailedException)
    assert.equal(untold.Item, undefined)
  })
})

describe('UPDATE refuses', () => {
  const where = "WHERE pk = 'refusals' AND sk = '1'"
  const update = (clauses: string, condition = where): string =>
    `UPDATE "${table}" ${clauses} ${condition}`
  const key = { pk: S('refusals'), sk: S('1') }
  const ready = putAll(client, table, [{ ...key, ...attributes }])
  const set = update("SET ss = set_add(ss, 'x')")
  const lines = `UPDATE "${table}"\nSET longer = set_add(longer, 'x') ${where}`
  const twice = (name: string): string =>
    `Multiple conditions on same key ${name}. Only single item Update/Insert/Delete are supported`
  const mistyped = "Key attribute's data type should match its data type in table's schema: Key pk"
  it('after its item is there', () => ready)
  checkRefused(statements, [
    ['half a key', update('SET n = 1', "WHERE pk = 'a'"), mandatoryKey],
    ['a key by a list', update('SET n = 1', "WHERE pk = 'a' AND sk IN ['1']"), mandatoryKey],
    ['a key by a range', update('SET n = 1', "WHERE pk = 'a' AND sk > '1'"), mandatoryKey],
    ['a key or another', update('SET n = 1', `${where} OR n = 1`), mandatoryKey],
    ['a key in a negation', update('SET n = 1', "WHERE pk = 'a' AND NOT sk = '1'"), mandatoryKey],
    // AWS: not certain.
    ['no condition', update('SET n = 1', ''), /./],
    ['two values of a key', update('SET n = 1', `${where} AND sk = '2'`), twice('sk')],
    // AWS: not certain whether it is the sentence of a SELECT or that of DeleteItem.
    [
      'a key of another type',
      update('SET n = 1', "WHERE pk = 1 AND sk = '1'"),
      say.anyOf(mistyped, say.keyMismatch),
    ],
    [
      'an index',
      `UPDATE "${withIndexes}"."by-global" SET n = 1 ${where}`,
      'This operation is not supported on an index',
    ],
    [
      'an index of a missing table',
      `UPDATE "${newTableName()}"."index" SET n = 1 ${where}`,
      'This operation is not supported on an index',
    ],
    [
      'a missing table',
      `UPDATE "${newTableName()}" SET n = 1 ${where}`,
      say.resourceNotFound,
      undefined,
      'ResourceNotFoundException',
    ],
    ['an alias', `UPDATE "${table}" t SET n = 1 ${where}`, 'Aliasing is not supported'],
    [
      'a hyphen without quotes',
      `UPDATE music-table SET n = 1 ${where}`,
      malformed('Expected data manipulation'),
    ],
    [
      'something left over',
      update('SET n = 1', `${where} foo`),
      malformed('Unexpected token after expression'),
    ],
    ['a missing path', update('SET nowhere.b = 1'), wrongPath],
    ['an element of no list', update('SET nowhere[0] = 1'), wrongPath],
    ['a path into text', update('SET s.b = 1'), wrongPath],
    ['a missing operand', update('SET n = nowhere + 1'), nothingThere],
    ['a missing source', update('SET n = nowhere'), nothingThere],
    ['text in a sum, stored', update('SET n = s + 1'), wrongType],
    ['text in a sum, literal', update("SET n = n + 'x'"), operandType('+', 'S')],
    ['text in a difference', update("SET n = n - 'x'"), operandType('-', 'S')],
    [
      'text in a sum after a condition that fails',
      update("SET n = n + 'x'", `${where} AND n = 99`),
      operandType('+', 'S'),
    ],
    ['appending to no list', update('SET s = list_append(s, [1])'), wrongType],
    ['a set of another type', update('SET ss = set_add(ss, <<1>>)'), wrongType],
    ['adding to no set', update("SET s = set_add(s, <<'x'>>)"), wrongType],
    ['deleting another type', update('SET ss = set_delete(ss, <<1>>)'), wrongType],
    ['an empty set', update('SET ss = set_add(ss, <<>>)'), 'Empty bags are not supported'],
    [
      'a member twice',
      update("SET ss = set_add(ss, <<'x', 'x'>>)"),
      say.invalid('Input collection [x, x] contains duplicates.'),
    ],
    [
      'a set for another attribute',
      update("SET other = set_add(ss, <<'x'>>)"),
      `The first argument to SET_ADD must equal the assignment value at ${at(update('SET other = set_add'), 'set_add')}`,
    ],
    [
      'deleting from another attribute',
      update("SET other = set_delete(ss, <<'x'>>)"),
      `The first argument to SET_DELETE must equal the assignment value at ${at(update('SET other = set_delete'), 'set_delete')}`,
    ],
    [
      'a set that is not a path',
      update("SET ss = set_add(<<'a'>>, <<'b'>>)"),
      `The first argument to SET_ADD must equal the assignment value at ${at(set, 'set_add')}`,
    ],
    [
      'adding a value that is not a set',
      set,
      `The second argument to SET_ADD must be a value with type SET at ${at(set, 'ss', 'set_add(')}`,
    ],
    [
      'adding a value that is not a set, on a second line',
      lines,
      `The second argument to SET_ADD must be a value with type SET at ${at(lines, 'longer', 'set_add(')}`,
    ],
    [
      'one argument of set_add',
      update('SET ss = set_add(ss)'),
      `SET_ADD must have exactly two arguments at ${at(set, 'set_add')}`,
    ],
    [
      'three arguments of set_add',
      update("SET ss = set_add(ss, <<'x'>>, <<'y'>>)"),
      `SET_ADD must have exactly two arguments at ${at(set, 'set_add')}`,
    ],
    // AWS: not certain; these are the sentences of UpdateItem.
    [
      'a key',
      update("SET sk = '2'"),
      /Cannot update attribute sk\. This attribute is part of the key/,
    ],
    ['a path twice', update('SET n = 1, n = 2'), /overlap|[Tt]wo document paths/],
    ['paths within each other', update('SET m = 1, m.a = 2'), /overlap|[Tt]wo document paths/],
    ['a value too deep', update('SET m.b = ?'), /Nesting Levels have exceeded/, [nested(31)]],
    ['ADD', update('ADD n 1'), /./],
    ['DELETE as a clause', update("DELETE ss <<'a'>>"), /./],
    ['no clause at all', `UPDATE "${table}" ${where}`, /./],
  ])

  it('an item that grows beyond 400 KB, but not one of exactly 400 KB', async () => {
    const grown = { pk: S('grown'), sk: S('1') }
    await putAll(client, table, [grown])
    const statement = `UPDATE "${table}" SET filler = ? WHERE pk = 'grown' AND sk = '1'`
    await run(statement, [padded(grown, 409_600)['filler']!])
    await refusal(run(statement, [padded(grown, 409_601)['filler']!]), say.updatedItemTooBig)
  })

  it('and changes nothing', async () => {
    const [found] = await statements.items(`SELECT * FROM "${table}" ${where}`)
    assert.deepEqual(found!['n'], N(10))
    assert.deepEqual(
      Object.keys(found!).toSorted(),
      Object.keys({ ...key, ...attributes }).toSorted(),
    )
  })
})

/** SELECT from an index: what it holds, what it lacks, and keys of several attributes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { N, putAll, S, textsOf, type Item } from '../../../support/items.js'
import {
  batchNeedsKey,
  checkRefused,
  malformed,
  refusal,
  statementsOf,
} from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { projected, severalParts } from '../../../support/tables.js'

const client = await connect()
const [table, several] = await Promise.all([
  client.createTable(projected),
  client.createTable(severalParts),
])
const statements = statementsOf(client)
const { items, run } = statements
const item = (n: number): Item => ({
  pk: S('p'),
  sk: S(`s${n}`),
  local: S(`l${n}`),
  other: S(`o${n}`),
  group: S('g'),
  rank: N(n),
  kept: S(`kept${n}`),
  lost: S(`lost${n}`),
  away: S('away'),
})
await putAll(client, table, [
  ...[1, 2, 3].map(item),
  { pk: S('p'), sk: S('s4'), lost: S('lost4') },
  { pk: S('q'), sk: S('s5'), group: S('h'), rank: N(5), kept: S('kept5'), lost: S('lost5') },
])
await putAll(client, several, [
  {
    ...{ pk: S('i'), tenant: S('t'), shop: N(1), city: S('Rome') },
    ...{ day: S('d'), hour: N(1), tag: { B: 'AQ==' } },
  },
])
const from = (index: string): string => `FROM "${table}"."${index}"`
const keyed: Readonly<Record<string, string>> = {
  'global-keys': `"group" = 'g'`,
  'global-some': `"group" = 'g'`,
  'local-keys': "pk = 'p'",
  'local-some': "pk = 'p'",
}

describe('SELECT * from an index returns', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['global-keys', ['group', 'pk', 'rank', 'sk']],
    ['global-some', ['group', 'kept', 'pk', 'rank', 'sk']],
    ['local-keys', ['local', 'pk', 'sk']],
    ['local-some', ['kept', 'other', 'pk', 'sk']],
  ]
  for (const [index, names] of rows) {
    it(`what ${index} projects`, async () => {
      const found = await items(`SELECT * ${from(index)} WHERE ${keyed[index]}`)
      assert.equal(found.length, 3)
      for (const one of found) assert.deepEqual(Object.keys(one).toSorted(), names)
    })
  }

  it('the items it holds, not those of the table', async () => {
    const scanned = await items(`SELECT pk ${from('global-all')}`)
    assert.equal(scanned.length, 4)
    assert.equal((await items(`SELECT * FROM "${table}"`)).length, 5)
  })

  it('a range of its sort key', async () => {
    const found = await items(
      `SELECT sk ${from('global-all')} WHERE "group" = 'g' AND rank BETWEEN 2 AND 9`,
    )
    assert.deepEqual(textsOf(found, 'sk'), ['s2', 's3'])
  })
})

describe('SELECT of attributes that an index lacks', () => {
  it('fetches them from the table for a local index', async () => {
    const found = await items(`SELECT lost ${from('local-keys')} WHERE pk = 'p'`)
    assert.deepEqual(textsOf(found, 'lost'), ['lost1', 'lost2', 'lost3'])
    const some = `SELECT lost, kept ${from('local-some')} WHERE pk = 'p' AND other = 'o2'`
    assert.deepEqual(await items(some), [{ lost: S('lost2'), kept: S('kept2') }])
  })

  const projection = (index: string, ...names: readonly string[]): string =>
    say.notProjected(index, ...names)
  const filter = (index: string, ...names: readonly string[]): string =>
    say.invalid(
      `Secondary index ${index} does not project one or more filter attributes: [${names.join(', ')}]`,
    )
  const lost = "lost = 'lost1'"
  checkRefused(statements, [
    [
      'is refused by a global one, all of it and in order',
      `SELECT lost, pk, away ${from('global-some')} WHERE "group" = 'g'`,
      projection('global-some', 'lost', 'away'),
    ],
    [
      'is refused by a global one that is scanned',
      `SELECT lost ${from('global-keys')}`,
      projection('global-keys', 'lost'),
    ],
    ...Object.entries(keyed).flatMap(([index, key]) =>
      [
        lost,
        `NOT ${lost}`,
        'lost IS MISSING',
        'lost IS NOT MISSING',
        "begins_with(lost, 'l')",
        'attribute_exists(lost)',
      ].map(
        (condition) =>
          [
            `is refused in a condition on ${index}: ${condition}`,
            `SELECT pk ${from(index)} WHERE ${key} AND ${condition}`,
            filter(index, 'lost'),
          ] as const,
      ),
    ),
    [
      'is refused in a condition with a list of keys',
      `SELECT pk ${from('global-some')} WHERE "group" IN ['g', 'h'] AND ${lost}`,
      filter('global-some', 'lost'),
    ],
    // AWS: of several branches, the last in key order is reported.
    [
      'is refused in the conditions of every branch',
      `SELECT pk ${from('global-some')} WHERE ("group" = 'h' AND away = 'x') OR ("group" = 'g' AND ${lost})`,
      filter('global-some', 'away'),
    ],
    [
      'is refused in a condition with a range',
      `SELECT pk ${from('local-keys')} WHERE pk = 'p' AND "local" BETWEEN 'l1' AND 'l3' AND ${lost}`,
      filter('local-keys', 'lost'),
    ],
  ])

  it('treats them as missing in a scan', async () => {
    for (const index of Object.keys(keyed)) {
      assert.deepEqual(await items(`SELECT pk ${from(index)} WHERE ${lost}`), [], index)
    }
    const negated = await items(`SELECT sk ${from('global-keys')} WHERE NOT ${lost}`)
    assert.deepEqual(textsOf(negated, 'sk').toSorted(), ['s1', 's2', 's3', 's5'])
  })

  it('matches nothing in one branch, if another one does not need them', async () => {
    const statement = `SELECT sk ${from('global-some')} WHERE ("group" = 'g' AND ${lost}) OR ("group" = 'h')`
    assert.deepEqual(await items(statement), [{ sk: S('s5') }])
  })

  it('does not affect attributes that it has', async () => {
    const statement = `SELECT sk ${from('global-some')} WHERE "group" = 'g' AND kept = 'kept1'`
    assert.deepEqual(await items(statement), [{ sk: S('s1') }])
  })
})

describe('an index', () => {
  checkRefused(statements, [
    [
      'is not counted',
      `SELECT COUNT(*) ${from('global-all')} WHERE "group" = 'g'`,
      'Unexpected path component at 1:8:5',
    ],
  ])
})

describe('a consistent SELECT', () => {
  const consistent = { ConsistentRead: true }

  it('of a global index is refused', async () => {
    await refusal(
      run(`SELECT * ${from('global-all')} WHERE "group" = 'g'`, undefined, consistent),
      'Strongly consistent read is not supported on Global Secondary Indexes',
    )
  })

  it('of a local index is served', async () => {
    const found = await items(
      `SELECT * ${from('local-keys')} WHERE pk = 'p'`,
      undefined,
      consistent,
    )
    assert.equal(found.length, 3)
  })
})

// AWS: the sentence speaks of tables, but only the index cannot be used.
describe('an index with several key attributes', () => {
  const sentence =
    'PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.'
  const parts = `FROM "${several}"."by-parts"`
  checkRefused(statements, [
    ['is not read', `SELECT * ${parts} WHERE tenant = 't' AND shop = 1`, sentence],
    ['is not scanned', `SELECT * ${parts}`, sentence],
    ['is not counted', `SELECT COUNT(*) ${parts}`, sentence],
    ['is not read by keys of another type', `SELECT * ${parts} WHERE tenant = 5`, sentence],
    ['is not read by other attributes', `SELECT * ${parts} WHERE pk = 'i'`, sentence],
    [
      'is not ordered',
      `SELECT pk ${parts} WHERE tenant = 't' AND shop = 1 ORDER BY "day" DESC`,
      sentence,
    ],
    [
      'is not reached by an incomplete statement',
      `SELECT * ${parts} WHERE`,
      malformed('Unexpected term'),
    ],
    [
      'is not reached by a value that is not a number',
      `SELECT * ${parts} WHERE tenant = ?`,
      say.notANumber('abc'),
      [N('abc')],
    ],
  ])

  it('leaves the table and its other indexes readable and writable', async () => {
    assert.equal((await items(`SELECT * FROM "${several}" WHERE pk = 'i'`)).length, 1)
    assert.equal(
      (await items(`SELECT * FROM "${several}"."by-city" WHERE city = 'Rome'`)).length,
      1,
    )
    await run(`INSERT INTO "${several}" VALUE {'pk': 'n'}`)
    await run(`UPDATE "${several}" SET a = 1 WHERE pk = 'n'`)
    await run(`DELETE FROM "${several}" WHERE pk = 'n'`)
  })

  it('is refused in a batch before the missing key', async () => {
    const { Responses } = await statements.batch([
      `SELECT * ${from('global-all')} WHERE "group" = 'g'`,
      `SELECT * ${parts} WHERE tenant = 't' AND shop = 1`,
      `SELECT pk FROM "${several}" WHERE pk = 'i'`,
    ])
    const fault = (Message: string) => ({ Error: { Code: 'ValidationError', Message } })
    assert.deepEqual(Responses, [
      fault(batchNeedsKey),
      fault(sentence),
      { TableName: several, Item: { pk: S('i') } },
    ])
  })
})

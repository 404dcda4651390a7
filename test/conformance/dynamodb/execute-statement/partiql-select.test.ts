/** SELECT: what it projects, where it reads from, and how its names are written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { N, putAll, S, textsOf, type Item } from '../../../support/items.js'
import { at, checkRefused, malformed, refusal, statementsOf } from '../../../support/partiql.js'
import { resourceNotFound } from '../../../support/sentences.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const statements = statementsOf(client)
const { items } = statements

const whole: Item = {
  pk: S('p'),
  sk: S('1'),
  word: S('word'),
  'm.z': S('a dotted name'),
  m: { M: { z: N(1), k: { L: [S('zero'), { M: { deep: S('down') } }] }, quoted: S('q') } },
  things: { L: [N(10), { L: [N(20), N(30)] }] },
  'hy-phen': S('h'),
  'say "so"': S('s'),
}
await putAll(client, table, [whole, { pk: S('p'), sk: S('2') }])
await putAll(client, withIndexes, [
  { pk: S('p'), sk: S('1'), local: S('l2'), global: S('g') },
  { pk: S('p'), sk: S('2'), local: S('l1') },
])

describe('SELECT projects', () => {
  const rows: readonly (readonly [name: string, projection: string, expected: Item])[] = [
    ['everything by *', '*', whole],
    ['attributes', 'pk, word', { pk: S('p'), word: S('word') }],
    ['no keys unless named', 'word', { word: S('word') }],
    ['a member of a map by its last name', 'm.z', { z: N(1) }],
    ['a quoted path', '"m"."z"', { z: N(1) }],
    ['a name with a dot', '"m.z"', { 'm.z': S('a dotted name') }],
    ['an element by its last name and index', 'm.k[0]', { 'k[0]': S('zero') }],
    ['a path through an element', 'm.k[1].deep', { deep: S('down') }],
    ['an element of an element', 'things[1][0]', { 'things[1][0]': N(20) }],
    ['a name that needs quotes', '"hy-phen"', { 'hy-phen': S('h') }],
    ['a quote in a name, doubled', '"say ""so"""', { 'say "so"': S('s') }],
    ['several paths of one map', 'm.z, m.quoted', { z: N(1), quoted: S('q') }],
    ['nothing for a missing attribute', 'nowhere, m.absent, things[9]', {}],
    ['existing attributes, without missing ones', 'nowhere, word', { word: S('word') }],
    // Names are case-sensitive.
    ['no attribute whose name differs in case', '"WORD"', {}],
    ['index minus zero as zero', 'things[-0]', { 'things[0]': N(10) }],
  ]
  for (const [name, projection, expected] of rows) {
    it(name, async () => {
      const found = await items(`SELECT ${projection} FROM "${table}" WHERE pk = 'p' AND sk = '1'`)
      assert.deepEqual(found, [expected])
    })
  }

  it('an empty item for an item without these attributes', async () => {
    assert.deepEqual(await items(`SELECT word FROM "${table}" WHERE pk = 'p'`), [
      { word: S('word') },
      {},
    ])
  })

  const refused = (projection: string): string => `SELECT ${projection} FROM "${table}"`
  checkRefused(statements, [
    [
      'no function',
      refused('attribute_exists(word)'),
      `Unexpected path component at ${at(refused('attribute_exists(word)'), 'attribute_exists')}`,
    ],
    [
      'no COUNT(*)',
      refused('COUNT(*)'),
      `Unexpected path component at ${at(refused('COUNT(*)'), 'COUNT')}`,
    ],
    // DynamoDB Local reports the position of the list index; only the sentence is certain.
    [
      'no negative index',
      refused('things[-1]'),
      /^List index is not within the allowable range; index: \[-1\]/,
    ],
    [
      'no index beyond 2147483647',
      refused('things[2147483648]'),
      /^List index is not within the allowable range; index: \[2147483648\]/,
    ],
    ['no parameter', refused('?'), /./, [S('word')]],
    ['no * with other attributes', refused('*, word'), /./],
    // Seen only on DynamoDB Local.
    ['no name twice', refused('m.z, "z"'), /^Duplicate identifiers in select clause: z/],
    ['no alias', refused('word AS t'), /^Aliasing is not supported/],
  ])
})

describe('SELECT reads from', () => {
  it('a table whose name needs no quotes', async () => {
    const TableName = newTableName().replaceAll('-', '_')
    await client.ask('CreateTable', { TableName, ...indexed })
    await client.untilActive(TableName)
    await putAll(client, TableName, [{ pk: S('p'), sk: S('1'), local: S('l') }])
    assert.equal((await items(`SELECT * FROM ${TableName}`)).length, 1)
    assert.equal((await items(`SELECT * FROM "${TableName}" WHERE pk = 'p'`)).length, 1)
    const renamed = `SELECT * FROM ${TableName.toUpperCase()}`
    await refusal(statements.run(renamed), resourceNotFound, 'ResourceNotFoundException')
  })

  // AWS: not certain.
  it('a table by its ARN, quoted', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: table })) as {
      Table: { TableArn: string }
    }
    assert.equal((await items(`SELECT * FROM "${Table.TableArn}" WHERE pk = 'p'`)).length, 2)
  })

  it('a local index, in its order', async () => {
    const found = await items(`SELECT * FROM "${withIndexes}"."by-local" WHERE pk = 'p'`)
    assert.deepEqual(textsOf(found, 'sk'), ['2', '1'])
  })

  it('a global index, and only the items in it', async () => {
    const found = await items(`SELECT * FROM "${withIndexes}"."by-global" WHERE "global" = 'g'`)
    assert.deepEqual(textsOf(found, 'sk'), ['1'])
    assert.equal((await items(`SELECT * FROM "${withIndexes}"."by-global"`)).length, 1)
  })

  const missing = newTableName('missing')
  checkRefused(statements, [
    [
      'no missing table',
      `SELECT * FROM "${missing}"`,
      resourceNotFound,
      undefined,
      'ResourceNotFoundException',
    ],
    [
      'no index of a missing table',
      `SELECT * FROM "${missing}"."index"`,
      resourceNotFound,
      undefined,
      'ResourceNotFoundException',
    ],
    [
      'no missing index, and does not repeat its name',
      `SELECT * FROM "${table}"."nowhere" WHERE pk = 'p'`,
      'The table does not have the specified index',
    ],
    [
      'no index of the name of the table',
      `SELECT * FROM "${table}"."${table}"`,
      'The table does not have the specified index',
    ],
    [
      'no path of three',
      `SELECT * FROM "${withIndexes}"."by-local"."more"`,
      'A path may contain at most 2 components in the FROM clause',
    ],
    [
      'no table without a name',
      `SELECT * FROM "" WHERE pk = 'p'`,
      'Path component cannot be an empty string',
    ],
    [
      'no index without a name',
      `SELECT * FROM "${table}"."" WHERE pk = 'p'`,
      'Path component cannot be an empty string',
    ],
    ['no alias', `SELECT * FROM "${table}" t WHERE pk = 'p'`, 'Aliasing is not supported'],
    ['no alias by AS', `SELECT * FROM "${table}" AS t`, 'Aliasing is not supported'],
    ['no unquoted name with a hyphen', 'SELECT * FROM music-table', /./],
    ['no parameter', 'SELECT * FROM ?', /./, [S(table)]],
    ['no string', `SELECT * FROM '${table}'`, /./],
    ['no two tables', `SELECT * FROM "${table}", "${withIndexes}"`, /./],
    ['no join', `SELECT * FROM "${table}" JOIN "${withIndexes}"`, /./],
  ])
})

describe('a statement', () => {
  const select = `SELECT sk FROM "${table}" WHERE pk = 'p' AND sk = '1'`
  const one = [{ sk: S('1') }]
  for (const [name, statement] of [
    ['may end in a semicolon', `${select};`],
    ['accepts keywords in any case', select.replace('SELECT', 'sElEcT').replace('WHERE', 'where')],
    ['accepts white space of any kind', `\n\t${select.replaceAll(' ', ' \r\n\t')}  `],
    ['skips a line comment before it', `-- a note\n${select}`],
    ['skips a line comment at its end', `${select} -- a note`],
    ['skips a line comment within', select.replace('WHERE', '-- a note\nWHERE')],
    ['skips a block comment within', select.replace('WHERE', '/* a\nnote */ WHERE')],
    ['skips a block comment at its end', `${select} /* a note */`],
    ['takes parentheses', select.replace("pk = 'p'", "((pk) = ('p'))")],
  ] as const) {
    it(name, async () => assert.deepEqual(await items(statement), one))
  }

  checkRefused(statements, [
    ['is one: no second after the semicolon', `${select}; ${select}`, /./],
    ['has no comments with #', `${select} # note`, malformed('')],
    ['closes its comments', `${select} /* note`, malformed('')],
    ['closes its strings', `SELECT * FROM "${table}" WHERE pk = 'p`, malformed('')],
    ['must close its quoted names', `SELECT * FROM "${table}`, malformed('')],
    ['does not break off', `SELECT * FROM "${table}" WHERE`, malformed('Unexpected term')],
    ...[
      `SELECT * FROM "${table}" WHERE pk = 1 foo`,
      `SELECT * FROM "${table}" WHERE pk = 1 e5`,
      `SELECT * FROM "${table}" WHERE pk = 1)`,
      `SELECT * FROM "${table}" ORDER BY pk WHERE pk = 'p'`,
    ].map(
      (text) =>
        [`has nothing left over: ${text.slice(16 + table.length)}`, text, leftOver()] as const,
    ),
    // Seen only on DynamoDB Local.
    ['has no LIMIT', `${select} LIMIT 1`, /LIMIT/],
    ['has no GROUP BY', `SELECT * FROM "${table}" GROUP BY pk`, /./],
    ['has no HAVING', `SELECT * FROM "${table}" HAVING pk = 'p'`, /./],
    ['has no DISTINCT', `SELECT DISTINCT pk FROM "${table}"`, /./],
    ['has no UNION', `${select} UNION ${select}`, /./],
    ['has no subquery', `SELECT * FROM "${table}" WHERE pk = (${select})`, /./],
    ['has no named parameter', `SELECT * FROM "${table}" WHERE pk = :p`, /./],
  ])

  function leftOver(): string {
    return malformed('Unexpected token after expression')
  }

  it('that does not manipulate data is refused', async () => {
    for (const text of [
      `SLECT * FROM "${table}"`,
      `CREATE TABLE "t"`,
      `DROP TABLE "${table}"`,
      'BEGIN',
      `UPSERT INTO "${table}" VALUE {'pk': 'p'}`,
      `REPLACE INTO "${table}" VALUE {'pk': 'p'}`,
    ]) {
      await refusal(statements.run(text), /./)
    }
    await refusal(
      statements.run(`SLECT * FROM "${table}"`),
      malformed('Expected data manipulation'),
    )
  })
})

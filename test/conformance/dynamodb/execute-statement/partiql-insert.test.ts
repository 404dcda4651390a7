/** INSERT: one whole item under an unused key, with all the rules of PutItem. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DuplicateItemException } from '@aws-sdk/client-dynamodb'
import { connect, newTableName } from '../../../support/client.js'
import { N, padded, S, type Item, type Value } from '../../../support/items.js'
import {
  at,
  checkRefused,
  duplicateItem,
  malformed,
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
const stored = async (pk: string, sk = '1'): Promise<unknown> => {
  const Key = { pk: S(pk), sk: S(sk) }
  return (await client.ask('GetItem', { TableName: table, Key, ConsistentRead: true }))['Item']
}

/** An INSERT of an item with one parameter for each attribute. */
function insertOf(item: Item, into = table): readonly [string, readonly Value[]] {
  const members = Object.keys(item).map((name) => `'${name}': ?`)
  return [`INSERT INTO "${into}" VALUE {${members.join(', ')}}`, Object.values(item)]
}

describe('INSERT', () => {
  it('stores an item and returns no items', async () => {
    const answer = await run(`INSERT INTO "${table}" VALUE {'pk': 'a', 'sk': '1', 'n': 5}`)
    assert.deepEqual(answer.Items, [])
    assert.equal(answer.NextToken, undefined)
    assert.deepEqual(await stored('a'), { pk: S('a'), sk: S('1'), n: N(5) })
  })

  it('accepts parameters for keys and values', async () => {
    const item = { pk: S('by parameters'), sk: S('1'), m: { M: { l: { L: [N(1)] } } } }
    await run(...insertOf(item))
    assert.deepEqual(await stored('by parameters'), item)
  })

  it('accepts keywords in any case, and names with dots and quotes', async () => {
    await run(`insert into "${table}" value {'pk': 'names', 'sk': '1', 'a.b': 1, 'it''s': 2}`)
    const item = { pk: S('names'), sk: S('1'), 'a.b': N(1), "it's": N(2) }
    assert.deepEqual(await stored('names'), item)
  })

  it('does not replace', async () => {
    const insert = `INSERT INTO "${table}" VALUE {'pk': 'twice', 'sk': '1', 'n': 1}`
    await run(insert)
    const again = run(insert.replace("'n': 1", "'n': 2"))
    const error = await refusal(again, duplicateItem, 'DuplicateItemException')
    assert.ok(error instanceof DuplicateItemException)
    assert.deepEqual(await stored('twice'), { pk: S('twice'), sk: S('1'), n: N(1) })
    await run(`DELETE FROM "${table}" WHERE pk = 'twice' AND sk = '1'`)
    await run(insert)
  })

  it('stores at most 400 KB', async () => {
    const whole = padded({ pk: S('whole'), sk: S('1') }, 409_600)
    await run(...insertOf(whole))
    assert.deepEqual(await stored('whole'), whole)
    const larger = padded({ pk: S('larger'), sk: S('1') }, 409_601)
    await refusal(run(...insertOf(larger)), say.itemTooBig)
  })

  const insert = (tuple: string): string => `INSERT INTO "${table}" VALUE {${tuple}}`
  const qualified = `INSERT INTO "${withIndexes}"."by-global" VALUE {'pk': 'a', 'sk': '1'}`
  const single = 'FROM clause may only contain a single table name in data manipulation statements'
  checkRefused(statements, [
    ['needs the sort key', insert("'pk': 'x'"), say.invalid('Missing the key sk in the item')],
    ['needs the partition key', insert("'sk': 'x'"), say.invalid('Missing the key pk in the item')],
    [
      'needs keys of their types',
      insert("'pk': 1, 'sk': '1'"),
      say.invalid('Type mismatch for key pk expected: S actual: N'),
    ],
    ['needs keys with something in them', insert("'pk': '', 'sk': '1'"), say.emptyKey('pk')],
    [
      'needs a partition key of at most 2048 bytes',
      `INSERT INTO "${table}" VALUE {'pk': ?, 'sk': '1'}`,
      say.partitionKeyTooLong,
      [S('k'.repeat(2049))],
    ],
    [
      'needs index keys of their types',
      `INSERT INTO "${withIndexes}" VALUE {'pk': 'x', 'sk': '1', 'global': 1}`,
      say.invalid('Type mismatch for Index Key global Expected: S Actual: N IndexName: by-global'),
    ],
    ['cannot write to an index', qualified, `${single} at ${at(qualified, `"${withIndexes}"`)}`],
    [
      'cannot write to a missing index',
      qualified.replace('by-global', 'nowhere'),
      new RegExp(`^${say.escaped(single)}`),
    ],
    [
      'cannot write to a missing table',
      `INSERT INTO "${newTableName()}" VALUE {'pk': 'x'}`,
      say.resourceNotFound,
      undefined,
      'ResourceNotFoundException',
    ],
    [
      'accepts nothing after the item',
      `${insert("'pk': 'x', 'sk': '1'")} foo`,
      malformed('Unexpected token after expression'),
    ],
    [
      'accepts no alias',
      `INSERT INTO "${table}" t VALUE {'pk': 'x', 'sk': '1'}`,
      malformed('Unexpected token after expression'),
    ],
    [
      'accepts no function as a value',
      insert("'pk': 'x', 'sk': '1', 's': set_add(<<'a'>>, <<'b'>>)"),
      `Unsupported data type: set_add under key root at ${at(insert("'pk': 'x', 'sk': '1', 's': set_add("), 'set_add')}`,
    ],
    // AWS: the sentences are not known.
    ['accepts only an item', `INSERT INTO "${table}" VALUE 5`, /./],
    ['does not accept two items', `INSERT INTO "${table}" VALUE {'pk': 'x'}, {'pk': 'y'}`, /./],
    ['has no VALUES', `INSERT INTO "${table}" VALUES ('x', '1')`, /./],
    ['has no columns', `INSERT INTO "${table}" (pk, sk) VALUES ('x', '1')`, /./],
    ['has no SELECT', `INSERT INTO "${table}" SELECT * FROM "${table}"`, /./],
    ['has no ON CONFLICT', `${insert("'pk': 'x', 'sk': '1'")} ON CONFLICT DO NOTHING`, /./],
    ['has no RETURNING', `${insert("'pk': 'x', 'sk': '1'")} RETURNING ALL OLD *`, /./],
  ])

  it('stores nothing if it refuses', async () => {
    assert.equal(await stored('x'), undefined)
  })
})

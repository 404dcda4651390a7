/** ExecuteTransaction: all of its statements or none, with EXISTS and tokens. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { refusal, statementsOf, valuesOf } from '../../../support/partiql.js'
import { cancelled } from '../../../support/sentences.js'
import { composite, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(composite()),
])
const statements = statementsOf(client)
const { transact, items } = statements
const select = (pk: string, what = '*'): string =>
  `SELECT ${what} FROM "${table}" WHERE pk = '${pk}'`
const insert = (pk: string): string => `INSERT INTO "${table}" VALUE {'pk': '${pk}'}`
const stored = (pk: string) => items(select(pk), undefined, { ConsistentRead: true })

describe('a transaction of reads', () => {
  const item: Item = { pk: S('read'), n: N(1), m: { M: { a: S('x') } } }

  it('answers in the order of its statements, over several tables', async () => {
    await putAll(client, table, [item])
    await putAll(client, other, [{ pk: S('p'), sk: S('1'), v: S('pair') }])
    const { Responses } = await transact([
      `SELECT v FROM "${other}" WHERE pk = 'p' AND sk = '1'`,
      select('nobody'),
      { Statement: `SELECT * FROM "${table}" WHERE pk = ?`, Parameters: valuesOf([S('read')]) },
    ])
    assert.deepEqual(Responses, [{ Item: { v: S('pair') } }, {}, { Item: item }])
  })

  it('projects paths', async () => {
    await putAll(client, table, [item])
    const { Responses } = await transact([select('read', 'm.a, n')])
    assert.deepEqual(Responses, [{ Item: { a: S('x'), n: N(1) } }])
  })

  it('accepts a hundred', async () => {
    const { Responses } = await transact(Array.from({ length: 100 }, (_, n) => select(`key-${n}`)))
    assert.deepEqual(
      Responses,
      Array.from({ length: 100 }, () => ({})),
    )
  })
})

describe('a transaction of writes', () => {
  it('does them all, in several tables, and returns an empty list', async () => {
    await putAll(client, table, [{ pk: S('up'), n: N(1) }, { pk: S('down') }])
    const { Responses, ConsumedCapacity } = await transact([
      insert('in'),
      {
        Statement: `UPDATE "${table}" SET n = n + ? WHERE pk = ?`,
        Parameters: valuesOf([N(1), S('up')]),
      },
      `DELETE FROM "${table}" WHERE pk = 'down'`,
      `INSERT INTO "${other}" VALUE {'pk': 'in', 'sk': '1'}`,
    ])
    assert.deepEqual(Responses, [])
    assert.equal(ConsumedCapacity, undefined)
    assert.deepEqual(await stored('in'), [{ pk: S('in') }])
    assert.deepEqual(await stored('up'), [{ pk: S('up'), n: N(2) }])
    assert.deepEqual(await stored('down'), [])
  })

  it('does none if one cannot be done', async () => {
    await putAll(client, table, [{ pk: S('taken') }])
    await refusal(
      transact([insert('never'), insert('taken')]),
      cancelled('None', 'DuplicateItem'),
      'TransactionCanceledException',
    )
    assert.deepEqual(await stored('never'), [])
  })

  it('accepts a hundred', async () => {
    await transact(Array.from({ length: 100 }, (_, n) => insert(`hundred-${n}`)))
    assert.deepEqual(await stored('hundred-99'), [{ pk: S('hundred-99') }])
  })

  it('deletes a missing item without an error', async () => {
    await transact([`DELETE FROM "${table}" WHERE pk = 'nobody' AND n = 1`])
  })

  it('adds to sets and lists', async () => {
    await putAll(client, table, [{ pk: S('sets'), ss: { SS: ['a'] }, l: { L: [] } }])
    await transact([
      `UPDATE "${table}" SET ss = set_delete(ss, <<'a'>>) SET l = list_append(l, [1]) WHERE pk = 'sets'`,
    ])
    assert.deepEqual(await stored('sets'), [{ pk: S('sets'), l: { L: [N(1)] } }])
  })
})

describe('EXISTS', () => {
  const exists = (condition: string): string =>
    `EXISTS(SELECT * FROM "${table}" WHERE pk = 'witness' AND ${condition})`

  it('lets the writes happen if its condition holds', async () => {
    await putAll(client, table, [{ pk: S('witness'), n: N(1) }])
    const answer = await transact([exists('n = 1'), insert('witnessed')])
    assert.deepEqual(answer.Responses, [])
    assert.deepEqual(await stored('witnessed'), [{ pk: S('witnessed') }])
    await transact([exists('attribute_exists(n) AND n BETWEEN 0 AND 2')])
    await transact([exists("pk = 'witness'")])
  })

  it('stops them if it does not, or if there is no item', async () => {
    await putAll(client, table, [{ pk: S('witness'), n: N(1) }])
    const failed = cancelled('ConditionalCheckFailed', 'None')
    for (const condition of ['n = 2', 'attribute_not_exists(n)', "pk = 'another'"]) {
      const refused = transact([exists(condition), insert('unwitnessed')])
      await refusal(refused, failed, 'TransactionCanceledException')
    }
    const nobody = exists('attribute_not_exists(n)').replace('witness', 'nobody')
    await refusal(transact([nobody, insert('unwitnessed')]), failed, 'TransactionCanceledException')
    assert.deepEqual(await stored('unwitnessed'), [])
  })
})

describe('a token of ExecuteTransaction', () => {
  const increment = (pk: string, by = 1): string =>
    `UPDATE "${table}" SET n = n + ${by} WHERE pk = '${pk}'`
  const counter = (pk: string): Promise<void> => putAll(client, table, [{ pk: S(pk), n: N(0) }])

  it('makes a repeated request count once', async () => {
    await counter('once')
    const ClientRequestToken = randomUUID()
    for (let time = 0; time < 3; time++) {
      const { Responses } = await transact([increment('once')], { ClientRequestToken })
      assert.deepEqual(Responses, [])
    }
    assert.deepEqual(await stored('once'), [{ pk: S('once'), n: N(1) }])
  })

  it('is not needed', async () => {
    await counter('free')
    for (const _ of [1, 2])
      await client.ask('ExecuteTransaction', {
        TransactStatements: [{ Statement: increment('free') }],
      })
    assert.deepEqual(await stored('free'), [{ pk: S('free'), n: N(2) }])
  })

  it('is refused with other statements or parameters', async () => {
    await counter('other')
    const ClientRequestToken = randomUUID()
    await transact([increment('other')], { ClientRequestToken })
    const mismatch = 'IdempotentParameterMismatchException'
    const other = transact([increment('other', 2)], { ClientRequestToken })
    await refusal(other, null, mismatch)
    const again = randomUUID()
    const by = (n: number) => [
      {
        Statement: `UPDATE "${table}" SET n = n + ? WHERE pk = 'other'`,
        Parameters: valuesOf([N(n)]),
      },
    ]
    await transact(by(1), { ClientRequestToken: again })
    await refusal(transact(by(2), { ClientRequestToken: again }), null, mismatch)
    assert.deepEqual(await stored('other'), [{ pk: S('other'), n: N(2) }])
  })

  it('is separate from those of TransactWriteItems', async () => {
    await counter('apart')
    const ClientRequestToken = randomUUID()
    await client.ask('TransactWriteItems', {
      TransactItems: [{ Put: { TableName: table, Item: { pk: S('native') } } }],
      ClientRequestToken,
    })
    await transact([increment('apart')], { ClientRequestToken })
    assert.deepEqual(await stored('apart'), [{ pk: S('apart'), n: N(1) }])
  })

  it('of a cancelled transaction may be used again', async () => {
    const ClientRequestToken = randomUUID()
    const members = [`UPDATE "${table}" SET n = 1 WHERE pk = 'later'`]
    const cancel = transact(members, { ClientRequestToken })
    await refusal(cancel, cancelled('ConditionalCheckFailed'), 'TransactionCanceledException')
    await counter('later')
    await transact(members, { ClientRequestToken })
    assert.deepEqual(await stored('later'), [{ pk: S('later'), n: N(1) }])
  })
})

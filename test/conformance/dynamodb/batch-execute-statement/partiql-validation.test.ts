/** BatchExecuteStatement refused as a whole. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { putAll, S } from '../../../support/items.js'
import { malformed, refusal, statementsOf, valuesOf } from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const [table, other] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
])
const { batch, items } = statementsOf(client)
await putAll(client, table, [{ pk: S('a') }])
const { failure, failures } = say
const select = (pk: string, from = table): string => `SELECT * FROM "${from}" WHERE pk = '${pk}'`
const insert = (pk: string): string => `INSERT INTO "${table}" VALUE {'pk': '${pk}'}`
const remove = (pk: string): string => `DELETE FROM "${table}" WHERE pk = '${pk}'`

describe('BatchExecuteStatement refuses by constraint', () => {
  const Statements = [{ Statement: select('a') }]
  checkRefusals(client, 'BatchExecuteStatement', {}, [
    [
      'no statements',
      { Statements: [] },
      failures(failure('[]', 'statements', say.lengthAtLeast(1))),
    ],
    ['a missing list', {}, failures(failure(null, 'statements', say.notNull))],
    [
      '26 statements',
      { Statements: Array.from({ length: 26 }, (_, n) => ({ Statement: select(`k${n}`) })) },
      new RegExp(`${say.escaped(say.lengthAtMost(25))}$`),
    ],
    [
      'an empty statement',
      { Statements: [{ Statement: '' }] },
      failures(failure('', 'statements.1.member.statement', say.lengthAtLeast(1))),
    ],
    [
      'an unknown ReturnConsumedCapacity',
      { Statements, ReturnConsumedCapacity: 'SOME' },
      failures(failure('SOME', 'returnConsumedCapacity', say.enums.returnConsumedCapacity)),
    ],
  ])
})

describe('BatchExecuteStatement refuses', () => {
  it('reads with writes, and does none of them', async () => {
    const mixed = batch([select('a'), insert('mixed')])
    await refusal(mixed, 'Read and write requests together in the same batch is not supported.')
    assert.deepEqual(await items(select('mixed')), [])
  })

  it('an item twice', async () => {
    for (const members of [
      [select('a'), select('b'), select('a')],
      [insert('b'), remove('b')],
      [remove('a'), `UPDATE "${table}" SET n = 1 WHERE pk = 'a'`],
    ]) {
      await refusal(batch(members), say.duplicateKeys)
    }
    assert.deepEqual(await items(select('a')), [{ pk: S('a') }])
  })

  it('not the same key in two tables', async () => {
    const { Responses } = await batch([select('a'), select('a', other)])
    assert.equal(Responses?.length, 2)
  })

  it('not because of members that cannot be parsed', async () => {
    const { Responses } = await batch([select('a'), `SLECT * FROM "${table}" WHERE pk = 'a'`])
    assert.deepEqual(Responses, [
      { TableName: table, Item: { pk: S('a') } },
      {
        Error: { Code: 'ValidationError', Message: malformed('Expected data manipulation') },
      },
    ])
  })

  it('an item twice by parameter and literal', async () => {
    const parameterised = {
      Statement: `SELECT * FROM "${table}" WHERE pk = ?`,
      Parameters: valuesOf([S('a')]),
    }
    await refusal(batch([select('a'), parameterised]), say.duplicateKeys)
  })
})

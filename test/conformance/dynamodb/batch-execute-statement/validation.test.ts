/** What refuses a BatchExecuteStatement as a whole. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkRefusals, expectError } from '../../../support/expect.js'
import { S } from '../../../support/items.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(partitionOnly())
const arn = await client
  .ask('DescribeTable', { TableName: table })
  .then(({ Table }) => (Table as Json)['TableArn'] as string)

const insert = (pk: string): Json => ({ Statement: `INSERT INTO "${table}" VALUE {'pk': '${pk}'}` })
const update = (pk: string): Json => ({
  Statement: `UPDATE "${table}" SET a = 1 WHERE pk = '${pk}'`,
})
const select = (pk: string): Json => ({ Statement: `SELECT * FROM "${table}" WHERE pk = '${pk}'` })

const mixed = 'Read and write requests together in the same batch is not supported.'
const duplicates = 'Provided list of item keys contains duplicates'

describe('a BatchExecuteStatement is refused', () => {
  checkRefusals(client, 'BatchExecuteStatement', {}, [
    [
      'without statements',
      { Statements: [] },
      "1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: Member must have length greater than or equal to 1",
    ],
    [
      'with more than 25',
      { Statements: Array.from({ length: 26 }, (_, i) => select(String(i))) },
      /Member must have length less than or equal to 25$/,
    ],
    ['if it mixes reads and writes', { Statements: [select('a'), insert('b')] }, mixed],
    [
      'if it mixes them, even if a table is missing',
      { Statements: [select('a'), { Statement: 'DELETE FROM nobody' }] },
      mixed,
    ],
    [
      'if it writes an item twice',
      { Statements: [insert('a'), update('b'), update('a')] },
      duplicates,
    ],
    ['if it reads an item twice', { Statements: [select('a'), select('a')] }, duplicates],
    [
      'if it names an item twice under two names of the table',
      {
        Statements: [
          select('a'),
          { Statement: `SELECT a FROM "${arn}" WHERE pk = ?`, Parameters: [S('a')] },
        ],
      },
      duplicates,
    ],
    [
      'for an unknown ReturnConsumedCapacity',
      { Statements: [select('a')], ReturnConsumedCapacity: 'ALL' },
      /returnConsumedCapacity/,
    ],
  ])

  it('without having written anything', async () => {
    await expectError(
      client.call('BatchExecuteStatement', {
        Statements: [insert('none'), insert('x'), update('x')],
      }),
      'ValidationException',
      duplicates,
    )
    const { Item } = await client.ask('GetItem', { TableName: table, Key: { pk: S('none') } })
    assert.equal(Item, undefined)
  })

  it('but not for members that cannot be parsed', async () => {
    const statements = [{ Statement: 'UPDATE' }, select('a'), { Statement: 'UPDATE' }]
    const { Responses } = await client.ask('BatchExecuteStatement', { Statements: statements })
    const codes = (Responses as readonly Json[]).map(
      ({ Error: error }) => (error as Json | undefined)?.['Code'],
    )
    assert.deepEqual(codes, ['ValidationError', undefined, 'ValidationError'])
  })
})

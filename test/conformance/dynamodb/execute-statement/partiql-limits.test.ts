/**
 * ExecuteStatement at its limits, and the order in which it checks: request, parameters, syntax,
 * operands, index of a write, table, index, consistency, projection, keys, overlap, reads.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, putAll, S } from '../../../support/items.js'
import { malformed, operandType, refusal, statementsOf } from '../../../support/partiql.js'
import * as say from '../../../support/sentences.js'
import { projected } from '../../../support/tables.js'

const client = await connect()
const table = await client.createTable(projected)
const statements = statementsOf(client)
await putAll(client, table, [{ pk: S('p'), sk: S('s') }])
const { failure, failures } = say

describe('a Statement', () => {
  const select = `SELECT sk FROM "${table}" WHERE pk = 'p'`
  const padding = (length: number): string => select + ' '.repeat(length - select.length)

  it('may have 8192 characters', async () => {
    assert.deepEqual(await statements.items(padding(8192)), [{ sk: S('s') }])
  })

  checkRefusals(client, 'ExecuteStatement', {}, [
    [
      'of 8193 is refused',
      { Statement: padding(8193) },
      new RegExp(`${say.escaped(say.lengthAtMost(8192))}$`),
    ],
    [
      'with no characters is refused',
      { Statement: '' },
      failures(failure('', 'statement', say.lengthAtLeast(1))),
    ],
    ['must be there', {}, failures(failure(null, 'statement', say.notNull))],
  ])
})

describe('a slow or deep statement is answered', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['parentheses', `SELECT * FROM "t" WHERE ${'('.repeat(4000)}a = 1${')'.repeat(4000)}`],
    ['parentheses left open', `SELECT * FROM "t" WHERE ${'('.repeat(8000)}`],
    ['negations', `SELECT * FROM "t" WHERE ${'NOT '.repeat(2000)}a = 1`],
    ['lists', `INSERT INTO "t" VALUE {'a': ${'['.repeat(4000)}${']'.repeat(4000)}}`],
    ['maps', `INSERT INTO "t" VALUE ${"{'a':".repeat(1600)}`],
    ['signs', `SELECT * FROM "t" WHERE a = ${'- '.repeat(4000)}1`],
    ['sums', `UPDATE "t" SET a = 1${'+1'.repeat(4000)} WHERE b = 1`],
    ['paths', `SELECT a${'.a'.repeat(4000)} FROM "t"`],
    ['indexes', `SELECT a${'[0]'.repeat(2600)} FROM "t"`],
    ['ors', `SELECT * FROM "t" WHERE a=1${' OR a=1'.repeat(1100)}`],
    ['ands of ors', `SELECT * FROM "t" WHERE ${'(a=1 OR b=2) AND '.repeat(450)}c=3`],
    ['quotes', `SELECT * FROM "t" WHERE a = '${"''".repeat(4000)}`],
    ['comments', `SELECT * FROM "t" ${'/*'.repeat(4000)}`],
    ['parameters', `SELECT * FROM "t" WHERE a IN [${'?,'.repeat(4000)}?]`],
  ]
  for (const [name, Statement] of rows) {
    it(name, async () => {
      const answer = await client.call('ExecuteStatement', { Statement })
      assert.equal(answer.status, 400)
      assert.match(String(answer.type), /^(ValidationException|ResourceNotFoundException)$/)
    })
  }

  it('also if the condition is about keys', async () => {
    const arms = (n: number): string =>
      Array.from({ length: n }, (_, at) => `(sk = 'a${at}' OR sk = 'b${at}')`).join(' AND ')
    const Statement = `SELECT * FROM "${table}" WHERE pk = 'p' AND ${arms(150)}`
    const answer = await client.call('ExecuteStatement', { Statement })
    if (answer.status !== 200) assert.equal(answer.type, 'ValidationException')
  })
})

describe('ExecuteStatement checks first', () => {
  const missing = newTableName()
  const run = statements.run
  const notFound = [say.resourceNotFound, 'ResourceNotFoundException'] as const

  it('the request, then the parameters', async () => {
    const request = { Limit: 0, Statement: 'no', Parameters: [{}] }
    const { message } = await client.call('ExecuteStatement', request)
    assert.match(String(message), /at 'limit' failed to satisfy constraint/)
  })

  it('the parameters, then the statement', async () => {
    await refusal(run('no', [N('abc')]), say.notANumber('abc'))
  })

  it('the statement, then its operands', async () => {
    await refusal(
      run(`SELECT * FROM "${missing}" WHERE a < true foo`),
      malformed('Unexpected token after expression'),
    )
  })

  it('operands, then the table', async () => {
    await refusal(run(`SELECT * FROM "${missing}" WHERE a < true`), operandType('<', 'BOOL'))
  })

  it('the table, then its index', async () => {
    await refusal(run(`SELECT * FROM "${missing}"."i" WHERE a = 1`), ...notFound)
  })

  it('the index, then consistency', async () => {
    const statement = `SELECT lost FROM "${table}"."nowhere" WHERE "group" = 5`
    await refusal(
      run(statement, undefined, { ConsistentRead: true }),
      'The table does not have the specified index',
    )
  })

  it('consistency, then the projection', async () => {
    const statement = `SELECT lost FROM "${table}"."global-keys" WHERE "group" = 5`
    await refusal(
      run(statement, undefined, { ConsistentRead: true }),
      'Strongly consistent read is not supported on Global Secondary Indexes',
    )
  })

  it('the projection, then the types of keys', async () => {
    const statement = `SELECT lost FROM "${table}"."global-keys" WHERE "group" = 5`
    await refusal(run(statement), say.notProjected('global-keys', 'lost'))
  })

  it('the types of keys, then overlaps', async () => {
    await refusal(
      run(`SELECT * FROM "${table}" WHERE pk = 5 OR pk = 5`),
      "Key attribute's data type should match its data type in table's schema: Key pk",
    )
  })
})

/**
 * PartiQL with the AWS CLI, on the table that its other checks created: single statements, batches,
 * transactions.
 */
import assert from 'node:assert/strict'
import type { Cli } from './aws-cli.js'
import type { Tally } from './tally.js'

interface Member {
  readonly Statement: string
  readonly Parameters?: readonly object[]
}

const key = "WHERE Artist = 'Acme Band' AND Song = 'PartiQL Rocks'"
const song = { Artist: { S: 'Acme Band' }, Song: { S: 'PartiQL Rocks' } }

export async function testStatements(cli: Cli, tally: Tally): Promise<void> {
  const check = (name: string, run: () => Promise<void>) => tally.check(`aws-cli: ${name}`, run)
  await check('execute-statement inserts, once', () => inserts(cli))
  await check('execute-statement selects by parameters', () => selects(cli))
  await check('execute-statement updates and returns', () => updates(cli))
  await check('execute-statement page by page', () => pages(cli))
  await check('batch-execute-statement', () => batches(cli))
  await check('execute-transaction', () => transacts(cli))
  await check('execute-statement refused', () => refuses(cli))
  await check('execute-statement deletes', () => deletes(cli))
}

const execute = (cli: Cli, statement: string, ...more: readonly string[]) =>
  cli('execute-statement', '--statement', statement, ...more)

async function inserts(cli: Cli): Promise<void> {
  const statement = `INSERT INTO Music VALUE {'Artist':'Acme Band','Song':'PartiQL Rocks'}`
  assert.deepEqual(await execute(cli, statement), { Items: [] })
  await assert.rejects(
    execute(cli, statement),
    /\(DuplicateItemException\) when calling the ExecuteStatement operation: Duplicate primary key exists in table/,
  )
}

async function selects(cli: Cli): Promise<void> {
  const literal = await execute(cli, `SELECT * FROM Music ${key}`)
  assert.deepEqual(literal, { Items: [song] })
  const parameters = JSON.stringify([song.Artist, song.Song])
  const statement = 'SELECT * FROM "Music" WHERE "Artist" = ? AND "Song" = ?'
  const found = await execute(cli, statement, '--parameters', parameters, '--consistent-read')
  assert.deepEqual(found, { Items: [song] })
}

async function updates(cli: Cli): Promise<void> {
  const statement = `UPDATE Music SET AwardsWon = 1 SET Detail = {'Grammys': [2020]} ${key} RETURNING ALL NEW *`
  assert.deepEqual(await execute(cli, statement), {
    Items: [{ ...song, AwardsWon: { N: '1' }, Detail: { M: { Grammys: { L: [{ N: '2020' }] } } } }],
  })
}

async function pages(cli: Cli): Promise<void> {
  const another = `INSERT INTO Music VALUE {'Artist':'Acme Band','Song':'Another'}`
  await execute(cli, another)
  const statement = `SELECT Song FROM Music WHERE Artist = 'Acme Band'`
  const first = await execute(cli, statement, '--limit', '1')
  assert.deepEqual(first.Items, [{ Song: { S: 'Another' } }])
  const second = await execute(cli, statement, '--next-token', first.NextToken!)
  assert.deepEqual(second.Items, [{ Song: { S: 'PartiQL Rocks' } }])
}

async function batches(cli: Cli): Promise<void> {
  const members: readonly Member[] = [
    { Statement: `SELECT Song FROM Music ${key}` },
    {
      Statement: 'SELECT * FROM Music WHERE Artist = ? AND Song = ?',
      Parameters: [{ S: 'Nobody' }, { S: 'Nothing' }],
    },
    { Statement: `SELECT * FROM Nowhere ${key}` },
  ]
  const { Responses } = await cli(
    ...['batch-execute-statement', '--statements', JSON.stringify(members)],
  )
  assert.deepEqual(Responses?.slice(0, 2), [
    { TableName: 'Music', Item: { Song: { S: 'PartiQL Rocks' } } },
    { TableName: 'Music' },
  ])
  assert.equal(Responses[2]?.Error?.Code, 'ResourceNotFound')
}

async function transacts(cli: Cli): Promise<void> {
  const transact = (members: readonly Member[]) =>
    cli('execute-transaction', '--transact-statements', JSON.stringify(members))
  await transact([
    { Statement: `UPDATE Music SET AwardsWon = AwardsWon + 1 ${key}` },
    { Statement: `DELETE FROM Music WHERE Artist = 'Acme Band' AND Song = 'Another'` },
  ])
  const { Responses } = await transact([{ Statement: `SELECT AwardsWon FROM Music ${key}` }])
  assert.deepEqual(Responses, [{ Item: { AwardsWon: { N: '2' } } }])
  const cancelled = transact([
    { Statement: `EXISTS(SELECT * FROM Music ${key} AND AwardsWon = 99)` },
    { Statement: `INSERT INTO Music VALUE {'Artist':'Acme Band','Song':'Another'}` },
  ])
  await assert.rejects(
    cancelled,
    /\(TransactionCanceledException\) when calling the ExecuteTransaction operation: Transaction cancelled, please refer cancellation reasons for specific reasons \[ConditionalCheckFailed, None\]/,
  )
}

async function refuses(cli: Cli): Promise<void> {
  await assert.rejects(
    execute(cli, 'SLECT * FROM Music'),
    /\(ValidationException\) when calling the ExecuteStatement operation: Statement wasn't well formed, can't be processed: Expected data manipulation/,
  )
  await assert.rejects(
    execute(cli, `UPDATE Music SET AwardsWon = 0 ${key} AND AwardsWon = 99`),
    /\(ConditionalCheckFailedException\) when calling the ExecuteStatement operation: The conditional request failed/,
  )
}

async function deletes(cli: Cli): Promise<void> {
  const { Items } = await execute(cli, `DELETE FROM Music ${key} RETURNING ALL OLD *`)
  assert.equal(Items?.length, 1)
  assert.deepEqual(await execute(cli, `SELECT * FROM Music ${key}`), { Items: [] })
}

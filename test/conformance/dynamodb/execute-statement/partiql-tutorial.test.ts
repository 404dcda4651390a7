/**
 * The four statements that every tutorial shows, verbatim: select by key with two parameters,
 * insert, update, delete; with parameters from `marshall`, and through the document client.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  BatchExecuteStatementCommand,
  DuplicateItemException,
  ExecuteStatementCommand,
  ExecuteTransactionCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import {
  BatchExecuteStatementCommand as BatchExecuteDocuments,
  DynamoDBDocumentClient,
  ExecuteStatementCommand as ExecuteDocument,
  ExecuteTransactionCommand as ExecuteDocumentTransaction,
} from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { connect } from '../../../support/client.js'
import { attribute, hash, onDemand, range } from '../../../support/tables.js'

const client = await connect()
const documents = DynamoDBDocumentClient.from(client.sdk)
const tables = { Music: ['Artist', 'SongTitle'], Movies: ['year', 'title'] } as const
for (const [TableName, [partition, sort]] of Object.entries(tables)) {
  const type = partition === 'year' ? 'N' : 'S'
  await client.ask('CreateTable', {
    TableName,
    AttributeDefinitions: [attribute(partition, type), attribute(sort, 'S')],
    KeySchema: [hash(partition), range(sort)],
    ...onDemand,
  })
  await client.untilActive(TableName)
}

/** The values of a plain object in wire form, in its order, as tutorials build Parameters. */
const parameters = (values: Readonly<Record<string, unknown>>): AttributeValue[] =>
  Object.values(marshall(values))
const run = async (Statement: string, values?: Readonly<Record<string, unknown>>) => {
  const given = values === undefined ? {} : { Parameters: parameters(values) }
  const { Items } = await client.sdk.send(new ExecuteStatementCommand({ Statement, ...given }))
  return Items?.map((item) => unmarshall(item))
}

describe('the statements of the Music tutorial', () => {
  const song = { Artist: 'Acme Band', SongTitle: 'PartiQL Rocks' }

  it('INSERT adds a song, once', async () => {
    const insert = `INSERT INTO Music VALUE {'Artist':'Acme Band','SongTitle':'PartiQL Rocks'}`
    assert.deepEqual(await run(insert), [])
    await assert.rejects(run(insert), DuplicateItemException)
  })

  it('SELECT finds it by literals and by two parameters', async () => {
    const literal = `SELECT * FROM Music WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'`
    assert.deepEqual(await run(literal), [song])
    const select = 'SELECT * FROM "Music" WHERE "Artist" = ? AND "SongTitle" = ?'
    assert.deepEqual(await run(select, song), [song])
  })

  it('UPDATE sets attributes, a map and a set', async () => {
    await run(
      `UPDATE "Music" SET AwardsWon=1 SET AwardDetail={'Grammys':[2020, 2018]} WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'`,
    )
    const detail = { Grammys: [2020, 2018] }
    assert.deepEqual(await run('SELECT * FROM Music'), [
      { ...song, AwardsWon: 1, AwardDetail: detail },
    ])
    const returned = await run(
      `UPDATE "Music" SET AwardDetail.Grammys =list_append(AwardDetail.Grammys,[2016]) SET BandMembers =set_add(BandMembers, <<'newbandmember'>>) REMOVE AwardDetail.Oscars WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks' RETURNING ALL NEW *`,
    )
    assert.deepEqual(returned, [
      {
        ...song,
        AwardsWon: 1,
        AwardDetail: { Grammys: [2020, 2018, 2016] },
        BandMembers: new Set(['newbandmember']),
      },
    ])
  })

  it('DELETE removes it', async () => {
    const statement = 'DELETE FROM "Music" WHERE "Artist" = ? AND "SongTitle" = ?'
    assert.deepEqual(await run(statement, song), [])
    assert.deepEqual(await run(statement, song), [])
    assert.deepEqual(await run('SELECT * FROM Music'), [])
  })
})

describe('the statements of the Movies tutorial', () => {
  const movie = {
    year: 2013,
    title: 'Rush',
    info: { rating: 8.3, genres: new Set(['Drama', 'Sport']), cast: ['Daniel', "Chris O'Dowd"] },
  }
  const { info, ...key } = movie

  it('INSERT takes key and details by parameters', async () => {
    const insert = `INSERT INTO "Movies" VALUE {'year': ?, 'title': ?, 'info': ?}`
    assert.deepEqual(await run(insert, movie), [])
  })

  it('SELECT takes a reserved word as a name in quotes', async () => {
    const select = 'SELECT * FROM "Movies" WHERE "year" = ? AND title = ?'
    assert.deepEqual(await run(select, key), [movie])
  })

  it('UPDATE takes a path to change', async () => {
    const update = 'UPDATE "Movies" SET info.rating = ? WHERE "year" = ? AND title = ?'
    assert.deepEqual(await run(update, { rating: 9, ...key }), [])
    const select = 'SELECT info.rating FROM "Movies" WHERE "year" = ? AND title = ?'
    assert.deepEqual(await run(select, key), [{ rating: 9 }])
  })

  it('DELETE returns what it deleted', async () => {
    const statement = 'DELETE FROM "Movies" WHERE "year" = ? AND title = ? RETURNING ALL OLD *'
    assert.deepEqual(await run(statement, key), [{ ...movie, info: { ...info, rating: 9 } }])
  })
})

describe('the document client', () => {
  const movie = { year: 1999, title: 'Matrix', info: { plot: 'red, blue', ratings: [8.7, null] } }
  const { info, ...key } = movie
  const select = 'SELECT * FROM Movies WHERE "year" = ? AND title = ?'

  it('accepts and returns plain values', async () => {
    const insert = `INSERT INTO Movies VALUE {'year': ?, 'title': ?, 'info': ?}`
    await documents.send(
      new ExecuteDocument({ Statement: insert, Parameters: [key.year, key.title, info] }),
    )
    const found = await documents.send(
      new ExecuteDocument({ Statement: select, Parameters: [key.year, key.title] }),
    )
    assert.deepEqual(found.Items, [movie])
  })

  it('in batches', async () => {
    const { Responses } = await documents.send(
      new BatchExecuteDocuments({
        Statements: [
          { Statement: select, Parameters: [key.year, key.title] },
          { Statement: select, Parameters: [key.year, 'Other'] },
        ],
      }),
    )
    assert.deepEqual(Responses, [{ TableName: 'Movies', Item: movie }, { TableName: 'Movies' }])
  })

  it('in transactions', async () => {
    const update = 'UPDATE Movies SET info.plot = ? WHERE "year" = ? AND title = ?'
    await documents.send(
      new ExecuteDocumentTransaction({
        TransactStatements: [{ Statement: update, Parameters: ['blue', key.year, key.title] }],
      }),
    )
    const { Responses } = await documents.send(
      new ExecuteDocumentTransaction({
        TransactStatements: [{ Statement: select, Parameters: [key.year, key.title] }],
      }),
    )
    assert.deepEqual(Responses, [{ Item: { ...movie, info: { ...info, plot: 'blue' } } }])
  })
})

describe('several statements of the tutorials', () => {
  const titles = ['Alien', 'Brazil', 'Casablanca']
  const values = (title: string): AttributeValue[] => parameters({ year: 1980, title })

  it('are run as a batch', async () => {
    const { Responses } = await client.sdk.send(
      new BatchExecuteStatementCommand({
        Statements: titles.map((title) => ({
          Statement: `INSERT INTO "Movies" VALUE {'year': ?, 'title': ?}`,
          Parameters: values(title),
        })),
      }),
    )
    assert.deepEqual(
      Responses,
      titles.map(() => ({ TableName: 'Movies' })),
    )
  })

  it('are run as a transaction', async () => {
    await client.sdk.send(
      new ExecuteTransactionCommand({
        TransactStatements: titles.map((title) => ({
          Statement: 'DELETE FROM "Movies" WHERE "year" = ? AND title = ?',
          Parameters: values(title),
        })),
      }),
    )
    assert.deepEqual(await run('SELECT * FROM Movies WHERE "year" = 1980'), [])
  })
})

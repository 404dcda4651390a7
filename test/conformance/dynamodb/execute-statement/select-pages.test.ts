/** Pages of a SELECT: Limit before the filter and across branches, one megabyte, and NextToken. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExecuteStatementCommand } from '@aws-sdk/client-dynamodb'
import { withServer } from '../../../support/engine-servers.js'
import { connect, type Json } from '../../../support/client.js'
import { expectError } from '../../../support/expect.js'
import { N, padded, putAll, S, textsOf, type Item } from '../../../support/items.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes, other] = await Promise.all([
  client.createTable(composite()),
  client.createTable(projected),
  client.createTable(composite()),
])
const items = ['a', 'b', 'c'].flatMap((pk) =>
  ['1', '2', '3'].map((sk): Item => ({ pk: S(pk), sk: S(sk), v: N(sk) })),
)
await Promise.all([putAll(client, table, items), putAll(client, other, items)])
await putAll(
  client,
  withIndexes,
  // All have the same index key: only the table's key distinguishes them.
  ['1', '2', '3'].map((sk) => ({ pk: S('p'), sk: S(sk), group: S('g'), rank: N(1) })),
)

interface Page {
  readonly Items: readonly Item[]
  readonly NextToken?: string
}

const ask = async (Statement: string, more: Json = {}): Promise<Page> =>
  (await client.ask('ExecuteStatement', { Statement, ...more })) as unknown as Page

async function pages(Statement: string, more: Json = {}): Promise<string[]> {
  const shown: string[] = []
  let next: Json = {}
  do {
    const { Items, NextToken } = await ask(Statement, { ...more, ...next })
    shown.push(Items.map(({ pk, sk }) => `${String(pk?.['S'])}${String(sk?.['S'])}`).join(' '))
    assert.ok(shown.length < 100, 'pages without end')
    next = NextToken === undefined ? {} : { NextToken }
  } while ('NextToken' in next)
  return shown
}

describe('a page of a SELECT', () => {
  const check = (rest: string, Limit: number, expected: readonly string[]): void => {
    it(`${rest}, Limit ${Limit}`, async () => {
      assert.deepEqual(await pages(`SELECT * FROM "${table}" WHERE ${rest}`, { Limit }), expected)
    })
  }

  check(`pk = 'a'`, 2, ['a1 a2', 'a3'])
  // As in every read: a page that reached its limit says that there may be more.
  check(`pk = 'a'`, 3, ['a1 a2 a3', ''])
  check(`pk = 'a' AND sk = '2'`, 1, ['a2'])
  check(`pk = 'a' AND sk = '2' AND v = 7`, 1, [''])
  check(`pk = 'a' AND v = 3`, 2, ['', 'a3'])
  check(`pk IN ['a', 'b']`, 2, ['a1 a2', 'a3 b1', 'b2 b3', ''])
  check(`pk IN ['a', 'b'] AND v = 1`, 2, ['a1', 'b1', '', ''])
  check(`pk IN ['a', 'b', 'c'] AND sk = '1'`, 2, ['a1 b1', 'c1'])
  check(`pk IN ['a', 'b0', 'c'] AND sk = '1'`, 2, ['a1 c1'])
  check(`pk = 'a' AND sk IN ['1', '3']`, 1, ['a1', 'a3'])
  check(`pk IN ['a', 'b'] ORDER BY pk DESC`, 2, ['b3 b2', 'b1 a3', 'a2 a1', ''])
  check(`pk IN ['a', 'b'] ORDER BY pk DESC, sk ASC`, 4, ['b1 b2 b3 a1', 'a2 a3'])
  check(`pk = 'a' AND (sk < '2' OR sk > '2') ORDER BY sk DESC`, 1, ['a3', 'a1', ''])

  it('of a scan holds every item once', async () => {
    const shown = await pages(`SELECT * FROM "${table}"`, { Limit: 2 })
    assert.equal(shown.length, 5)
    assert.deepEqual(
      shown.join(' ').split(' ').sort(),
      items.map(({ pk, sk }) => `${String(pk!['S'])}${String(sk!['S'])}`),
    )
  })

  it('of an index resumes among entries with the same key', async () => {
    const from = `SELECT * FROM "${withIndexes}"."global-all" WHERE "group" = 'g'`
    const shown = (await pages(from, { Limit: 1 })).filter((page) => page !== '')
    assert.deepEqual(shown.sort(), ['p1', 'p2', 'p3'])
  })

  it('ends at a megabyte, counted over all branches', async () => {
    const size = 300 * 1024
    await putAll(
      client,
      table,
      ['x', 'y'].flatMap((pk) =>
        ['1', '2', '3'].map((sk) => padded({ pk: S(pk), sk: S(sk) }, size)),
      ),
    )
    const shown = await pages(`SELECT pk, sk FROM "${table}" WHERE pk IN ['x', 'y']`)
    assert.deepEqual(shown, ['x1 x2 x3 y1', 'y2 y3'])
  })

  it('has no NextToken if nothing follows', async () => {
    const answer = await ask(`SELECT * FROM "${table}" WHERE pk = 'a'`)
    assert.deepEqual(Object.keys(answer), ['Items'])
    assert.deepEqual(await ask(`SELECT * FROM "${table}" WHERE pk = 'none'`), { Items: [] })
  })
})

describe('a NextToken', () => {
  const statement = `SELECT * FROM "${table}" WHERE pk = ?`
  const request = { Parameters: [S('a')], Limit: 1 }
  const first = ask(statement, request).then(({ NextToken }) => NextToken!)
  const refused = async (Statement: string, more: Json, message: string): Promise<void> => {
    await expectError(
      client.call('ExecuteStatement', { Statement, ...request, ...more }),
      'ValidationException',
      message,
    )
  }
  const mismatch = 'NextToken does not match request'

  it('may be used with another Limit and another consistency', async () => {
    const NextToken = await first
    for (const more of [{ Limit: 2 }, { ConsistentRead: true }]) {
      const { Items } = await ask(statement, { ...request, ...more, NextToken })
      assert.deepEqual(textsOf(Items, 'sk')[0], '2')
    }
  })

  it('belongs to its statement, parameters, table and index', async () => {
    const NextToken = await first
    await refused(`${statement} `, { NextToken }, mismatch)
    await refused(statement, { NextToken, Parameters: [S('b')] }, mismatch)
    await refused(statement, { NextToken, Parameters: [S('a'), S('a')] }, mismatch)
    await refused(`SELECT * FROM "${other}" WHERE pk = ?`, { NextToken }, mismatch)
    const ofIndex = `SELECT * FROM "${withIndexes}"."global-all"`
    const { NextToken: indexToken } = await ask(ofIndex, { Limit: 1 })
    const otherIndex = `SELECT * FROM "${withIndexes}"."global-keys"`
    await refused(otherIndex, { NextToken: indexToken, Parameters: undefined }, mismatch)
  })

  it('belongs to a table, not to its name', async () => {
    const name = await client.createTable(composite())
    await putAll(client, name, items)
    const ofName = `SELECT * FROM "${name}"`
    const { NextToken } = await ask(ofName, { Limit: 1 })
    await client.ask('DeleteTable', { TableName: name })
    await client.ask('CreateTable', { TableName: name, ...composite() })
    await client.untilActive(name)
    await refused(ofName, { NextToken, Parameters: undefined }, mismatch)
  })

  it('is checked last', async () => {
    await refused(statement, { NextToken: 'garbage', Parameters: [N(1)] }, keyType)
    await refused(statement, { NextToken: 'garbage' }, 'Invalid NextToken')
  })

  it('that was changed is invalid', async () => {
    const token = await first
    const changed = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`
    await refused(statement, { NextToken: changed }, 'Invalid NextToken')
    await refused(statement, { NextToken: token.slice(4) }, 'Invalid NextToken')
  })
})

const keyType = "Key attribute's data type should match its data type in table's schema: Key pk"

describe('SELECT of several pages', () => {
  it('finds every item once', async () => {
    await withServer(async (server) => {
      const name = await server.createTable(composite())
      for (const Item of items) await server.ask('PutItem', { TableName: name, Item })
      const found: unknown[] = []
      let NextToken: string | undefined
      do {
        const page = await server.sdk.send(
          new ExecuteStatementCommand({
            Statement: `SELECT * FROM "${name}" WHERE pk IN ['a', 'c']`,
            Limit: 2,
            NextToken,
          }),
        )
        found.push(...(page.Items ?? []).map(({ pk, sk }) => `${pk?.S}${sk?.S}`))
        NextToken = page.NextToken
      } while (NextToken !== undefined)
      assert.deepEqual(found, ['a1', 'a2', 'a3', 'c1', 'c2', 'c3'])
    })
  })
})

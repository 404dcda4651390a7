/** Limit and NextToken: where pages end, and tokens that are valid for one request only. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { checkRefusals } from '../../../support/expect.js'
import { N, padded, putAll, S, type Value } from '../../../support/items.js'
import { refusal, statementsOf } from '../../../support/partiql.js'
import { failure, failures, lengthAtMost, valueAtLeast } from '../../../support/sentences.js'
import { composite, projected } from '../../../support/tables.js'

const client = await connect()
const [table, other, large, withIndexes] = await Promise.all([
  client.createTable(composite('S', 'N')),
  client.createTable(composite('S', 'N')),
  client.createTable(composite('S', 'S')),
  client.createTable(projected),
])
const statements = statementsOf(client)
const { pages, run } = statements
const numbers = Array.from({ length: 10 }, (_, n) => n)
const stored = ['a', 'b'].flatMap((pk) =>
  numbers.map((n) => ({ pk: S(pk), sk: N(n), even: { BOOL: n % 2 === 0 } })),
)
await putAll(client, table, stored)
await putAll(client, other, stored)
await putAll(
  client,
  withIndexes,
  numbers.map((n) => ({
    pk: S('p'),
    sk: S(`s${n}`),
    local: S(`l${9 - n}`),
    group: S('g'),
    rank: N(n % 3),
  })),
)

async function sizes(statement: string, Limit: number): Promise<readonly number[]> {
  return (await pages(statement, undefined, { Limit })).map((page) => page.length)
}

async function seen(statement: string, Limit: number, by = 'sk'): Promise<readonly unknown[]> {
  const items = (await pages(statement, undefined, { Limit })).flat()
  return items.map((item) => Object.values(item[by]!)[0])
}

describe('a page of a SELECT', () => {
  const ofA = `SELECT * FROM "${table}" WHERE pk = 'a'`

  it('has Limit items, and the last page no token', async () => {
    assert.deepEqual(await sizes(ofA, 4), [4, 4, 2])
    assert.deepEqual((await pages(ofA)).length, 1)
  })

  it('visits each item once, in order', async () => {
    for (const limit of [1, 3, 10, 11])
      assert.deepEqual(await seen(ofA, limit), numbers.map(String))
  })

  // AWS: Limit counts items read, before the filter; a page can be empty and still continue.
  it('ends after Limit items read, not matched', async () => {
    assert.deepEqual((await sizes(`${ofA} AND even = true`, 2)).slice(0, 5), [1, 1, 1, 1, 1])
    const first = await run(`${ofA} AND even = 'no'`, undefined, { Limit: 3 })
    assert.deepEqual(first.Items, [])
    assert.ok(first.NextToken !== undefined)
  })

  it('of a scan visits each item once', async () => {
    for (const limit of [1, 7]) {
      const found = (await pages(`SELECT * FROM "${table}"`, undefined, { Limit: limit })).flat()
      assert.equal(found.length, 20)
      assert.equal(new Set(found.map((item) => JSON.stringify(item))).size, 20)
    }
  })

  it('of several partitions visits each item once', async () => {
    const both = `SELECT * FROM "${table}" WHERE pk IN ['a', 'b']`
    for (const limit of [1, 3, 10]) {
      const found = (await pages(both, undefined, { Limit: limit })).flat()
      assert.equal(new Set(found.map((item) => JSON.stringify(item))).size, 20, `by ${limit}`)
      assert.equal(found.length, 20)
    }
  })

  it('of an index resumes where it ended', async () => {
    const local = `SELECT * FROM "${withIndexes}"."local-keys" WHERE pk = 'p'`
    assert.deepEqual(
      await seen(local, 3),
      numbers.map((n) => `s${9 - n}`),
    )
    const global = `SELECT * FROM "${withIndexes}"."global-all" WHERE "group" = 'g'`
    for (const limit of [1, 4]) {
      assert.deepEqual(
        (await seen(global, limit)).toSorted(),
        numbers.map((n) => `s${n}`),
      )
    }
  })

  it('may change its size, and omit ConsistentRead', async () => {
    const first = await run(ofA, undefined, { Limit: 2, ConsistentRead: true })
    const { NextToken } = first
    const rest = await run(ofA, undefined, { NextToken, Limit: 100 })
    assert.deepEqual([first.Items.length, rest.Items.length], [2, 8])
    assert.equal(rest.NextToken, undefined)
  })

  it('ends at a megabyte', async () => {
    const items = Array.from({ length: 5 }, (_, n) =>
      padded({ pk: S('large'), sk: S(String(n)) }, 300 * 1024),
    )
    await putAll(client, large, items)
    const found = await pages(`SELECT * FROM "${large}" WHERE pk = 'large'`)
    assert.deepEqual(
      found.map((page) => page.length),
      [4, 1],
    )
  })

  it('by a whole key has no token', async () => {
    const one = await run(`${ofA} AND sk = 1`, undefined, { Limit: 1 })
    assert.equal(one.Items.length, 1)
    assert.equal(one.NextToken, undefined)
  })
})

describe('a NextToken', () => {
  const statement = `SELECT * FROM "${table}" WHERE pk = ?`
  const tokenOf = async (text = statement, parameters: readonly Value[] = [S('a')]) => {
    const { NextToken } = await run(text, parameters, { Limit: 2 })
    assert.ok(NextToken !== undefined)
    return NextToken
  }
  const mismatch = 'NextToken does not match request'
  const rows: readonly (readonly [string, string, readonly Value[]])[] = [
    ['other parameters', statement, [S('b')]],
    ['another statement', `${statement} AND sk > 0`, [S('a')]],
    ['another table', statement.replace(table, other), [S('a')]],
  ]
  for (const [name, text, parameters] of rows) {
    it(`is refused for ${name}`, async () => {
      const NextToken = await tokenOf()
      await refusal(run(text, parameters, { NextToken }), mismatch)
    })
  }

  it('is refused for another index', async () => {
    const from = (index: string): string =>
      `SELECT pk FROM "${withIndexes}"."${index}" WHERE "group" = ?`
    const NextToken = await tokenOf(from('global-all'), [S('g')])
    await refusal(run(from('global-keys'), [S('g')], { NextToken }), mismatch)
  })

  it('that was made up is invalid', async () => {
    for (const NextToken of ['garbage', 'e30=', 'A'.repeat(200)]) {
      await refusal(run(statement, [S('a')], { NextToken }), 'Invalid NextToken')
    }
  })

  it('that was changed is refused', async () => {
    const token = await tokenOf()
    for (const at of [0, 5, Math.floor(token.length / 2), token.length - 4]) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      await refusal(run(statement, [S('a')], { NextToken: changed }), /NextToken/)
    }
  })

  it('may be used twice', async () => {
    const NextToken = await tokenOf()
    const [first, second] = await Promise.all(
      [1, 2].map(() => run(statement, [S('a')], { NextToken })),
    )
    assert.deepEqual(first!.Items, second!.Items)
  })
})

describe('ExecuteStatement refuses by constraint', () => {
  checkRefusals(client, 'ExecuteStatement', { Statement: `SELECT * FROM "${table}"` }, [
    ['a Limit of 0', { Limit: 0 }, failures(failure('0', 'limit', valueAtLeast(1)))],
    ['a negative Limit', { Limit: -1 }, failures(failure('-1', 'limit', valueAtLeast(1)))],
    [
      'a NextToken of 32769 characters',
      { NextToken: 'x'.repeat(32769) },
      failures(failure('x'.repeat(32769), 'nextToken', lengthAtMost(32768))),
    ],
    [
      'an empty NextToken',
      { NextToken: '' },
      /^1 validation error detected: Value '' at 'nextToken' failed to satisfy constraint: Member must have length greater than or equal to 1$/,
    ],
  ])
})

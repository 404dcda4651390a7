/** SELECT through the SDK: which items each WHERE finds, and what is returned of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ExecuteStatementCommand, type AttributeValue } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { connect } from '../../../support/client.js'
import { N, putAll, S, type Item } from '../../../support/items.js'
import { composite, partitionOnly, projected } from '../../../support/tables.js'

const client = await connect()
const [table, flat, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(partitionOnly('N')),
  client.createTable(projected),
])

await putAll(client, table, [
  ...['1', '2', '3'].map((sk) => ({ pk: S('a'), sk: S(sk), v: N(sk) })),
  { pk: S('b'), sk: S('1'), v: N(1), tags: { SS: ['x', 'y'] } },
  {
    pk: S('doc'),
    sk: S('1'),
    m: { M: { k: { L: [N(10), { M: { z: S('deep') } }] }, z: S('shallow') } },
    'm.z': S('dotted'),
    __proto__x: S('odd'),
  },
])
await putAll(client, flat, [{ pk: N(1) }, { pk: N(2) }, { pk: N('1E+3') }])
await putAll(
  client,
  withIndexes,
  ['1', '2', '3'].map((n): Item => ({
    pk: S('p'),
    sk: S(n),
    ...(n !== '3' && { local: S(`l${n}`), group: S('g'), rank: N(n) }),
    kept: S(`k${n}`),
    lost: S(`x${n}`),
  })),
)

async function rows(Statement: string, ...parameters: unknown[]): Promise<unknown[]> {
  const Parameters = parameters.map((value) => marshall({ value })['value']!)
  const given = Parameters.length === 0 ? {} : { Parameters }
  const { Items } = await client.sdk.send(new ExecuteStatementCommand({ Statement, ...given }))
  return (Items as Record<string, AttributeValue>[]).map((item) => unmarshall(item))
}

describe('SELECT finds', () => {
  const check = (where: string, expected: readonly string[], ...parameters: unknown[]): void => {
    it(where, async () => {
      const found = await rows(`SELECT pk, sk FROM "${table}" WHERE ${where}`, ...parameters)
      const names = found.map((row) => Object.values(row as object).join(''))
      assert.deepEqual(names.sort(), expected)
    })
  }

  check(`pk = 'a'`, ['a1', 'a2', 'a3'])
  check(`pk = ? AND sk = ?`, ['a2'], 'a', '2')
  check(`pk IN [?, ?] AND sk = '1'`, ['a1', 'b1'], 'a', 'b')
  check(`pk = 'a' AND sk BETWEEN '2' AND '3'`, ['a2', 'a3'])
  check(`pk = 'a' AND begins_with(sk, '1')`, ['a1'])
  check(`pk = 'a' AND v > 1 AND NOT v = 3`, ['a2'])
  check(`v = 1`, ['a1', 'b1'])
  check(`v = 1 OR pk = 'a'`, ['a1', 'a2', 'a3', 'b1'])
  check(`contains(tags, 'x')`, ['b1'])
  check(`tags IS MISSING AND v = 1`, ['a1'])
  check(`m.k[1].z = 'deep'`, ['doc1'])
  check(`"m.z" = 'dotted'`, ['doc1'])
  check(`pk = 'a' AND sk <> '1' OR pk = 'a' AND sk = '2'`, ['a2', 'a3'])
  check(`pk > 5`, [])
  check(`pk = 'nobody'`, [])
})

describe('SELECT shows', () => {
  const check = (projection: string, expected: object): void => {
    it(projection, async () => {
      const [row] = await rows(`SELECT ${projection} FROM "${table}" WHERE pk = 'doc' AND sk = '1'`)
      assert.deepEqual(row, expected)
    })
  }

  check('pk, "m.z"', { pk: 'doc', 'm.z': 'dotted' })
  check('m.k[0]', { 'k[0]': 10 })
  check('m.k[1].z', { z: 'deep' })
  check('m.z, m.k', { z: 'shallow', k: [10, { z: 'deep' }] })
  check('m, m.z', {
    m: { k: [10, { z: 'deep' }], z: 'shallow' },
    z: 'shallow',
  })
  check('"nothing"', {})
  check('toString, "__proto__"', {})

  it('everything, for *', async () => {
    const [row] = await rows(`SELECT * FROM "${table}" WHERE pk = 'b' AND sk = '1'`)
    assert.deepEqual(row, { pk: 'b', sk: '1', v: 1, tags: new Set(['x', 'y']) })
  })
})

describe('SELECT from a table of one key attribute', () => {
  it('reads one item, several, or all', async () => {
    assert.deepEqual(await rows(`SELECT * FROM "${flat}" WHERE pk = 1.0`), [{ pk: 1 }])
    assert.deepEqual(await rows(`SELECT * FROM "${flat}" WHERE pk IN [2, 1000, 7]`), [
      { pk: 2 },
      { pk: 1000 },
    ])
    assert.equal((await rows(`SELECT * FROM "${flat}"`)).length, 3)
  })

  it('accepts the ARN of the table as its name', async () => {
    const { Table } = (await client.ask('DescribeTable', { TableName: flat })) as {
      Table: { TableArn: string }
    }
    assert.deepEqual(await rows(`SELECT * FROM "${Table.TableArn}" WHERE pk = 2`), [{ pk: 2 }])
  })
})

describe('SELECT from an index', () => {
  const check = (rest: string, expected: readonly object[], projection = '*'): void => {
    it(`${projection} from ${rest}`, async () => {
      assert.deepEqual(await rows(`SELECT ${projection} FROM "${withIndexes}".${rest}`), expected)
    })
  }
  const key = (n: number) => ({ pk: 'p', sk: String(n) })

  check(`"global-keys" WHERE "group" = 'g' AND rank = 2`, [{ ...key(2), group: 'g', rank: 2 }])
  check(`"global-some" WHERE "group" = 'g'`, [
    { ...key(1), group: 'g', rank: 1, kept: 'k1' },
    { ...key(2), group: 'g', rank: 2, kept: 'k2' },
  ])
  check(`"global-some" WHERE kept = 'k2'`, [{ kept: 'k2' }], 'kept')
  // In a scan, an attribute that the index does not project counts as missing.
  check(`"global-some" WHERE lost = 'x1'`, [])
  check(`"local-keys" WHERE pk = 'p' AND "local" > 'l1'`, [{ ...key(2), local: 'l2' }])
  check(`"local-keys" WHERE pk = 'p'`, [{ lost: 'x1' }, { lost: 'x2' }], 'lost')
})

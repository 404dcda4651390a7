/** ListTables: names in order, in pages, separately for each region. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, newTableName, type Json } from '../../../support/client.js'
import { partitionOnly } from '../../../support/tables.js'

const client = await connect()
const prefix = newTableName('list')
const names = ['a', 'B', 'c.1', 'c-2', 'd_3', 'e'].map((suffix) => `${prefix}.${suffix}`)
for (const TableName of names) await client.ask('CreateTable', { TableName, ...partitionOnly() })
const inOrder = [...names].sort()
const list = (input: Json): Promise<Json> => client.ask('ListTables', input)

/** Lists every name from just before ours to just after, with a page size of `Limit`. */
async function pages(Limit: number): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = []
  let start: string | undefined = prefix
  while (start?.startsWith(prefix)) {
    const page: Json = await list({ ExclusiveStartTableName: start, Limit })
    found.push((page['TableNames'] as string[]).filter((name) => name.startsWith(prefix)))
    start = page['LastEvaluatedTableName'] as string | undefined
  }
  return found
}

describe('ListTables', () => {
  it('lists names in the order of their bytes', async () => {
    const { TableNames } = await list({ ExclusiveStartTableName: prefix })
    const ours = (TableNames as string[]).filter((name) => name.startsWith(prefix))
    assert.deepEqual(ours, inOrder)
  })

  for (const limit of [1, 2, 4, 100]) {
    it(`neither loses nor repeats names in pages of ${limit}`, async () => {
      const found = await pages(limit)
      assert.deepEqual(found.flat(), inOrder)
      for (const page of found) assert.ok(page.length <= limit)
    })
  }

  it('names where it stopped only if it did', async () => {
    const page = await list({ ExclusiveStartTableName: prefix, Limit: 2 })
    assert.equal(page['LastEvaluatedTableName'], inOrder[1])
    const all = await list({ ExclusiveStartTableName: 'z'.repeat(255) })
    assert.deepEqual(all, { TableNames: [] })
  })

  it('starts after a name that need not exist', async () => {
    const { TableNames } = await list({ ExclusiveStartTableName: `${prefix}.c` })
    const ours = (TableNames as string[]).filter((name) => name.startsWith(prefix))
    assert.deepEqual(
      ours,
      inOrder.filter((name) => name > `${prefix}.c`),
    )
  })

  it('truncates a fractional limit', async () => {
    const { TableNames } = await list({ Limit: 1.9 })
    assert.equal((TableNames as string[]).length, 1)
  })
})

describe('tables of another region', () => {
  const elsewhere = client.as({ region: client.region === 'eu-west-1' ? 'us-west-2' : 'eu-west-1' })

  it('are separate', async () => {
    const { TableNames } = await elsewhere.ask('ListTables', { ExclusiveStartTableName: prefix })
    assert.deepEqual(
      (TableNames as string[]).filter((name) => name.startsWith(prefix)),
      [],
    )
    const made = await elsewhere.ask('CreateTable', { TableName: names[0], ...partitionOnly() })
    const { TableArn } = made['TableDescription'] as { TableArn: string }
    assert.match(TableArn, new RegExp(`^arn:aws:dynamodb:${elsewhere.region}:`))
  })
})

describe('an access key of twelve digits', () => {
  const other = client.as({ accessKeyId: '123456789012' })

  it('names its own account', async () => {
    const made = await other.ask('CreateTable', { TableName: names[1], ...partitionOnly() })
    const { TableArn } = made['TableDescription'] as { TableArn: string }
    assert.equal(TableArn, `arn:aws:dynamodb:${client.region}:123456789012:table/${names[1]}`)
    assert.deepEqual(await other.ask('ListTables', {}), { TableNames: [names[1]] })
  })
})

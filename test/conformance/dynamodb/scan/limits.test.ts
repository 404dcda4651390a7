/** How much a Scan reads, and how segments divide a table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type Json } from '../../../support/client.js'
import { checkAccepted, checkRefusals, expectError } from '../../../support/expect.js'
import { allPages, padded, pageOf, putAll, S, textsOf, type Item } from '../../../support/items.js'
import * as say from '../../../support/sentences.js'
import { indexed, partitionOnly } from '../../../support/tables.js'

const client = await connect()
const count = 200
const items = Array.from({ length: count }, (_, n) => ({ pk: S(`item-${n}`), n: { N: String(n) } }))
const [table, twin, withIndexes, full] = await Promise.all([
  client.createTable(partitionOnly()),
  client.createTable(partitionOnly()),
  client.createTable(indexed),
  client.createTable(partitionOnly()),
])
await Promise.all([putAll(client, table, items), putAll(client, twin, [...items].reverse())])

async function keysOf(input: Json): Promise<readonly unknown[]> {
  const pages = await allPages(client, 'Scan', { TableName: table, ...input })
  return pages.flatMap(({ Items }) => textsOf(Items, 'pk'))
}
const everyKey = textsOf(items, 'pk').toSorted()

describe('a Scan', () => {
  it('visits each item once, in a stable order', async () => {
    const first = await keysOf({})
    assert.deepEqual(first.toSorted(), everyKey)
    assert.deepEqual(await keysOf({}), first)
    assert.notDeepEqual(first, everyKey)
  })

  // AWS: the order is that of a hash of the key, the same in every table.
  it('visits those keys in the same order in every table', async () => {
    assert.deepEqual(await keysOf({ TableName: twin }), await keysOf({}))
  })

  for (const Limit of [1, 7, 50, 199, 200, 201]) {
    it(`visits each item once, ${Limit} at a time`, async () => {
      const pages = await allPages(client, 'Scan', { TableName: table, Limit })
      const keys = pages.flatMap(({ Items }) => textsOf(Items, 'pk'))
      assert.deepEqual(keys, await keysOf({}))
      assert.equal(pages.length, Math.floor(count / Limit) + 1)
    })
  }

  it('counts Limit before the filter', async () => {
    const page = await pageOf(client, 'Scan', {
      TableName: table,
      FilterExpression: 'n < :zero',
      ExpressionAttributeValues: { ':zero': { N: '0' } },
      Limit: 10,
    })
    assert.deepEqual([page.Count, page.ScannedCount], [0, 10])
    assert.ok(page.LastEvaluatedKey)
  })
})

describe('segments of a Scan', () => {
  for (const TotalSegments of [1, 2, 3, 7, 16, 64]) {
    it(`of ${TotalSegments} are disjoint and make up the table`, async () => {
      const shares = await Promise.all(
        Array.from({ length: TotalSegments }, (_, Segment) => keysOf({ Segment, TotalSegments })),
      )
      assert.deepEqual(shares.flat().toSorted(), everyKey)
    })
  }

  it('are about the same size', async () => {
    const shares = await Promise.all(
      [0, 1, 2, 3].map((Segment) => keysOf({ Segment, TotalSegments: 4 })),
    )
    for (const { length } of shares) assert.ok(length > 25 && length < 80, `a share of ${length}`)
  })

  it('together have the order of the whole scan', async () => {
    const shares = await Promise.all(
      [0, 1, 2].map((Segment) => keysOf({ Segment, TotalSegments: 3 })),
    )
    assert.deepEqual(shares.flat(), await keysOf({}))
  })

  it('continue page by page', async () => {
    const whole = await keysOf({ Segment: 1, TotalSegments: 3 })
    assert.deepEqual(await keysOf({ Segment: 1, TotalSegments: 3, Limit: 5 }), whole)
  })

  it('of a million are mostly empty and quick', async () => {
    const page = await pageOf(client, 'Scan', {
      TableName: table,
      Segment: 999999,
      TotalSegments: 1000000,
    })
    assert.ok(page.Count < 3)
  })

  it('refuse to continue from a key of another segment', async () => {
    const [first] = await keysOf({ Segment: 0, TotalSegments: 2 })
    await expectError(
      client.call('Scan', {
        TableName: table,
        Segment: 1,
        TotalSegments: 2,
        ExclusiveStartKey: { pk: { S: first } },
      }),
      'ValidationException',
      say.startKeyFault(
        'Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1',
      ),
    )
  })

  it('divide an index too', async () => {
    const indexItems = Array.from({ length: 60 }, (_, n) => ({
      pk: S(`p${n}`),
      sk: S('s'),
      ...(n % 2 === 0 ? { global: S(`g${n % 20}`) } : {}),
    }))
    await putAll(client, withIndexes, indexItems)
    const shares = await Promise.all(
      [0, 1, 2].map((Segment) =>
        keysOf({ TableName: withIndexes, IndexName: 'by-global', Segment, TotalSegments: 3 }),
      ),
    )
    const expected = textsOf(
      indexItems.filter((item) => 'global' in item),
      'pk',
    )
    assert.deepEqual(shares.flat().toSorted(), expected.toSorted())
  })
})

describe('a page of a Scan', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  /** Sizes are in the order in which the scan finds the items. */
  async function store(...sizes: readonly number[]): Promise<void> {
    await putAll(
      client,
      full,
      names.map((pk) => ({ pk: S(pk) })),
    )
    const { Items } = await pageOf(client, 'Scan', { TableName: full })
    const sized = Items.map((item: Item, n) => padded({ pk: item['pk']! }, sizes[n]!))
    await putAll(client, full, sized)
  }
  const quarter = 256 * 1024

  it('continues while it is a byte short of a megabyte', async () => {
    await store(quarter, quarter, quarter, quarter - 1, 100)
    const page = await pageOf(client, 'Scan', { TableName: full })
    assert.equal(page.Count, 5)
  })

  it('ends with the item that makes it a megabyte', async () => {
    await store(quarter, quarter, quarter, quarter, 100)
    const pages = await allPages(client, 'Scan', { TableName: full })
    assert.deepEqual(
      pages.map(({ Count }) => Count),
      [4, 1],
    )
  })

  it('names its last item if it is full, even if nothing follows', async () => {
    await store(quarter, quarter, quarter, 100, quarter)
    const pages = await allPages(client, 'Scan', { TableName: full })
    assert.deepEqual(
      pages.map(({ Count }) => Count),
      [5, 0],
    )
  })
})

const repeat = (times: number, part: string, joiner: string): string =>
  Array.from({ length: times }, () => part).join(joiner)

describe('a filter of a Scan', () => {
  const value = { ExpressionAttributeValues: { ':v': S('x') } }
  const base = { TableName: table, Limit: 1 }
  checkAccepted(client, 'Scan', base, [
    ['may be 4096 bytes', { FilterExpression: 'attribute_exists(a)'.padEnd(4096) }],
    [
      'may have 300 operators',
      { FilterExpression: `NOT ${repeat(150, 'a=:v', ' OR ')}`, ...value },
    ],
  ])
  checkRefusals(client, 'Scan', base, [
    [
      'not 4097',
      { FilterExpression: 'attribute_exists(a)'.padEnd(4097) },
      'Invalid FilterExpression: Expression size has exceeded the maximum allowed size; expression size: 4097',
    ],
    [
      'not 301 operators',
      { FilterExpression: `NOT NOT ${repeat(150, 'a=:v', ' OR ')}`, ...value },
      'Invalid FilterExpression: The expression contains too many operators; operator count: 301',
    ],
  ])
  const hostile: readonly (readonly [string, string])[] = [
    ['of thousands of open parentheses', '('.repeat(4096)],
    ['of thousands of paired parentheses', `${'('.repeat(2000)}a=:v${')'.repeat(2000)}`],
    ['of a thousand NOTs', `${'NOT '.repeat(1000)}a=:v`],
    ['of nested functions', `${'size('.repeat(800)}a`],
    ['of thousands of dots', `a${'.a'.repeat(2000)} = :v`],
    ['of hundreds of ORs', repeat(450, 'a=:v', ' OR ')],
  ]
  for (const [name, FilterExpression] of hostile) {
    it(`${name} is refused`, async () => {
      const answer = await client.call('Scan', { ...base, FilterExpression, ...value })
      assert.equal(answer.type, 'ValidationException', `answered ${answer.status}`)
      assert.match(answer.message ?? '', /^Invalid FilterExpression: /)
    })
  }
})

/** How much a Query reads: pages of exactly one megabyte, Limit, and hostile filters. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect } from '../../../support/client.js'
import { checkAccepted, checkRefusals } from '../../../support/expect.js'
import { allPages, padded, pageOf, putAll, S, textsOf, type Item } from '../../../support/items.js'
import { composite, indexed } from '../../../support/tables.js'

const client = await connect()
const [table, withIndexes] = await Promise.all([
  client.createTable(composite()),
  client.createTable(indexed),
])
const megabyte = 1024 * 1024
const query = (pk: string) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': S(pk) },
})

/** Five items, the first four of which count `bytes` together. */
const trio = (pk: string, bytes: number): readonly Item[] => {
  const item = (n: number): Item => ({ pk: S(pk), sk: S(`s${n}`) })
  const quarter = 256 * 1024
  const rest = bytes - 3 * quarter
  return [
    ...[0, 1, 2].map((n) => padded(item(n), quarter)),
    padded(item(3), rest),
    padded(item(4), 100),
  ]
}

describe('a page of a Query', () => {
  it('continues while it is a byte short of a megabyte', async () => {
    await putAll(client, table, trio('short', megabyte - 1))
    const page = await pageOf(client, 'Query', query('short'))
    assert.equal(page.Count, 5)
  })

  it('ends with the item that makes it a megabyte', async () => {
    const items = trio('exact', megabyte)
    await putAll(client, table, items)
    const page = await pageOf(client, 'Query', query('exact'))
    assert.deepEqual(textsOf(page.Items, 'sk'), ['s0', 's1', 's2', 's3'])
    assert.deepEqual(page.LastEvaluatedKey, { pk: S('exact'), sk: S('s3') })
  })

  it('includes an item that goes far beyond a megabyte', async () => {
    const items = ['s0', 's1', 's2', 's3'].map((sk) =>
      padded({ pk: S('beyond'), sk: S(sk) }, 400 * 1024 - (sk === 's2' ? 0 : 60 * 1024)),
    )
    await putAll(client, table, items)
    const pages = await allPages(client, 'Query', query('beyond'))
    assert.deepEqual(
      pages.map(({ Count }) => Count),
      [3, 1],
    )
  })

  // AWS: a full page has a LastEvaluatedKey even if nothing follows.
  it('names its last item if it is full, even if nothing follows', async () => {
    await putAll(client, table, trio('last', megabyte).slice(0, 4))
    const pages = await allPages(client, 'Query', query('last'))
    assert.deepEqual(
      pages.map(({ Count }) => Count),
      [4, 0],
    )
  })

  it('counts what is read, not what passes a filter or a projection', async () => {
    await putAll(client, table, trio('filtered', megabyte))
    const page = await pageOf(client, 'Query', {
      ...query('filtered'),
      FilterExpression: 'attribute_not_exists(filler)',
    })
    assert.deepEqual([page.Count, page.ScannedCount], [0, 4])
    const projected = await pageOf(client, 'Query', {
      ...query('filtered'),
      ProjectionExpression: 'sk',
    })
    assert.equal(projected.Count, 4)
    const counted = await pageOf(client, 'Query', { ...query('filtered'), Select: 'COUNT' })
    assert.deepEqual([counted.Count, counted.Items], [4, undefined])
  })

  it('counts the same backward', async () => {
    await putAll(client, table, trio('back', megabyte))
    const pages = await allPages(client, 'Query', { ...query('back'), ScanIndexForward: false })
    const keys = pages.flatMap(({ Items }) => textsOf(Items, 'sk'))
    assert.deepEqual(keys, ['s4', 's3', 's2', 's1', 's0'])
    assert.ok(pages.length > 1)
  })

  it('of an index counts what the index holds', async () => {
    const items = trio('indexed', megabyte).map((item, n) => ({ ...item, local: S(`l${n}`) }))
    await putAll(client, withIndexes, items)
    const pages = await allPages(client, 'Query', {
      ...query('indexed'),
      TableName: withIndexes,
      IndexName: 'by-local',
    })
    assert.deepEqual(
      pages.flatMap(({ Items }) => textsOf(Items, 'local')),
      ['l0', 'l1', 'l2', 'l3', 'l4'],
    )
    assert.equal(pages[0]?.Count, 4)
  })
})

describe('Limit of a Query', () => {
  const items = Array.from({ length: 30 }, (_, n) => ({
    pk: S('limited'),
    sk: S(String(n).padStart(2, '0')),
    even: { BOOL: n % 2 === 0 },
  }))
  const ready = putAll(client, table, items)

  it('counts items before the filter', async () => {
    await ready
    const page = await pageOf(client, 'Query', {
      ...query('limited'),
      FilterExpression: 'even = :e',
      ExpressionAttributeValues: { ':p': S('limited'), ':e': { BOOL: true } },
      Limit: 5,
    })
    assert.deepEqual([page.Count, page.ScannedCount], [3, 5])
  })

  it('may be far larger than the number of items', async () => {
    await ready
    const page = await pageOf(client, 'Query', { ...query('limited'), Limit: 2147483647 })
    assert.deepEqual([page.Count, page.LastEvaluatedKey], [30, undefined])
  })

  for (const Limit of [1, 7, 10, 29, 30, 31]) {
    it(`of ${Limit} visits each item once`, async () => {
      await ready
      const pages = await allPages(client, 'Query', { ...query('limited'), Limit })
      assert.deepEqual(
        pages.flatMap(({ Items }) => textsOf(Items, 'sk')),
        textsOf(items, 'sk'),
      )
      assert.equal(pages.length, Math.floor(30 / Limit) + 1)
    })
  }
})

const repeat = (count: number, part: string, joiner: string): string =>
  Array.from({ length: count }, () => part).join(joiner)
const tooLong = 'Expression size has exceeded the maximum allowed size;'

describe('expressions of a Query', () => {
  const base = query('hostile')
  const values = { ExpressionAttributeValues: { ':p': S('hostile'), ':v': S('x') } }
  checkAccepted(client, 'Query', base, [
    ['may be 4096 bytes, as a filter', { FilterExpression: 'attribute_exists(a)'.padEnd(4096) }],
    ['may be 4096 bytes, as a projection', { ProjectionExpression: 'a'.padEnd(4096) }],
    ['may be 4096 bytes, as a key condition', { KeyConditionExpression: 'pk = :p'.padEnd(4096) }],
    [
      'may have 300 operators',
      { FilterExpression: `NOT ${repeat(150, 'a=:v', ' OR ')}`, ...values },
    ],
    [
      'may have 100 operands of IN',
      { FilterExpression: `a IN (${repeat(100, ':v', ',')})`, ...values },
    ],
  ])
  checkRefusals(client, 'Query', base, [
    [
      'not 4097, as a filter',
      { FilterExpression: 'attribute_exists(a)'.padEnd(4097) },
      `Invalid FilterExpression: ${tooLong} expression size: 4097`,
    ],
    [
      'not 4097, as a projection',
      { ProjectionExpression: 'a'.padEnd(4097) },
      `Invalid ProjectionExpression: ${tooLong}`,
    ],
    [
      'not 4097, as a key condition',
      { KeyConditionExpression: 'pk = :p'.padEnd(4097) },
      `Invalid KeyConditionExpression: ${tooLong}`,
    ],
    [
      'not 301 operators',
      { FilterExpression: `NOT NOT ${repeat(150, 'a=:v', ' OR ')}`, ...values },
      'Invalid FilterExpression: The expression contains too many operators; operator count: 301',
    ],
    [
      'not 101 operands of IN',
      { FilterExpression: `a IN (${repeat(101, ':v', ',')})`, ...values },
      'Invalid FilterExpression: The IN operator is provided with too many operands; number of operands: 101',
    ],
  ])
})

/** An expression that took too long to check would run into the runner's time limit for a file. */
describe('a hostile expression of a Query is refused', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['thousands of open parentheses', '('.repeat(4096)],
    ['thousands of paired parentheses', `${'('.repeat(2000)}a=:p${')'.repeat(2000)}`],
    ['parentheses that are not redundant', `${'(NOT '.repeat(500)}a=:p${')'.repeat(500)}`],
    ['a thousand NOTs', `${'NOT '.repeat(1000)}a=:p`],
    ['nested functions', `${'size('.repeat(800)}a`],
    ['thousands of dots', `a${'.a'.repeat(2000)} = :p`],
    ['a thousand operands', `a IN (${repeat(1300, ':p', ',')})`],
    ['a thousand ANDs', repeat(450, 'a=:p', ' AND ')],
  ]
  for (const member of ['FilterExpression', 'KeyConditionExpression']) {
    for (const [name, expression] of hostile) {
      it(`${name}, as ${member}`, async () => {
        const answer = await client.call('Query', { ...query('a'), [member]: expression })
        assert.equal(answer.type, 'ValidationException', `answered ${answer.status}`)
        assert.match(answer.message ?? '', new RegExp(`^Invalid ${member}: `))
      })
    }
  }
})

/**
 * Unmodified OneTable runs the shop: it creates its own table, with a local and two global indexes.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Table } from 'dynamodb-onetable'
import { connect, newTableName } from '../support/client.js'
import { idsOf, openOrders, twelveOrders } from './shop.js'

const connection = await connect()

const schema = {
  format: 'onetable:1.1.0',
  version: '0.0.1',
  indexes: {
    primary: { hash: 'pk', sort: 'sk' },
    /** Sparse: only open orders have its keys. */
    open: { hash: 'openAs', sort: 'placedAt', project: 'all' },
    inverted: { hash: 'sk', sort: 'pk', project: 'all' },
    byTotal: { type: 'local', hash: 'pk', sort: 'total', project: ['orderId', 'status'] },
  },
  models: {
    User: {
      pk: { type: String, value: 'user#${userId}' },
      sk: { type: String, value: 'profile' },
      userId: { type: String, required: true },
      email: { type: String, required: true, unique: true },
      visits: { type: Number, default: 0 },
      tags: { type: Set },
      address: { type: Object, schema: { city: { type: String }, zip: { type: String } } },
      notes: { type: Array },
      born: { type: Date },
    },
    Order: {
      pk: { type: String, value: 'user#${userId}' },
      sk: { type: String, value: 'order#${orderId}' },
      userId: { type: String, required: true },
      orderId: { type: String, required: true },
      status: { type: String, required: true, enum: ['open', 'paid'] },
      placedAt: { type: String, required: true },
      total: { type: Number, required: true },
      openAs: { type: String },
    },
    Line: {
      pk: { type: String, value: 'lines#${orderId}' },
      sk: { type: String, value: 'sku#${sku}' },
      orderId: { type: String, required: true },
      sku: { type: String, required: true },
      count: { type: Number, required: true },
    },
  },
  params: { isoDates: true, timestamps: true },
} as const

const table = new Table({
  client: connection.sdk,
  name: newTableName('onetable'),
  schema,
  partial: true,
})
const User = table.getModel('User')
const Order = table.getModel('Order')
const Line = table.getModel('Line')

describe('OneTable', () => {
  before(async () => {
    await table.createTable({ wait: 20 })
    await User.create({ userId: 'ada', email: 'ada@example.com', born: new Date('1815-12-10') })
    const batch = {}
    for (const order of twelveOrders) {
      const openAs = order.status === 'open' ? { openAs: 'open' } : {}
      await Order.create({ userId: 'ada', ...order, ...openAs }, { batch })
    }
    assert.ok(await table.batchWrite(batch))
  })

  it('knows its table', async () => {
    assert.equal(await table.exists(), true)
    const keys = (await table.getKeys()) as unknown as Record<string, { readonly hash?: string }>
    assert.equal(keys['open']?.hash, 'openAs')
  })

  it('creates once and keeps emails unique, by transactions', async () => {
    const ada = await User.get({ userId: 'ada' }, { consistent: true })
    assert.equal(ada?.email, 'ada@example.com')
    assert.deepEqual(ada.born, new Date('1815-12-10'))
    await assert.rejects(User.create({ userId: 'ada', email: 'second@example.com' }))
    await assert.rejects(User.create({ userId: 'imposter', email: 'ada@example.com' }), {
      code: 'UniqueError',
    })
    assert.equal(await User.get({ userId: 'imposter' }), undefined)
    await User.create({ userId: 'bob', email: 'bob@example.com' })
    await User.update({ userId: 'bob', email: 'robert@example.com' })
    await User.create({ userId: 'bobby', email: 'bob@example.com' })
    await User.remove({ userId: 'bobby' })
    await User.create({ userId: 'bobbie', email: 'bob@example.com' })
  })

  it('updates counters, sets, lists and maps', async () => {
    const address = { city: 'Paris', zip: '75001' }
    await User.update({ userId: 'ada', notes: ['a'] }, { set: { address } })
    const after = await User.update(
      { userId: 'ada', address: { zip: '75002' }, tags: new Set(['new']) },
      { add: { visits: 4 }, push: { notes: ['b'] }, where: '${visits} < {10}' },
    )
    assert.equal(after.visits, 4)
    assert.deepEqual(after.address, { city: 'Paris', zip: '75002' })
    assert.deepEqual(after.notes, ['a', 'b'])
    const less = await User.update({ userId: 'ada' }, { remove: ['notes'], set: { visits: 5 } })
    assert.equal(less.notes, undefined)
    assert.equal(less.visits, 5)
    await assert.rejects(
      User.update({ userId: 'ada' }, { add: { visits: 1 }, where: '${visits} > {100}' }),
      /[Cc]ondition/,
    )
    await assert.rejects(User.update({ userId: 'ghost', visits: 1 }))
  })

  it('finds ranges of orders in both directions, with filters', async () => {
    const all = await Order.find({ userId: 'ada' })
    assert.deepEqual(idsOf(all), idsOf(twelveOrders))
    const late = await Order.find(
      { userId: 'ada', sk: { between: ['order#order-03', 'order#order-05'] } },
      { reverse: true },
    )
    assert.deepEqual(idsOf(late), ['order-05', 'order-04', 'order-03'])
    const dear = await Order.find({ userId: 'ada' }, { where: '${total} >= {100}' })
    assert.deepEqual(idsOf(dear), ['order-10', 'order-11'])
    const count = await Order.find({ userId: 'ada' }, { count: true })
    assert.equal(count.count, 12)
  })

  it('pages forwards and back again', async () => {
    const pages: (readonly string[])[] = []
    let next: object | undefined
    let prev: object | undefined
    do {
      const page: Awaited<ReturnType<typeof Order.find>> = await Order.find(
        { userId: 'ada' },
        { limit: 5, ...(next && { next }) },
      )
      pages.push(idsOf(page))
      next = page.next
      prev = page.prev ?? prev
    } while (next !== undefined)
    assert.deepEqual(pages.flat(), idsOf(twelveOrders))
    const back = await Order.find({ userId: 'ada' }, { limit: 5, ...(prev && { prev }) })
    assert.deepEqual(idsOf(back), pages[1])
  })

  it('sorts by the local index, and has only open orders in the sparse one', async () => {
    const cheap = await Order.find(
      { userId: 'ada', total: { '<': 30 } },
      { index: 'byTotal', consistent: true },
    )
    assert.deepEqual(idsOf(cheap), ['order-00', 'order-01', 'order-02'])
    const followed = await Order.find(
      { userId: 'ada', total: { '>': 100 } },
      { index: 'byTotal', follow: true },
    )
    assert.deepEqual(
      followed.map(({ placedAt }) => placedAt),
      ['2026-12-01'],
    )
    const open = await Order.find({ openAs: 'open' }, { index: 'open' })
    assert.deepEqual(idsOf(open), idsOf(openOrders))
    await Order.update({ userId: 'ada', orderId: 'order-00', status: 'paid', openAs: null })
    const fewer = await Order.find({ openAs: 'open' }, { index: 'open' })
    assert.deepEqual(idsOf(fewer), idsOf(openOrders.slice(1)))
  })

  it('writes a transaction whole or not at all, and queries the inverted index', async () => {
    const place = async (orderId: string, limit: number): Promise<void> => {
      const transaction = {}
      await User.update(
        { userId: 'ada' },
        { add: { visits: 1 }, where: `\${visits} < {${limit}}`, transaction },
      )
      await Line.create({ orderId, sku: 'pen', count: 1 }, { transaction })
      User.check({ userId: 'bob' }, { exists: true, transaction })
      await table.transact('write', transaction)
    }
    await place('order-01', 100)
    await place('order-02', 100)
    await assert.rejects(place('order-03', 0), { code: 'TransactionCanceledException' })
    const holding = await Line.find({ sku: 'pen' }, { index: 'inverted' })
    assert.deepEqual(idsOf(holding), ['order-01', 'order-02'])
  })

  it('reads a transaction and batches', async () => {
    const transaction = {}
    await User.get({ userId: 'ada' }, { transaction })
    await Line.get({ orderId: 'order-01', sku: 'pen' }, { transaction })
    const read = (await table.transact('get', transaction, {
      parse: true,
      hidden: false,
    })) as unknown as readonly Record<string, unknown>[]
    assert.deepEqual(
      read.map(({ userId, sku }) => userId ?? sku),
      ['ada', 'pen'],
    )
    const batch = {}
    for (const { orderId } of twelveOrders) await Order.get({ userId: 'ada', orderId }, { batch })
    const got = await table.batchGet<{ orderId: string }>(batch, { parse: true })
    assert.deepEqual(idsOf(got).toSorted(), idsOf(twelveOrders))
  })

  it('scans one model among others, in segments', async () => {
    const segments = await Promise.all(
      [0, 1, 2].map((segment) => Order.scan({}, { segment, segments: 3 })),
    )
    assert.deepEqual(segments.flatMap(idsOf).toSorted(), idsOf(twelveOrders))
  })

  it('fetches all kinds of a partition and groups them', async () => {
    const items = await table.queryItems({ pk: 'user#ada' }, { parse: true, hidden: true })
    const groups = table.groupByType(items)
    assert.deepEqual([groups['User']?.length, groups['Order']?.length], [1, 12])
  })

  it('removes one, and many', async () => {
    await Order.remove({ userId: 'ada', orderId: 'order-11' })
    assert.equal(await Order.get({ userId: 'ada', orderId: 'order-11' }), undefined)
    await Order.remove({ userId: 'ada' }, { many: true })
    assert.equal((await Order.find({ userId: 'ada' })).length, 0)
  })
})

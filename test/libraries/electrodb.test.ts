/**
 * Unmodified ElectroDB runs the shop: entities, collections, sparse and inverted indexes,
 * transactions.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Entity, Service } from 'electrodb'
import { connect } from '../support/client.js'
import { documentClientOf, idsOf, openOrders, singleTable, twelveOrders } from './shop.js'

const connection = await connect()
const table = await connection.createTable(singleTable)
const configuration = { table, client: documentClientOf(connection) }

const users = new Entity(
  {
    model: { entity: 'user', version: '1', service: 'shop' },
    attributes: {
      userId: { type: 'string', required: true },
      email: { type: 'string', required: true },
      name: { type: 'string' },
      visits: { type: 'number', default: 0 },
      tags: { type: 'set', items: 'string' },
      address: { type: 'map', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
      notes: { type: 'list', items: { type: 'string' } },
    },
    indexes: {
      byId: {
        collection: 'account',
        pk: { field: 'pk', composite: ['userId'] },
        sk: { field: 'sk', composite: [] },
      },
      byEmail: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['email'] },
        sk: { field: 'gsi1sk', composite: [] },
      },
    },
  },
  configuration,
)

const orders = new Entity(
  {
    model: { entity: 'order', version: '1', service: 'shop' },
    attributes: {
      userId: { type: 'string', required: true },
      orderId: { type: 'string', required: true },
      status: { type: ['open', 'paid'] as const, required: true },
      placedAt: { type: 'string', required: true },
      total: { type: 'number', required: true },
    },
    indexes: {
      byUser: {
        collection: 'account',
        pk: { field: 'pk', composite: ['userId'] },
        sk: { field: 'sk', composite: ['orderId'] },
      },
      /** Sparse: only open orders have its keys. */
      open: {
        index: 'gsi2',
        condition: (order: { readonly status?: string }) => order.status === 'open',
        pk: { field: 'gsi2pk', composite: ['status'] },
        sk: { field: 'gsi2sk', composite: ['placedAt', 'orderId'] },
      },
    },
  },
  configuration,
)

const lines = new Entity(
  {
    model: { entity: 'line', version: '1', service: 'shop' },
    attributes: {
      orderId: { type: 'string', required: true },
      sku: { type: 'string', required: true },
      count: { type: 'number', required: true },
    },
    indexes: {
      byOrder: {
        pk: { field: 'pk', composite: ['orderId'] },
        sk: { field: 'sk', composite: ['sku'] },
      },
      /** Inverted: finds the orders that contain a product. */
      bySku: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['sku'] },
        sk: { field: 'gsi1sk', composite: ['orderId'] },
      },
    },
  },
  configuration,
)

const shop = new Service({ users, orders, lines })

describe('ElectroDB', () => {
  before(async () => {
    await users
      .create({ userId: 'ada', email: 'ada@example.com', tags: ['new'], notes: ['hello'] })
      .go()
    await orders.put(twelveOrders.map((order) => ({ userId: 'ada', ...order }))).go()
  })

  it('creates once, reads and refuses a second creation', async () => {
    const { data } = await users.get({ userId: 'ada' }).go({ consistent: true })
    assert.equal(data?.email, 'ada@example.com')
    assert.equal(data.visits, 0)
    await assert.rejects(
      users.create({ userId: 'ada', email: 'other@example.com' }).go(),
      /The conditional request failed/,
    )
    assert.equal((await users.get({ userId: 'nobody' }).go()).data, null)
  })

  it('patches nested attributes, counters, sets and lists with a condition', async () => {
    await users
      .patch({ userId: 'ada' })
      .set({ address: { city: 'Paris', zip: '75001' } })
      .go()
    const { data } = await users
      .patch({ userId: 'ada' })
      .add({ visits: 2, tags: ['vip'] })
      .append({ notes: ['again'] })
      .data((attributes, { set }) => {
        set(attributes.address.zip, '75002')
      })
      .where(({ visits }, { lt }) => lt(visits, 5))
      .go({ response: 'all_new' })
    assert.equal(data.visits, 2)
    assert.deepEqual(data.tags?.toSorted(), ['new', 'vip'])
    assert.deepEqual(data.notes, ['hello', 'again'])
    assert.deepEqual(data.address, { city: 'Paris', zip: '75002' })
    await assert.rejects(
      users
        .patch({ userId: 'ada' })
        .set({ name: 'late' })
        .where(({ visits }, { gt }) => gt(visits, 5))
        .go(),
      /The conditional request failed/,
    )
    await assert.rejects(users.patch({ userId: 'ghost' }).set({ name: 'x' }).go())
  })

  it('finds a user by the keys of another index', async () => {
    const { data } = await users.query.byEmail({ email: 'ada@example.com' }).go()
    assert.deepEqual(
      data.map(({ userId }) => userId),
      ['ada'],
    )
  })

  it('queries ranges of orders in both directions', async () => {
    const between = await orders.query
      .byUser({ userId: 'ada' })
      .between({ orderId: 'order-03' }, { orderId: 'order-05' })
      .go()
    assert.deepEqual(idsOf(between.data), ['order-03', 'order-04', 'order-05'])
    const late = await orders.query
      .byUser({ userId: 'ada' })
      .gte({ orderId: 'order-10' })
      .go({ order: 'desc' })
    assert.deepEqual(idsOf(late.data), ['order-11', 'order-10'])
    const ten = await orders.query.byUser({ userId: 'ada' }).begins({ orderId: 'order-1' }).go()
    assert.deepEqual(idsOf(ten.data), ['order-10', 'order-11'])
  })

  it('filters and pages by cursor', async () => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: { data: { orderId: string }[]; cursor: string | null } = await orders.query
        .byUser({ userId: 'ada' })
        .where(({ total }, { gte }) => gte(total, 50))
        .go({ limit: 5, cursor })
      found.push(...idsOf(page.data))
      cursor = page.cursor
    } while (cursor !== null)
    assert.deepEqual(found, idsOf(twelveOrders.filter(({ total }) => total >= 50)))
    const counted = await orders.query.byUser({ userId: 'ada' }).go({ count: 7 })
    assert.equal(counted.data.length, 7)
  })

  it('has only open orders in a sparse index', async () => {
    const open = await orders.query.open({ status: 'open' }).go({ pages: 'all' })
    assert.deepEqual(idsOf(open.data), idsOf(openOrders))
    const spring = await orders.query.open({ status: 'open' }).lt({ placedAt: '2026-06' }).go()
    assert.deepEqual(idsOf(spring.data), ['order-00', 'order-03'])
  })

  it('reads a collection of several entities in one query', async () => {
    const { data } = await shop.collections.account({ userId: 'ada' }).go({ pages: 'all' })
    assert.equal(data.users.length, 1)
    assert.deepEqual(idsOf(data.orders), idsOf(twelveOrders))
  })

  it('writes a transaction whole or not at all', async () => {
    const place = (orderId: string, sku: string) =>
      shop.transaction
        .write((entities) => [
          entities.users
            .patch({ userId: 'ada' })
            .add({ visits: 1 })
            .where(({ visits }, { lt }) => lt(visits, 4))
            .commit(),
          entities.lines.create({ orderId, sku, count: 2 }).commit(),
          entities.lines.create({ orderId, sku: 'ink', count: 1 }).commit(),
        ])
        .go()
    assert.equal((await place('order-01', 'pen')).canceled, false)
    assert.equal((await place('order-02', 'pen')).canceled, false)
    const third = await place('order-03', 'pen')
    assert.equal(third.canceled, true)
    assert.deepEqual(
      third.data.map(({ rejected, code }) => [rejected, code]),
      [
        [true, 'ConditionalCheckFailed'],
        [false, 'None'],
        [false, 'None'],
      ],
    )
    const holding = await lines.query.bySku({ sku: 'pen' }).go()
    assert.deepEqual(idsOf(holding.data), ['order-01', 'order-02'])
  })

  it('reads a transaction and batches', async () => {
    const read = await shop.transaction
      .get((entities) => [
        entities.users.get({ userId: 'ada' }).commit(),
        entities.lines.get({ orderId: 'order-01', sku: 'ink' }).commit(),
        entities.lines.get({ orderId: 'order-01', sku: 'none' }).commit(),
      ])
      .go()
    assert.deepEqual(
      read.data.map(({ item }) => item !== null),
      [true, true, false],
    )
    const many = await lines
      .put(Array.from({ length: 60 }, (_, n) => ({ orderId: 'bulk', sku: `sku-${n}`, count: n })))
      .go({ concurrency: 2 })
    assert.deepEqual(many.unprocessed, [])
    const keys = Array.from({ length: 120 }, (_, n) => ({ orderId: 'bulk', sku: `sku-${n}` }))
    const got = await lines.get(keys).go({ concurrency: 2 })
    assert.equal(got.data.length, 60)
    assert.deepEqual(got.unprocessed, [])
    await lines.delete(keys.slice(0, 60)).go()
    assert.equal((await lines.query.byOrder({ orderId: 'bulk' }).go()).data.length, 0)
  })

  it('scans for one entity among others', async () => {
    const { data } = await orders.scan
      .where(({ total }, { gt }) => gt(total, 90))
      .go({
        pages: 'all',
      })
    assert.deepEqual(idsOf(data).toSorted(), ['order-10', 'order-11'])
  })

  it('removes, and returns what was removed', async () => {
    const gone = await orders
      .remove({ userId: 'ada', orderId: 'order-11' })
      .go({ response: 'all_old' })
    assert.equal(gone.data?.total, 110)
    await assert.rejects(orders.remove({ userId: 'ada', orderId: 'order-11' }).go())
    await orders.delete({ userId: 'ada', orderId: 'order-11' }).go()
  })
})

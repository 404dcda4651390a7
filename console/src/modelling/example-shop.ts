/** A shop in one table: an example to look at, and what the tests of models use. */
import type { Item } from '../values/attribute-value.js'
import type { AccessPattern, DataModel, Entity, ModelIndex, ModelTable } from './data-model.js'
import { emptyModel, emptyTable } from './data-model.js'

const entities: readonly Entity[] = [
  {
    name: 'Customer',
    templates: {
      PK: 'CUST#<customerId>',
      SK: 'PROFILE',
      GSI1PK: 'EMAIL#<email>',
      GSI1SK: 'CUST#<customerId>',
    },
    attributes: ['customerId', 'name', 'email'],
  },
  {
    name: 'Order',
    templates: {
      PK: 'CUST#<customerId>',
      SK: 'ORDER#<date>#<orderId>',
      GSI1PK: 'ORDER#<orderId>',
      GSI1SK: 'ORDER',
    },
    attributes: ['orderId', 'status', 'total', 'waitsIn', 'placedAt'],
  },
  {
    name: 'Line',
    templates: {
      PK: 'ORDER#<orderId>',
      SK: 'LINE#<line>',
      GSI1PK: 'PRODUCT#<productId>',
      GSI1SK: 'LINE#<orderId>#<line>',
    },
    attributes: ['productId', 'quantity', 'price'],
  },
  {
    name: 'Product',
    templates: { PK: 'PRODUCT#<productId>', SK: 'PRODUCT' },
    attributes: ['title', 'price', 'stock'],
  },
]

const indexes: readonly ModelIndex[] = [
  {
    name: 'GSI1',
    kind: 'global',
    key: { partition: { name: 'GSI1PK', type: 'S' }, sort: { name: 'GSI1SK', type: 'S' } },
    projection: { kind: 'ALL', attributes: [] },
    kept: {},
  },
  {
    name: 'Waiting',
    kind: 'global',
    key: { partition: { name: 'waitsIn', type: 'S' }, sort: { name: 'placedAt', type: 'S' } },
    projection: { kind: 'INCLUDE', attributes: ['total'] },
    kept: {},
  },
]

const customers = [
  ['1', 'Ada Berg', 'ada@example.com'],
  ['2', 'Chen Ito', 'chen@example.com'],
  ['3', 'Fatima Costa', 'fatima@example.com'],
] as const

const products = [
  ['P1', 'Copper wire, 10 m', '12.50', '140'],
  ['P2', 'Lodestone', '48', '9'],
  ['P3', 'Leyden jar', '79.90', '3'],
] as const

/** Order, customer, time, state, warehouse, and its lines: product and quantity. */
const orders = [
  [
    '101',
    '1',
    '2026-09-14T08:12:00Z',
    'done',
    undefined,
    [
      ['P1', '2'],
      ['P2', '1'],
    ],
  ],
  ['102', '1', '2026-10-02T17:40:00Z', 'open', 'Oslo', [['P3', '1']]],
  ['103', '1', '2026-10-21T11:05:00Z', 'open', 'Riga', [['P1', '4']]],
  [
    '104',
    '2',
    '2026-10-05T09:30:00Z',
    'sent',
    undefined,
    [
      ['P2', '2'],
      ['P3', '1'],
    ],
  ],
  ['105', '2', '2026-11-01T20:15:00Z', 'open', 'Oslo', [['P1', '1']]],
  ['106', '3', '2026-11-09T07:55:00Z', 'paid', undefined, [['P2', '1']]],
] as const

function customerItems(): readonly Item[] {
  return customers.map(([id, name, email]) => ({
    PK: { S: `CUST#${id}` },
    SK: { S: 'PROFILE' },
    GSI1PK: { S: `EMAIL#${email}` },
    GSI1SK: { S: `CUST#${id}` },
    customerId: { S: id },
    name: { S: name },
    email: { S: email },
  }))
}

function orderItems(): readonly Item[] {
  return orders.flatMap(([id, customer, placedAt, status, waitsIn, lines]): readonly Item[] => [
    {
      PK: { S: `CUST#${customer}` },
      SK: { S: `ORDER#${placedAt.slice(0, 10)}#${id}` },
      GSI1PK: { S: `ORDER#${id}` },
      GSI1SK: { S: 'ORDER' },
      orderId: { S: id },
      status: { S: status },
      total: { N: totalOf(lines) },
      ...(waitsIn === undefined ? {} : { waitsIn: { S: waitsIn } }),
      placedAt: { S: placedAt },
    },
    ...lines.map(([product, quantity], i) => ({
      PK: { S: `ORDER#${id}` },
      SK: { S: `LINE#${i + 1}` },
      GSI1PK: { S: `PRODUCT#${product}` },
      GSI1SK: { S: `LINE#${id}#${i + 1}` },
      productId: { S: product },
      quantity: { N: quantity },
      price: { N: priceOf(product) },
    })),
  ])
}

function priceOf(product: string): string {
  return products.find(([id]) => id === product)?.[2] ?? '0'
}

/** Prices of the example have two digits behind the point at most. */
function totalOf(lines: readonly (readonly [string, string])[]): string {
  const cents = lines.reduce(
    (sum, [id, n]) => sum + Math.round(Number(priceOf(id)) * 100) * Number(n),
    0,
  )
  return String(cents / 100)
}

function productItems(): readonly Item[] {
  return products.map(([id, title, price, stock]) => ({
    PK: { S: `PRODUCT#${id}` },
    SK: { S: 'PRODUCT' },
    title: { S: title },
    price: { N: price },
    stock: { N: stock },
  }))
}

function pattern(
  name: string,
  operation: AccessPattern['operation'],
  rest: Partial<AccessPattern>,
): Omit<AccessPattern, 'id'> {
  return {
    name,
    description: '',
    operation,
    table: 'Shop',
    conditions: [],
    descending: false,
    consistent: false,
    ...rest,
  }
}

function equals(field: string, value: string): AccessPattern['conditions'][number] {
  return { field, operator: '=', values: [value] }
}

const patterns = [
  pattern('Customer by id', 'GetItem', {
    entity: 'Customer',
    conditions: [equals('customerId', '1')],
    expectedRows: 1,
  }),
  pattern('Customer by email', 'Query', {
    entity: 'Customer',
    conditions: [equals('email', 'chen@example.com')],
    expectedRows: 1,
  }),
  pattern('Orders of a customer, newest first', 'Query', {
    entity: 'Order',
    conditions: [equals('customerId', '1')],
    descending: true,
    expectedRows: 3,
  }),
  pattern('Orders of a customer in a month', 'Query', {
    entity: 'Order',
    conditions: [
      equals('customerId', '1'),
      { field: 'date', operator: 'between', values: ['2026-10-01', '2026-10-31'] },
    ],
    expectedRows: 2,
  }),
  pattern('Customer with all orders', 'Query', {
    conditions: [equals('PK', 'CUST#2')],
    expectedRows: 3,
  }),
  pattern('Order by its number', 'Query', {
    entity: 'Order',
    conditions: [equals('orderId', '104')],
    expectedRows: 1,
  }),
  pattern('Lines of an order', 'Query', {
    entity: 'Line',
    conditions: [equals('orderId', '101')],
    expectedRows: 2,
  }),
  pattern('Sales of a product', 'Query', {
    entity: 'Line',
    conditions: [equals('productId', 'P2')],
    expectedRows: 3,
  }),
  pattern('Orders that wait in a warehouse', 'Query', {
    entity: 'Order',
    conditions: [equals('waitsIn', 'Oslo')],
    expectedRows: 2,
  }),
].map((each, i): AccessPattern => ({ id: `pattern-${i + 1}`, ...each }))

export function exampleShop(now: string): DataModel {
  const key = { partition: { name: 'PK', type: 'S' }, sort: { name: 'SK', type: 'S' } } as const
  const table: ModelTable = {
    ...emptyTable('Shop', key),
    attributes: [
      ...['GSI1PK', 'GSI1SK', 'customerId', 'name', 'email', 'orderId', 'status'].map((name) => ({
        name,
        type: 'S' as const,
      })),
      { name: 'total', type: 'N' },
      { name: 'waitsIn', type: 'S' },
      { name: 'placedAt', type: 'S' },
      { name: 'productId', type: 'S' },
      { name: 'quantity', type: 'N' },
      { name: 'price', type: 'N' },
      { name: 'title', type: 'S' },
      { name: 'stock', type: 'N' },
    ],
    indexes,
    entities,
    samples: [...customerItems(), ...orderItems(), ...productItems()],
  }
  return {
    ...emptyModel('Shop', now),
    description: 'Customers, their orders and products in one table.',
    tables: [table],
    patterns,
  }
}

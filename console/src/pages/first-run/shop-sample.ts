/**
 * A shop in one table: customers with their profile, orders and order lines in one item collection each, and products.
 * GSI1 turns it around: orders by status, lines by product. Everything follows from the short lists below, so the
 * same 150 items come out every time.
 */
import type { Item } from '../../values/attribute-value.js'
import { sampleTag, type Sample } from './sample.js'

const customers: readonly (readonly [string, string])[] = [
  ['Li Wei', 'Rotterdam'],
  ['Amara Okafor', 'Lagos'],
  ['Jonas Berg', 'Oslo'],
  ['Sofia Rossi', 'Torino'],
  ['Mateo García', 'Sevilla'],
  ['Hana Suzuki', 'Osaka'],
  ['Noah Fischer', 'Bremen'],
  ['Inès Laurent', 'Lyon'],
  ['Tomasz Nowak', 'Gdańsk'],
  ['Priya Nair', 'Kochi'],
]

/** Name and price in cents. */
const products: readonly (readonly [string, number])[] = [
  ['Desk lamp', 3900],
  ['Notebook, dotted', 650],
  ['Fountain pen', 2450],
  ['Ink, blue black', 1200],
  ['Letter opener', 1790],
  ['Bookend', 2100],
  ['Paper clips, brass', 480],
  ['Writing pad', 890],
]

const statuses = ['placed', 'paid', 'shipped', 'delivered'] as const
const ordersOfCustomer = [5, 4, 4, 4, 4, 3, 3, 3, 3, 3]
/** The first orders have three lines, the others two. */
const ordersWithThreeLines = 24
const firstDay = Date.UTC(2026, 0, 5)
const dayMs = 86_400_000

interface Order {
  readonly number: number
  readonly customer: number
}

const orders: readonly Order[] = ordersOfCustomer.flatMap((count, customer) =>
  Array.from({ length: count }, (_, at) => ({
    customer,
    number: ordersOfCustomer.slice(0, customer).reduce((sum, each) => sum + each, 0) + at,
  })),
)

export const shopSample: Sample = {
  about: 'A single-table design: customers, orders, order lines and products in 150 items.',
  create: {
    TableName: 'Shop',
    AttributeDefinitions: ['PK', 'SK', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [
      { AttributeName: 'PK', KeyType: 'HASH' },
      { AttributeName: 'SK', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'GSI1',
        KeySchema: [
          { AttributeName: 'GSI1PK', KeyType: 'HASH' },
          { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    Tags: [sampleTag],
  },
  items: [
    ...customers.map(customerItem),
    ...products.map(productItem),
    ...orders.map(orderItem),
    ...orders.flatMap(lineItems),
  ],
}

function customerItem([name, city]: readonly [string, string], at: number): Item {
  const email = `${name.split(' ')[0]!.normalize('NFD').replace(/\W/g, '').toLowerCase()}@example.org`
  return {
    ...keys(`CUST#${id(at)}`, 'PROFILE'),
    ...indexKeys(`EMAIL#${email}`, 'PROFILE'),
    _type: { S: 'Customer' },
    name: { S: name },
    email: { S: email },
    address: { M: { city: { S: city } } },
  }
}

function productItem([name, cents]: readonly [string, number], at: number): Item {
  return {
    ...keys(`PROD#${id(at)}`, 'PRODUCT'),
    ...indexKeys('PRODUCTS', name),
    _type: { S: 'Product' },
    name: { S: name },
    price: { N: euros(cents) },
    inStock: { N: String((at * 37) % 90) },
  }
}

function orderItem(order: Order): Item {
  const placed = placedAt(order)
  const status = statuses[order.number % statuses.length]!
  const total = linesOf(order).reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  return {
    ...keys(`CUST#${id(order.customer)}`, `ORDER#${placed}`),
    ...indexKeys(`STATUS#${status}`, placed),
    _type: { S: 'Order' },
    orderId: { S: orderId(order) },
    status: { S: status },
    placed: { S: placed },
    total: { N: euros(total) },
    lines: { N: String(linesOf(order).length) },
  }
}

function lineItems(order: Order): readonly Item[] {
  return linesOf(order).map(({ product, name, cents, quantity }, at) => ({
    ...keys(`CUST#${id(order.customer)}`, `LINE#${orderId(order)}#${at + 1}`),
    ...indexKeys(`PROD#${id(product)}`, `${placedAt(order)}#${at + 1}`),
    _type: { S: 'Line' },
    orderId: { S: orderId(order) },
    product: { S: name },
    quantity: { N: String(quantity) },
    price: { N: euros(cents) },
  }))
}

interface Line {
  readonly product: number
  readonly name: string
  readonly cents: number
  readonly quantity: number
}

function linesOf({ number }: Order): readonly Line[] {
  const count = number < ordersWithThreeLines ? 3 : 2
  return Array.from({ length: count }, (_, at) => {
    const product = (number * 3 + at * 5) % products.length
    const [name, cents] = products[product]!
    return { product, name, cents, quantity: ((number + at) % 3) + 1 }
  })
}

function placedAt({ number }: Order): string {
  return new Date(firstDay + number * 6 * dayMs + ((number * 7919) % dayMs)).toISOString()
}

function orderId({ number }: Order): string {
  return String(1001 + number)
}

function id(at: number): string {
  return String(at + 1).padStart(3, '0')
}

function euros(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function keys(PK: string, SK: string): Item {
  return { PK: { S: PK }, SK: { S: SK } }
}

function indexKeys(GSI1PK: string, GSI1SK: string): Item {
  return { GSI1PK: { S: GSI1PK }, GSI1SK: { S: GSI1SK } }
}

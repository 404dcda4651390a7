/**
 * Code that the console writes for a model runs: the library that it is for writes and reads an item,
 * whose keys are those of the model.
 */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { createTableInputOf } from '../../console/src/modelling/create-table-input.js'
import type { DataModel } from '../../console/src/modelling/data-model.js'
import { exampleShop } from '../../console/src/modelling/example-shop.js'
import { modelExports } from '../../console/src/modelling/model-exports.js'
import { connect, type Json, testCredentials } from '../support/client.js'

const connection = await connect()
const shop = exampleShop('')
const { TableName: _, ...shape } = createTableInputOf(shop.tables[0]!)
const name = await connection.createTable(shape as object as Json)
const model: DataModel = { ...shop, tables: [{ ...shop.tables[0]!, name }] }

// The code makes its own client, so it is told by the environment where to call.
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = connection.url
process.env['AWS_REGION'] = connection.region
process.env['AWS_ACCESS_KEY_ID'] = testCredentials.accessKeyId
process.env['AWS_SECRET_ACCESS_KEY'] = testCredentials.secretAccessKey

const files: URL[] = []
after(() => files.forEach((file) => rmSync(file)))

/** Beside the tests, where the libraries are found. */
async function load<Module>(id: string): Promise<Module> {
  const text = modelExports.find((each) => each.id === id)!.textOf(model)
  const file = new URL(`./model-code-${process.pid}.${id}.mjs`, import.meta.url)
  files.push(file)
  writeFileSync(file, text)
  return (await import(file.href)) as Module
}

async function stored(PK: string, SK: string): Promise<Json> {
  const { Item } = await connection.ask('GetItem', {
    TableName: name,
    Key: { PK: { S: PK }, SK: { S: SK } },
  })
  return Item as Json
}

const customer = { customerId: '7', email: 'a@example.com', name: 'Ada' }
const order = { customerId: '7', date: '2026-11-16', orderId: '9', status: 'open', total: 12.5 }
const waiting = { waitsIn: 'Oslo', placedAt: '2026-11-16T10:00:00Z' }

/** Both items have the keys of the model, and the order without a warehouse is in no index of those that wait. */
async function checkStored(): Promise<void> {
  const profile = await stored('CUST#7', 'PROFILE')
  assert.deepEqual(profile['GSI1PK'], { S: 'EMAIL#a@example.com' })
  assert.deepEqual(profile['GSI1SK'], { S: 'CUST#7' })
  assert.deepEqual(profile['name'], { S: 'Ada' })
  const placed = await stored('CUST#7', 'ORDER#2026-11-16#9')
  assert.deepEqual(placed['total'], { N: '12.5' })
  assert.deepEqual(placed['GSI1PK'], { S: 'ORDER#9' })
  assert.equal(placed['waitsIn'], undefined)
  const held = await stored('CUST#7', 'ORDER#2026-11-16#10')
  assert.deepEqual(held['waitsIn'], { S: 'Oslo' })
}

/** What the tests use of each library's entities. */
interface ElectroEntity {
  put(item: object): { go(): Promise<unknown> }
  get(key: object): { go(): Promise<{ readonly data: Json }> }
  readonly query: Readonly<
    Record<string, (key: object) => { go(): Promise<{ readonly data: readonly Json[] }> }>
  >
}
interface OneTableModel {
  create(item: object, options?: object): Promise<unknown>
  get(key: object): Promise<Json>
  find(key: object, options: object): Promise<readonly Json[]>
}
interface ToolboxEntity {
  build(action: unknown): {
    item(item: object): { send(): Promise<unknown> }
    key(key: object): { send(): Promise<{ readonly Item: Json }> }
  }
}

describe('code of a model', () => {
  it('runs with ElectroDB', async () => {
    const { Customer, Order } = await load<Record<'Customer' | 'Order', ElectroEntity>>('electrodb')
    await Customer.put(customer).go()
    await Order.put(order).go()
    await Order.put({ ...order, ...waiting, orderId: '10' }).go()
    assert.deepEqual((await Customer.get({ customerId: '7' }).go()).data, customer)
    assert.deepEqual((await Order.query['byGSI1']!({ orderId: '9' }).go()).data, [order])
    assert.equal((await Order.query['byWaiting']!({ waitsIn: 'Oslo' }).go()).data.length, 1)
    await checkStored()
  })

  it('runs with OneTable', async () => {
    const { Customer, Order } = await load<Record<'Customer' | 'Order', OneTableModel>>('onetable')
    const replace = { exists: null }
    await Customer.create(customer, replace)
    await Order.create(order, replace)
    await Order.create({ ...order, ...waiting, orderId: '10' }, replace)
    assert.deepEqual({ ...(await Customer.get({ customerId: '7' })) }, customer)
    assert.equal((await Order.find({ orderId: '9' }, { index: 'GSI1' })).length, 1)
    assert.equal((await Order.find({ waitsIn: 'Oslo' }, { index: 'Waiting' })).length, 1)
    await checkStored()
  })

  it('runs with DynamoDB-Toolbox', async () => {
    const { GetItemCommand, PutItemCommand } = await import('dynamodb-toolbox')
    const { Customer, Order } = await load<Record<'Customer' | 'Order', ToolboxEntity>>('toolbox')
    await Customer.build(PutItemCommand).item(customer).send()
    await Order.build(PutItemCommand).item(order).send()
    await Order.build(PutItemCommand)
      .item({ ...order, ...waiting, orderId: '10' })
      .send()
    const { Item } = await Customer.build(GetItemCommand).key({ customerId: '7' }).send()
    assert.equal(Item['name'], 'Ada')
    await checkStored()
  })
})

/**
 * Random items and expressions over the wire, checked by a small model that shares nothing with the
 * server: conditions as filters of a Scan and as conditions of writes, and updates.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chanceOf, seed, type Chance } from '../support/chance.js'
import { connect, type Json } from '../support/client.js'
import { partitionOnly } from '../support/tables.js'
import { isTrue, write, type Condition } from './conditions.js'
import { Placeholders } from './placeholders.js'
import { randomCondition } from './random-conditions.js'
import { randomDocument } from './random-items.js'
import { randomClauses } from './random-updates.js'
import { updated, writeUpdate } from './updates.js'
import { spellDocument, type Document } from './values.js'

const itemCount = 40
const filters = 300
const conditionalWrites = 150
const updateCount = 400

const client = await connect()
const TableName = await client.createTable(partitionOnly())

const keyOf = (n: number): Document => ({ pk: { S: `item-${n}` } })

async function put(n: number, document: Document): Promise<Document> {
  const Item = { ...document, ...keyOf(n) }
  await client.ask('PutItem', { TableName, Item })
  return Item
}

describe(`random expressions (seed ${seed})`, () => {
  it('filter as the model does', async () => {
    const chance = chanceOf(seed)
    const items: Document[] = []
    for (let n = 0; n < itemCount; n++) items.push(await put(n, randomDocument(chance)))
    for (let round = 0; round < filters; round++) await checkFilter(randomCondition(chance), items)
  })

  it('guard writes as the model does', async () => {
    const chance = chanceOf(seed + 1)
    for (let round = 0; round < conditionalWrites; round++) await checkConditionalWrite(chance)
  })

  it('update as the model does', async () => {
    const chance = chanceOf(seed + 2)
    let refusals = 0
    for (let round = 0; round < updateCount; round++) refusals += await checkUpdate(chance)
    assert.ok(refusals > 0 && refusals < updateCount, `${refusals} of ${updateCount} refused`)
  })
})

async function checkFilter(condition: Condition, items: readonly Document[]): Promise<void> {
  const placeholders = new Placeholders()
  const FilterExpression = write(condition, placeholders)
  const input = { TableName, FilterExpression, ...placeholders.members() }
  const page = await client.ask('Scan', input)
  const expected = items.filter((item) => isTrue(condition, item))
  const found = page['Items'] as readonly Document[]
  assert.deepEqual(
    found.map(nameOf).toSorted(),
    expected.map(nameOf).toSorted(),
    `seed ${seed}: ${JSON.stringify(input)}`,
  )
  assert.deepEqual([page['Count'], page['ScannedCount']], [expected.length, items.length])
}

const nameOf = (item: Document): string => item['pk']!.S!

async function checkConditionalWrite(chance: Chance): Promise<void> {
  const before = await put(0, randomDocument(chance))
  const condition = randomCondition(chance)
  const placeholders = new Placeholders()
  const ConditionExpression = write(condition, placeholders)
  const input: Json = {
    TableName,
    Key: keyOf(0),
    ConditionExpression,
    ...placeholders.members(),
    ReturnValues: 'ALL_OLD',
  }
  const answer = await client.call('DeleteItem', input)
  const context = `seed ${seed}: ${JSON.stringify({ before, input, answer: answer.body })}`
  if (isTrue(condition, before)) {
    assert.equal(answer.status, 200, context)
    const old = answer.body['Attributes'] as Document
    assert.deepEqual(spellDocument(old), spellDocument(before), context)
  } else {
    assert.equal(answer.type, 'ConditionalCheckFailedException', context)
  }
}

/** Returns 1 if the update was refused, 0 if it was applied. */
async function checkUpdate(chance: Chance): Promise<number> {
  const before = await put(0, randomDocument(chance))
  const clauses = randomClauses(chance)
  const placeholders = new Placeholders()
  const UpdateExpression = writeUpdate(clauses, placeholders)
  const rest = { ...placeholders.members(), ReturnValues: 'ALL_NEW' }
  const input = { TableName, Key: keyOf(0), UpdateExpression, ...rest }
  const answer = await client.call('UpdateItem', input)
  const after = updated(before, clauses)
  const context = `seed ${seed}: ${JSON.stringify({ before, input, answer: answer.body })}`
  if (after === undefined) {
    assert.equal(answer.type, 'ValidationException', context)
    return 1
  }
  assert.equal(answer.status, 200, context)
  const stored = answer.body['Attributes'] as Document
  assert.deepEqual(spellDocument(stored), spellDocument(after), context)
  return 0
}

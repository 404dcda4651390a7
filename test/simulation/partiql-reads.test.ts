/**
 * Random SELECTs compared with the equivalent native reads, on every engine: a whole key and
 * GetItem, a partition and Query, anything else and Scan. Page by page they find the same items,
 * cost the same, and end together.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, someOf, type Chance } from '../support/chance.js'
import type { Client, Json } from '../support/client.js'
import { withServer } from '../support/engine-servers.js'
import { write, type Condition } from './conditions.js'
import { findsOneAtMost, randomKeyCondition, writeKeyCondition } from './key-conditions.js'
import { asNative } from './native-conditions.js'
import { isIn, randomItems, randomKeyTypes, shapeOf, sources, type Source } from './paging-table.js'
import { PartiqlText } from './partiql-text.js'
import { Placeholders } from './placeholders.js'
import { randomCondition } from './random-conditions.js'
import { attributeNames, randomDocument } from './random-items.js'
import { spellDocument, type Document, type Value } from './values.js'

const tableCount = 3
const itemCount = 40
const readsPerTable = 60

// AWS: PartiQL does not read indexes with keys of several attributes.
const readable = sources.filter(({ hash, range }) => hash.length === 1 && range.length <= 1)

describe(`random SELECTs (seed ${seed})`, () => {
  it('read as the native operations do', async () => {
    await withServer(async (client) => {
      for (let n = 0; n < tableCount; n++) await checkTable(client, chanceOf(seed + n))
    })
  })
})

interface Library {
  readonly client: Client
  readonly tableName: string
  readonly items: readonly Document[]
}

async function checkTable(client: Client, chance: Chance): Promise<void> {
  const types = randomKeyTypes(chance)
  const tableName = await client.createTable(shapeOf(types))
  const items = randomItems(chance, types, itemCount).map((item) => ({
    ...randomDocument(chance),
    ...item,
    // Enough to make some items cost more than others.
    filler: { S: 'f'.repeat(below(chance, 4) * 2000) },
  }))
  for (const Item of items) await client.ask('PutItem', { TableName: tableName, Item })
  const library = { client, tableName, items }
  const checks = [checkGet, checkQuery, checkQuery, checkScan, checkSeveral]
  for (let n = 0; n < readsPerTable; n++) await oneOf(chance, checks)(library, chance)
}

/** The same read in both languages. */
interface Read {
  readonly statement: Json
  readonly operation: 'GetItem' | 'Query' | 'Scan'
  readonly input: Json
}

async function checkGet(library: Library, chance: Chance): Promise<void> {
  const { pk, sk } = oneOf(chance, library.items)
  const other = oneOf(chance, library.items)
  const Key = { pk: pk!, sk: chance() < 0.7 ? sk! : other['sk']! }
  const text = new PartiqlText(chance)
  const projection = randomProjection(chance, text)
  const where = Object.entries(Key).map(
    ([name, value]) => `${text.name(name)} = ${text.value(value)}`,
  )
  const statement = `SELECT ${projection.text} FROM "${library.tableName}" WHERE ${where.join(' AND ')}`
  const shared = { ReturnConsumedCapacity: 'INDEXES', ConsistentRead: chance() < 0.5 }
  await checkPages(library, {
    statement: { Statement: statement, ...text.members(), ...shared },
    operation: 'GetItem',
    input: { TableName: library.tableName, Key, ...projection.native, ...shared },
  })
}

async function checkQuery(library: Library, chance: Chance): Promise<void> {
  const source = oneOf(chance, readable)
  const all = library.items.filter((item) => isIn(item, source))
  if (all.length === 0) return
  const keys = randomKeyCondition(chance, source, oneOf(chance, all), oneOf(chance, all))
  // At most one item: it is fetched by GetItem rather than Query, and has no key to continue from.
  if (findsOneAtMost(source, keys)) return
  const text = new PartiqlText(chance)
  const placeholders = new Placeholders()
  const projection = source.hasAll ? randomProjection(chance, text) : { text: '*', native: {} }
  const where = keys.map((key) => text.condition(key))
  const filter = source.hasAll ? randomFilter(chance, text, placeholders) : undefined
  const order = randomOrder(chance, source, text)
  const conditions = filter === undefined ? where : [...where, `(${filter.text})`]
  const statement = `SELECT ${projection.text} FROM ${nameOf(library, source)} WHERE ${conditions.join(' AND ')}${order.text}`
  const shared = randomOptions(chance, source)
  await checkPages(library, {
    statement: { Statement: statement, ...text.members(), ...shared },
    operation: 'Query',
    input: {
      ...target(library, source),
      KeyConditionExpression: writeKeyCondition(keys, placeholders),
      ...filter?.native,
      ...order.native,
      ...withNames(projection.native, placeholders.members()),
      ...shared,
    },
  })
}

async function checkScan(library: Library, chance: Chance): Promise<void> {
  const source = oneOf(chance, readable)
  const text = new PartiqlText(chance)
  const placeholders = new Placeholders()
  const projection = source.hasAll ? randomProjection(chance, text) : { text: '*', native: {} }
  const filter = randomFilter(chance, text, placeholders)
  const where = filter === undefined ? '' : ` WHERE ${filter.text}`
  const shared = randomOptions(chance, source)
  await checkPages(library, {
    statement: {
      Statement: `SELECT ${projection.text} FROM ${nameOf(library, source)}${where}`,
      ...text.members(),
      ...shared,
    },
    operation: 'Scan',
    input: {
      ...target(library, source),
      ...filter?.native,
      ...withNames(projection.native, placeholders.members()),
      ...shared,
    },
  })
}

/** Several partitions are one Query each: the result must be the items of all of them. */
async function checkSeveral(library: Library, chance: Chance): Promise<void> {
  const partitions = new Map(library.items.map((item) => [JSON.stringify(item['pk']), item['pk']!]))
  // Different spellings of one number are one partition; tables with too few partitions are
  // skipped.
  const different = new Map([...partitions.values()].map((pk) => [spellDocument({ pk })[0]!, pk]))
  const some = someOf(chance, [...different.values()], 1 + below(chance, 3))
  const text = new PartiqlText(chance)
  const values = some.map((value) => text.value(value))
  const Statement = `SELECT * FROM "${library.tableName}" WHERE pk IN [${values.join(', ')}]`
  const shared = { ReturnConsumedCapacity: 'TOTAL' }
  const found = await library.client.ask('ExecuteStatement', {
    Statement,
    ...text.members(),
    ...shared,
  })
  const answers = await Promise.all(some.map((value) => queryPartition(library, value, shared)))
  const context = `seed ${seed}: ${Statement}`
  assert.deepEqual(
    itemsOf(found).map(spelled).toSorted(),
    answers.flatMap(itemsOf).map(spelled).toSorted(),
    context,
  )
  assert.equal(
    unitsOf(found),
    answers.map(unitsOf).reduce((sum, one) => sum + one),
    context,
  )
}

function unitsOf(answer: Json): number {
  return (answer['ConsumedCapacity'] as { CapacityUnits: number }).CapacityUnits
}

function queryPartition(library: Library, value: Value, shared: Json): Promise<Json> {
  return library.client.ask('Query', {
    TableName: library.tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': value },
    ...shared,
  })
}

/** Reads both from the first page to the last: same items, same cost, same end. */
async function checkPages({ client, items }: Library, read: Read): Promise<void> {
  let token: Json = {}
  let start: Json = {}
  for (let page = 0; page <= items.length + 1; page++) {
    const statement = { ...read.statement, ...token }
    const input = { ...read.input, ...start }
    const context = `seed ${seed}, page ${page}: ${JSON.stringify({ statement, input })}`
    const mine = await answerOf(client, 'ExecuteStatement', statement, context)
    const native = await answerOf(client, read.operation, input, context)
    assert.deepEqual(itemsOf(mine).map(spelled), itemsOf(native).map(spelled), context)
    assert.deepEqual(mine['ConsumedCapacity'], native['ConsumedCapacity'], context)
    const last = native['LastEvaluatedKey']
    assert.equal(mine['NextToken'] === undefined, last === undefined, `${context}: the end`)
    if (last === undefined) return
    token = { NextToken: mine['NextToken'] }
    start = { ExclusiveStartKey: last }
  }
  throw new Error(`seed ${seed}: pages without end: ${JSON.stringify(read)}`)
}

async function answerOf(client: Client, operation: string, input: Json, context: string) {
  const answer = await client.call(operation, input)
  assert.equal(answer.status, 200, `${operation}: ${answer.type}: ${answer.message}; ${context}`)
  return answer.body
}

function itemsOf(answer: Json): readonly Document[] {
  const one = answer['Item'] as Document | undefined
  return (answer['Items'] as readonly Document[] | undefined) ?? (one === undefined ? [] : [one])
}

const spelled = (item: Document): string => JSON.stringify(spellDocument(item))

function nameOf({ tableName }: Library, { indexName }: Source): string {
  return indexName === undefined ? `"${tableName}"` : `"${tableName}"."${indexName}"`
}

const target = ({ tableName }: Library, { indexName }: Source): Json => ({
  TableName: tableName,
  ...(indexName === undefined ? {} : { IndexName: indexName }),
})

/** Top-level attributes, which both languages return alike. */
function randomProjection(chance: Chance, text: PartiqlText) {
  if (chance() < 0.6) return { text: '*', native: {} }
  const names = someOf(chance, ['pk', 'sk', 'color', ...attributeNames], 1 + below(chance, 4))
  const marks = names.map((_, at) => `#p${at}`)
  return {
    text: names.map((name) => text.name(name)).join(', '),
    native: {
      ProjectionExpression: marks.join(', '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, at) => [marks[at]!, name])),
    },
  }
}

function withNames(projection: Json, members: Json): Json {
  const names = { ...(projection['ExpressionAttributeNames'] as object | undefined) }
  const all = { ...names, ...(members['ExpressionAttributeNames'] as object | undefined) }
  return {
    ...projection,
    ...members,
    ...(Object.keys(all).length === 0 ? {} : { ExpressionAttributeNames: all }),
  }
}

function randomFilter(chance: Chance, text: PartiqlText, placeholders: Placeholders) {
  if (chance() < 0.3) return undefined
  const condition: Condition = randomCondition(chance)
  return {
    text: text.condition(condition),
    native: { FilterExpression: write(asNative(condition), placeholders) },
  }
}

function randomOrder(chance: Chance, { range }: Source, text: PartiqlText) {
  const [key] = range
  if (key === undefined || chance() < 0.5) return { text: '', native: {} }
  const forward = chance() < 0.5
  const direction = forward ? oneOf(chance, ['', ' ASC']) : ' DESC'
  return {
    text: ` ORDER BY ${text.name(key)}${direction}`,
    native: { ScanIndexForward: forward },
  }
}

function randomOptions(chance: Chance, { name }: Source): Json {
  const consistent = (name === 'table' || name === 'local') && chance() < 0.5
  return {
    ReturnConsumedCapacity: oneOf(chance, ['TOTAL', 'INDEXES']),
    ...(consistent ? { ConsistentRead: true } : {}),
    ...(chance() < 0.5 ? {} : { Limit: 1 + below(chance, 12) }),
  }
}

/**
 * Random INSERTs, UPDATEs and DELETEs compared with the equivalent native writes, each on its own
 * table: PutItem if the key is unused, UpdateItem if the item exists, DeleteItem. They change the
 * same, return the same, fail alike and cost the same.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, type Chance } from '../support/chance.js'
import { connect, type CallAnswer, type Json } from '../support/client.js'
import { attribute, hash, onDemand, projectAll } from '../support/tables.js'
import { write, type Condition } from './conditions.js'
import { asNative } from './native-conditions.js'
import { isExpressible, PartiqlText } from './partiql-text.js'
import { Placeholders } from './placeholders.js'
import { randomCondition } from './random-conditions.js'
import { randomDocument } from './random-items.js'
import { randomClauses } from './random-updates.js'
import { writeUpdate } from './updates.js'
import { spellDocument, type Document } from './values.js'

const writes = 400
const keyCount = 8

/** `pk`, and an index on `g`, which items have as a string or not at all. */
const shape: Json = {
  AttributeDefinitions: [attribute('pk', 'S'), attribute('g', 'S')],
  KeySchema: [hash('pk')],
  GlobalSecondaryIndexes: [{ IndexName: 'by-g', KeySchema: [hash('g')], Projection: projectAll }],
  ...onDemand,
}

const client = await connect()
const [mine, native] = await Promise.all([client.createTable(shape), client.createTable(shape)])

describe(`random INSERT, UPDATE and DELETE (seed ${seed})`, () => {
  it('write as the native operations do', async () => {
    const chance = chanceOf(seed)
    const done = new Map<string, number>()
    for (let round = 0; round < writes; round++) {
      const outcome = await checkWrite(
        chance,
        oneOf(chance, [randomInsert, randomUpdate, randomUpdate, randomDelete])(chance),
      )
      done.set(outcome, (done.get(outcome) ?? 0) + 1)
    }
    assert.ok(done.size >= 6, `outcomes: ${JSON.stringify([...done])}`)
  })
})

/** The same write in both languages. */
interface Write {
  readonly key: Document
  readonly statement: Json
  readonly operation: 'PutItem' | 'UpdateItem' | 'DeleteItem'
  readonly input: Json
}

/** Returns the outcome in one word. */
async function checkWrite(
  chance: Chance,
  { key, statement, operation, input }: Write,
): Promise<string> {
  const shared = {
    ReturnConsumedCapacity: oneOf(chance, ['TOTAL', 'INDEXES']),
    ...(chance() < 0.3 ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}),
  }
  const request = { ...statement, ...shared }
  const before = await stored(native, key)
  const answers = await Promise.all([
    client.call('ExecuteStatement', request),
    client.call(operation, { TableName: native, ...input, ...shared }),
  ])
  const facts = { before, request, input, answers: answers.map(({ body }) => body) }
  const context = `seed ${seed}: ${JSON.stringify(facts).replace(/f{9,}/g, 'f…')}`
  assert.deepEqual(resultOf(answers[0], operation), resultOf(answers[1], operation), context)
  const [after, expected] = await Promise.all([stored(mine, key), stored(native, key)])
  assert.deepEqual(after, expected, context)
  return `${operation} ${answers[1].type ?? 'done'}`
}

async function stored(TableName: string, Key: Document): Promise<unknown> {
  const { Item } = await client.ask('GetItem', { TableName, Key, ConsistentRead: true })
  return spelled(Item as Document | undefined)
}

/** Both answers in one form. */
function resultOf(answer: CallAnswer, operation: Write['operation']): unknown {
  if (answer.status !== 200) return failureOf(answer, operation)
  const consumed = { ...(answer.body['ConsumedCapacity'] as Json), TableName: '' }
  const [item] = (answer.body['Items'] ?? []) as readonly Document[]
  return { consumed, item: spelled(item ?? (answer.body['Attributes'] as Document | undefined)) }
}

const updateFaults = new Set<string | undefined>([
  'The document path provided in the update expression is invalid for update',
  'The provided expression refers to an attribute that does not exist in the item',
  'An operand in the update expression has an incorrect data type',
])

/** AWS: the error for a duplicate does not show the existing item. */
function failureOf({ type, message, body }: CallAnswer, operation: Write['operation']): unknown {
  const isDuplicate =
    type === 'DuplicateItemException' ||
    (operation === 'PutItem' && type === 'ConditionalCheckFailedException')
  if (isDuplicate) return 'duplicate'
  // Which of several faults comes first depends on the order of the clauses, which differs here.
  if (type === 'ValidationException') return { type, isFaultOfUpdate: updateFaults.has(message) }
  return { type, message, item: spelled(body['Item'] as Document | undefined) }
}

function spelled(item: Document | undefined): readonly string[] | undefined {
  return item === undefined ? undefined : spellDocument(item)
}

const randomKey = (chance: Chance): Document => ({ pk: { S: `key-${below(chance, keyCount)}` } })

function randomInsert(chance: Chance): Write {
  const key = randomKey(chance)
  const indexed: Document = chance() < 0.5 ? { g: { S: oneOf(chance, ['x', 'y']) } } : {}
  const filler: Document =
    chance() < 0.3 ? { filler: { S: 'f'.repeat(below(chance, 4) * 900) } } : {}
  const item = { ...key, ...randomDocument(chance), ...indexed, ...filler }
  const text = new PartiqlText(chance)
  const Statement = `INSERT INTO "${mine}" VALUE ${text.item(item)}`
  return {
    key,
    statement: { Statement, ...text.members() },
    operation: 'PutItem',
    input: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
  }
}

const returned = {
  'ALL OLD': 'ALL_OLD',
  'ALL NEW': 'ALL_NEW',
  'MODIFIED OLD': 'UPDATED_OLD',
  'MODIFIED NEW': 'UPDATED_NEW',
} as const

function randomUpdate(chance: Chance): Write {
  const key = randomKey(chance)
  const clauses = randomClauses(chance).filter(isExpressible)
  if (clauses.length === 0) return randomUpdate(chance)
  const condition = randomGuard(chance)
  const returning = oneOf(chance, [
    undefined,
    ...(Object.keys(returned) as (keyof typeof returned)[]),
  ])
  const text = new PartiqlText(chance)
  const placeholders = new Placeholders()
  const guard: Condition = {
    kind: 'and',
    parts: [{ kind: 'exists', path: ['pk'] }, ...condition.map(asNative)],
  }
  const Statement = `UPDATE "${mine}" ${text.clauses(clauses)} ${whereOf(text, key, condition)}${returning === undefined ? '' : ` RETURNING ${returning} *`}`
  return {
    key,
    statement: { Statement, ...text.members() },
    operation: 'UpdateItem',
    input: {
      Key: key,
      UpdateExpression: writeUpdate(clauses, placeholders),
      ConditionExpression: write(guard, placeholders),
      ...placeholders.members(),
      ...(returning === undefined ? {} : { ReturnValues: returned[returning] }),
    },
  }
}

function randomDelete(chance: Chance): Write {
  const key = randomKey(chance)
  const condition = randomGuard(chance)
  const returns = chance() < 0.5
  const text = new PartiqlText(chance)
  const placeholders = new Placeholders()
  // AWS: DELETE of a missing item does not evaluate its condition.
  const guard: Condition = {
    kind: 'or',
    parts: [{ kind: 'missing', path: ['pk'] }, ...condition.map(asNative)],
  }
  const guarded = condition.length === 0 ? {} : { ConditionExpression: write(guard, placeholders) }
  const Statement = `DELETE FROM "${mine}" ${whereOf(text, key, condition)}${returns ? ' RETURNING ALL OLD *' : ''}`
  return {
    key,
    statement: { Statement, ...text.members() },
    operation: 'DeleteItem',
    input: {
      Key: key,
      ...guarded,
      ...placeholders.members(),
      ...(returns ? { ReturnValues: 'ALL_OLD' } : {}),
    },
  }
}

/** One condition, or none. */
function randomGuard(chance: Chance): readonly Condition[] {
  return chance() < 0.5 ? [] : [randomCondition(chance)]
}

function whereOf(text: PartiqlText, key: Document, condition: readonly Condition[]): string {
  const equal = `${text.name('pk')} = ${text.value(key['pk']!)}`
  return `WHERE ${[equal, ...condition.map((one) => `(${text.condition(one)})`)].join(' AND ')}`
}

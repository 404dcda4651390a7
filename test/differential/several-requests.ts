/** Requests of several items: batches, transactions, and PartiQL. */
import { below, oneOf, type Chance } from '../support/chance.js'
import { write } from '../simulation/conditions.js'
import { PartiqlText, isExpressible } from '../simulation/partiql-text.js'
import { Placeholders } from '../simulation/placeholders.js'
import { randomCondition } from '../simulation/random-conditions.js'
import { randomClauses } from '../simulation/random-updates.js'
import { writeUpdate } from '../simulation/updates.js'
import type { Json } from '../support/client.js'
import { projectionOf, readReports, request, sometimes } from './item-requests.js'
import type { Request } from './request.js'
import {
  plainNames,
  randomKey,
  randomThing,
  thingsName as TableName,
  type Things,
} from './things.js'

/** As many different keys as possible: an item twice is refused. */
function someKeys(chance: Chance, things: Things, count: number) {
  const keys = Array.from({ length: count }, () => randomKey(chance, things))
  if (chance() < 0.1) return keys
  return keys.filter((key, i) => {
    return keys.findIndex((other) => JSON.stringify(other) === JSON.stringify(key)) === i
  })
}

export function randomBatchWrite(chance: Chance, things: Things): Request {
  const writes = someKeys(chance, things, 1 + below(chance, 5)).map((key) => {
    if (chance() < 0.3) return { DeleteRequest: { Key: key } }
    return { PutRequest: { Item: { ...randomThing(chance, things), ...key } } }
  })
  return request('BatchWriteItem', {
    RequestItems: { [TableName]: writes },
    ...readReports(chance),
  })
}

export function randomBatchGet(chance: Chance, things: Things): Request {
  const placeholders = new Placeholders()
  const wanted = {
    Keys: someKeys(chance, things, 1 + below(chance, 5)),
    ...sometimes(chance, 0.3, () => projectionOf(chance, placeholders)),
    ...expressionNames(placeholders),
    ...sometimes(chance, 0.3, () => ({ ConsistentRead: chance() < 0.5 })),
  }
  return request('BatchGetItem', { RequestItems: { [TableName]: wanted }, ...readReports(chance) })
}

const expressionNames = (placeholders: Placeholders): Json => placeholders.members()

export function randomTransactGet(chance: Chance, things: Things): Request {
  const TransactItems = someKeys(chance, things, 1 + below(chance, 4)).map((Key) => {
    const placeholders = new Placeholders()
    const projection = sometimes(chance, 0.3, () => projectionOf(chance, placeholders))
    return { Get: { TableName, Key, ...projection, ...placeholders.members() } }
  })
  return request('TransactGetItems', { TransactItems, ...readReports(chance) })
}

export function randomTransactWrite(chance: Chance, things: Things): Request {
  const TransactItems = someKeys(chance, things, 1 + below(chance, 4)).map((Key) => {
    return oneOf(chance, actions)(chance, things, Key)
  })
  return request('TransactWriteItems', { TransactItems, ...readReports(chance) })
}

type Action = (chance: Chance, things: Things, Key: Json) => Json

function conditionOf(chance: Chance, placeholders: Placeholders): Json {
  return { ConditionExpression: write(randomCondition(chance), placeholders) }
}

const actions: readonly Action[] = [
  (chance, things, Key) => {
    const placeholders = new Placeholders()
    const condition = sometimes(chance, 0.2, () => conditionOf(chance, placeholders))
    const Item = { ...randomThing(chance, things), ...Key }
    return { Put: { TableName, Item, ...condition, ...placeholders.members() } }
  },
  (chance, _things, Key) => {
    const placeholders = new Placeholders()
    const UpdateExpression = writeUpdate(randomClauses(chance), placeholders)
    const condition = sometimes(chance, 0.2, () => conditionOf(chance, placeholders))
    return { Update: { TableName, Key, UpdateExpression, ...condition, ...placeholders.members() } }
  },
  (chance, _things, Key) => {
    const placeholders = new Placeholders()
    const condition = sometimes(chance, 0.2, () => conditionOf(chance, placeholders))
    return { Delete: { TableName, Key, ...condition, ...placeholders.members() } }
  },
  (chance, _things, Key) => {
    const placeholders = new Placeholders()
    const condition = conditionOf(chance, placeholders)
    const old = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
    const more = { ...placeholders.members(), ...sometimes(chance, 0.3, () => old) }
    return { ConditionCheck: { TableName, Key, ...condition, ...more } }
  },
]

export function randomStatement(chance: Chance, things: Things): Request {
  const text = new PartiqlText(chance)
  const Statement = oneOf(chance, statements)(chance, things, text)
  return request('ExecuteStatement', { Statement, ...text.members() })
}

type Statement = (chance: Chance, things: Things, text: PartiqlText) => string

const from = `"${TableName}"`

const statements: readonly Statement[] = [
  (chance, things, text) => `INSERT INTO ${from} VALUE ${text.item(randomThing(chance, things))}`,
  (chance, things, text) => `SELECT * FROM ${from} WHERE ${keyText(chance, things, text)}`,
  (chance, things, text) => {
    const key = keyText(chance, things, text)
    return `SELECT * FROM ${from} WHERE ${key} AND ${text.condition(randomPlain(chance))}`
  },
  (chance, _things, text) => `SELECT * FROM ${from} WHERE ${text.condition(randomPlain(chance))}`,
  (chance, things, text) => {
    const clauses = plainNames(randomClauses(chance).filter(isExpressible))
    const set = clauses.length === 0 ? 'REMOVE a' : text.clauses(clauses)
    return `UPDATE ${from} ${set} WHERE ${keyText(chance, things, text)}`
  },
  (chance, things, text) => `DELETE FROM ${from} WHERE ${keyText(chance, things, text)}`,
]

const randomPlain = (chance: Chance) => plainNames(randomCondition(chance))

function keyText(chance: Chance, things: Things, text: PartiqlText): string {
  const parts = Object.entries(randomKey(chance, things))
  return parts.map(([name, value]) => `${text.name(name)} = ${text.value(value)}`).join(' AND ')
}

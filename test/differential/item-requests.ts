/** Requests of one item: puts, updates, deletes and gets, with conditions and projections. */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import { write } from '../simulation/conditions.js'
import { Placeholders } from '../simulation/placeholders.js'
import { randomCondition } from '../simulation/random-conditions.js'
import { randomPath } from '../simulation/random-items.js'
import { randomClauses } from '../simulation/random-updates.js'
import { writeUpdate } from '../simulation/updates.js'
import type { Request } from './request.js'
import {
  plainNames,
  randomKey,
  randomThing,
  thingsName as TableName,
  type Things,
} from './things.js'

export function randomPut(chance: Chance, things: Things): Request {
  const placeholders = new Placeholders()
  const input = {
    TableName,
    Item: randomThing(chance, things),
    ...sometimes(chance, 0.3, () => conditionOf(chance, placeholders)),
    ...placeholders.members(),
    ...sometimes(chance, 0.5, () => ({ ReturnValues: oneOf(chance, ['NONE', 'ALL_OLD']) })),
    ...writeReports(chance),
  }
  return request('PutItem', input)
}

export function randomDelete(chance: Chance, things: Things): Request {
  const placeholders = new Placeholders()
  const input = {
    TableName,
    Key: randomKey(chance, things),
    ...sometimes(chance, 0.3, () => conditionOf(chance, placeholders)),
    ...placeholders.members(),
    ...sometimes(chance, 0.5, () => ({ ReturnValues: oneOf(chance, ['NONE', 'ALL_OLD']) })),
    ...writeReports(chance),
  }
  return request('DeleteItem', input)
}

const updateReturns = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW']

export function randomUpdate(chance: Chance, things: Things): Request {
  const placeholders = new Placeholders()
  const input = {
    TableName,
    Key: randomKey(chance, things),
    ...sometimes(chance, 0.95, () => ({
      UpdateExpression: writeUpdate(randomClauses(chance), placeholders),
    })),
    ...sometimes(chance, 0.2, () => conditionOf(chance, placeholders)),
    ...placeholders.members(),
    ...sometimes(chance, 0.7, () => ({ ReturnValues: oneOf(chance, updateReturns) })),
    ...writeReports(chance),
  }
  return request('UpdateItem', input)
}

export function randomGet(chance: Chance, things: Things): Request {
  const placeholders = new Placeholders()
  const input = {
    TableName,
    Key: randomKey(chance, things),
    ...sometimes(chance, 0.4, () => projectionOf(chance, placeholders)),
    ...placeholders.members(),
    ...sometimes(chance, 0.3, () => ({ ConsistentRead: chance() < 0.5 })),
    ...readReports(chance),
  }
  return request('GetItem', input)
}

export const request = (operation: string, input: Json): Request => ({
  operation,
  input: plainNames(input),
})

/** The members that `make` returns, with this probability. */
export function sometimes(chance: Chance, probability: number, make: () => Json): Json {
  return chance() < probability ? make() : {}
}

function conditionOf(chance: Chance, placeholders: Placeholders): Json {
  const ConditionExpression = write(randomCondition(chance), placeholders)
  const old = { ReturnValuesOnConditionCheckFailure: oneOf(chance, ['NONE', 'ALL_OLD']) }
  return { ConditionExpression, ...sometimes(chance, 0.2, () => old) }
}

/** Paths of different attributes: overlapping ones are refused. */
export function projectionOf(chance: Chance, placeholders: Placeholders): Json {
  const paths = Array.from({ length: 1 + below(chance, 3) }, () => randomPath(chance))
  const apart = paths.filter((path, i) => paths.findIndex((other) => other[0] === path[0]) === i)
  const ProjectionExpression = apart.map((path) => placeholders.path(path)).join(', ')
  return { ProjectionExpression }
}

export function readReports(chance: Chance): Json {
  const ReturnConsumedCapacity = oneOf(chance, ['NONE', 'TOTAL', 'INDEXES'])
  return sometimes(chance, 0.3, () => ({ ReturnConsumedCapacity }))
}

function writeReports(chance: Chance): Json {
  const metrics = { ReturnItemCollectionMetrics: oneOf(chance, ['NONE', 'SIZE']) }
  return { ...readReports(chance), ...sometimes(chance, 0.1, () => metrics) }
}

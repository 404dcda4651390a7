/** Requests with the older parameters: Expected, AttributeUpdates, KeyConditions and filters. */
import { oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import {
  attributeNames,
  randomNumber,
  randomScalar,
  randomSet,
  randomString,
  randomValue,
} from '../simulation/random-items.js'
import type { Value } from '../simulation/values.js'
import { request, sometimes } from './item-requests.js'
import type { Request } from './request.js'
import { randomKey, randomThing, thingsName as TableName, type Things } from './things.js'

export function randomLegacy(chance: Chance, things: Things): Request {
  return oneOf(chance, makers)(chance, things)
}

const makers: readonly ((chance: Chance, things: Things) => Request)[] = [
  (chance, things) => {
    const Expected = sometimes(chance, 0.7, () => ({ Expected: conditionsOf(chance) }))
    return request('PutItem', { TableName, Item: randomThing(chance, things), ...Expected })
  },
  (chance, things) => {
    const AttributeUpdates = Object.fromEntries([
      [oneOf(chance, attributeNames), randomUpdate(chance)],
      [oneOf(chance, attributeNames), randomUpdate(chance)],
    ])
    const ReturnValues = oneOf(chance, ['ALL_NEW', 'UPDATED_NEW', 'UPDATED_OLD'])
    return request('UpdateItem', {
      TableName,
      Key: randomKey(chance, things),
      AttributeUpdates,
      ReturnValues,
    })
  },
  (chance, things) => {
    const { pk } = randomKey(chance, things)
    const KeyConditions = { pk: { ComparisonOperator: 'EQ', AttributeValueList: [pk] } }
    const filter = sometimes(chance, 0.6, () => ({ QueryFilter: conditionsOf(chance) }))
    return request('Query', { TableName, KeyConditions, ...filter })
  },
  (chance) => request('Scan', { TableName, ScanFilter: conditionsOf(chance), ...operator(chance) }),
  (chance, things) => {
    const AttributesToGet = ['pk', oneOf(chance, attributeNames)]
    return request('GetItem', { TableName, Key: randomKey(chance, things), AttributesToGet })
  },
]

const operator = (chance: Chance): Json =>
  sometimes(chance, 0.3, () => ({ ConditionalOperator: oneOf(chance, ['AND', 'OR']) }))

function randomUpdate(chance: Chance): Json {
  return oneOf<() => Json>(chance, [
    () => ({ Action: 'PUT', Value: randomValue(chance) }),
    () => ({ Action: 'ADD', Value: randomAddend(chance) }),
    () => ({ Action: 'DELETE' }),
    () => ({ Action: 'DELETE', Value: randomSet(chance) }),
    () => ({ Value: randomScalar(chance) }),
  ])()
}

const randomAddend = (chance: Chance): Value =>
  chance() < 0.5 ? { N: randomNumber(chance) } : randomSet(chance)

function conditionsOf(chance: Chance): Json {
  return { [oneOf(chance, attributeNames)]: randomCondition(chance) }
}

function randomCondition(chance: Chance): Json {
  const one = () => [randomScalar(chance)]
  return oneOf<() => Json>(chance, [
    () => ({ ComparisonOperator: oneOf(chance, ['NULL', 'NOT_NULL']) }),
    () => ({
      ComparisonOperator: oneOf(chance, ['EQ', 'NE']),
      AttributeValueList: [randomValue(chance)],
    }),
    () => ({
      ComparisonOperator: oneOf(chance, ['LT', 'LE', 'GT', 'GE', 'CONTAINS', 'NOT_CONTAINS']),
      AttributeValueList: one(),
    }),
    () => ({
      ComparisonOperator: 'BEGINS_WITH',
      AttributeValueList: [{ S: randomString(chance) }],
    }),
    () => ({ ComparisonOperator: 'IN', AttributeValueList: [...one(), ...one()] }),
    () => ({ ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '-1' }, { N: '2' }] }),
  ])()
}

/** Histories of items: a table with indexes, then reads and writes of a few keys. */
import { below, oneOf, type Chance } from '../support/chance.js'
import { randomDelete, randomGet, randomPut, randomUpdate } from './item-requests.js'
import { randomLegacy } from './legacy-requests.js'
import { mutated } from './mutations.js'
import { randomQuery, randomScan } from './read-requests.js'
import type { History, Request } from './request.js'
import {
  randomBatchGet,
  randomBatchWrite,
  randomStatement,
  randomTransactGet,
  randomTransactWrite,
} from './several-requests.js'
import { randomThings, shapeOfThings, type Things } from './things.js'

type Maker = (chance: Chance, things: Things) => Request

/** Those listed twice are made twice as often. */
const makers: readonly Maker[] = [
  randomPut,
  randomPut,
  randomPut,
  randomUpdate,
  randomUpdate,
  randomUpdate,
  randomDelete,
  randomGet,
  randomQuery,
  randomQuery,
  randomScan,
  randomBatchGet,
  randomBatchWrite,
  randomTransactGet,
  randomTransactWrite,
  randomStatement,
  randomLegacy,
]

const faultProbability = 0.15

export function randomItemHistory(chance: Chance): History {
  const things = randomThings(chance)
  const creation = { operation: 'CreateTable', input: shapeOfThings(chance, things) }
  const requests = Array.from({ length: 10 + below(chance, 20) }, () => {
    const request = oneOf(chance, makers)(chance, things)
    return chance() < faultProbability ? mutated(chance, request) : request
  })
  return [creation, ...requests]
}

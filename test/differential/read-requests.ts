/** Queries and scans of the table and its indexes: page by page, with filters and projections. */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import { write } from '../simulation/conditions.js'
import { randomKeyCondition, writeKeyCondition } from '../simulation/key-conditions.js'
import { randomKeyValue, type Source } from '../simulation/paging-table.js'
import { Placeholders } from '../simulation/placeholders.js'
import { randomCondition } from '../simulation/random-conditions.js'
import type { Document } from '../simulation/values.js'
import { projectionOf, readReports, request, sometimes } from './item-requests.js'
import type { Request } from './request.js'
import { randomKey, thingsName as TableName, type Things } from './things.js'

export function randomQuery(chance: Chance, things: Things): Request {
  const source = oneOf(chance, things.sources)
  const placeholders = new Placeholders()
  const conditions = randomKeyCondition(
    chance,
    source,
    randomWhole(chance, things, source),
    randomWhole(chance, things, source),
  )
  const input = {
    TableName,
    ...named(source),
    KeyConditionExpression: writeKeyCondition(conditions, placeholders),
    ...sometimes(chance, 0.4, () => ({ ScanIndexForward: chance() < 0.5 })),
    ...narrowed(chance, source, placeholders),
  }
  return paged(chance, request('Query', input))
}

export function randomScan(chance: Chance, things: Things): Request {
  const source = oneOf(chance, things.sources)
  const placeholders = new Placeholders()
  const input = { TableName, ...named(source), ...narrowed(chance, source, placeholders) }
  return paged(chance, request('Scan', input))
}

const named = ({ indexName }: Source): Json =>
  indexName === undefined ? {} : { IndexName: indexName }

/** An item with every key attribute of the source. */
function randomWhole(chance: Chance, things: Things, { hash, range }: Source): Document {
  const key = randomKey(chance, things)
  const entries = [...hash, ...range].map((name) => {
    return [name, key[name] ?? randomKeyValue(chance, things.types[name]!)] as const
  })
  return Object.fromEntries(entries)
}

/** A filter never names a key attribute, which is refused: the random names are others. */
function narrowed(chance: Chance, source: Source, placeholders: Placeholders): Json {
  const filter = () => ({ FilterExpression: write(randomCondition(chance), placeholders) })
  const filtered = sometimes(chance, 0.4, filter)
  const selected = randomSelection(chance, source, placeholders)
  return {
    ...filtered,
    ...selected,
    ...placeholders.members(),
    ...sometimes(chance, 0.2, () => ({ ConsistentRead: isConsistent(source) && chance() < 0.5 })),
    ...readReports(chance),
  }
}

/** AWS: a global index has no consistent reads. */
const isConsistent = ({ hash }: Source): boolean => hash[0] === 'pk'

function randomSelection(chance: Chance, source: Source, placeholders: Placeholders): Json {
  const index = source.indexName !== undefined && { Select: 'ALL_PROJECTED_ATTRIBUTES' }
  const all = source.hasAll && { Select: 'ALL_ATTRIBUTES' }
  return oneOf<() => Json>(chance, [
    () => ({}),
    () => ({}),
    () => projectionOf(chance, placeholders),
    () => ({ Select: 'COUNT' }),
    () => (index === false ? {} : index),
    () => (all === false ? {} : all),
  ])()
}

/** Some read one page of a few items; its end is compared only where the order is defined. */
function paged(chance: Chance, { operation, input }: Request): Request {
  if (chance() < 0.4) return { operation, input }
  const more = sometimes(chance, 0.8, () => ({ Limit: 1 + below(chance, 4) }))
  return { operation, input: { ...input, ...more }, paged: true }
}

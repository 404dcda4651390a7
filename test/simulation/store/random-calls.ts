/** Calls by chance, on few keys, so that clients meet. */
import { below, oneOf, someOf, type Chance } from '../../support/chance.js'
import type { Call, Condition, TableKey, Write } from './calls.js'
import { keysOf, partitions, type IndexName, type TableName } from './tables.js'
import { number, text, type Item } from './values.js'

const groups = ['g0', 'g1', 'g2']
const indexNames: readonly IndexName[] = ['bySpot', 'byGroup', 'byGroup', 'later']
const batchWritesMax = 6
const transactionWritesMax = 4

export interface CallSource {
  readonly chance: Chance
  readonly nowMs: number
  /** Different in every call: marks what was written by it. */
  readonly mark: number
  /** How long the longest attribute is. */
  readonly fillerBytes: number
  /** Marks that an item may have. */
  readonly recentMarks: readonly string[]
  /** Tokens that were used. */
  readonly tokens: readonly string[]
}

export function randomCall(source: CallSource): Call {
  const { chance } = source
  const dice = chance()
  if (dice < 0.34) return randomSingle(source)
  if (dice < 0.44) return { kind: 'batch-write', writes: randomBatch(source) }
  if (dice < 0.62) return randomTransaction(source)
  if (dice < 0.7) return { kind: 'get', key: randomKeys(source, 1)[0]!, projected: chance() < 0.3 }
  if (dice < 0.75) return { kind: 'batch-get', keys: randomKeys(source, batchWritesMax) }
  if (dice < 0.8) return { kind: 'transact-get', keys: randomKeys(source, transactionWritesMax) }
  return dice < 0.94 ? randomQuery(source) : randomScan(source)
}

function randomSingle(source: CallSource): Call {
  const { chance } = source
  const kind = oneOf(chance, ['put', 'put', 'update', 'update', 'delete'] as const)
  const write = randomWrite(source, kind, randomKeys(source, 1)[0]!)
  const shown = kind === 'update' ? (['ALL_OLD', 'ALL_NEW'] as const) : (['ALL_OLD'] as const)
  const condition = chance() < 0.4 ? randomCondition(source) : undefined
  const returned = chance() < 0.4 ? oneOf(chance, shown) : 'NONE'
  return { kind: 'write', write: { ...write, condition }, returned }
}

function randomBatch(source: CallSource): readonly Write[] {
  return randomKeys(source, batchWritesMax).map((key, at) => {
    return randomWrite(source, source.chance() < 0.7 ? 'put' : 'delete', key, at)
  })
}

function randomTransaction(source: CallSource): Call {
  const { chance, tokens } = source
  const kinds = ['put', 'update', 'update', 'delete', 'check'] as const
  const writes = randomKeys(source, transactionWritesMax).map((key, at) => {
    const kind = oneOf(chance, kinds)
    const condition = kind === 'check' || chance() < 0.25 ? randomCondition(source) : undefined
    return { ...randomWrite(source, kind, key, at), condition }
  })
  const known = tokens.length > 0 && chance() < 0.1 ? oneOf(chance, tokens) : undefined
  const token = known ?? (chance() < 0.6 ? `token-${source.mark}` : undefined)
  return { kind: 'transact-write', writes, token }
}

/** Different keys of one table, or of several. */
function randomKeys({ chance }: CallSource, countMax: number): readonly TableKey[] {
  const tables: readonly TableName[] = ['main', 'main', 'main', 'plain', 'plain', 'passing']
  const chosen = chance() < 0.7 ? [oneOf(chance, tables)] : [...new Set(tables)].slice(0, 2)
  const all = chosen.flatMap((table) => keysOf(table).map((key) => ({ table, key })))
  return someOf(chance, all, 1 + below(chance, countMax))
}

function randomWrite(
  source: CallSource,
  kind: Write['kind'],
  { table, key }: TableKey,
  at = 0,
): Write {
  const changed = randomAttributes(source, at)
  if (kind === 'put') return { kind, table, key, item: { ...key, ...changed } }
  if (kind !== 'update') return { kind, table, key, item: {} }
  const absent = ['grp', 'spot', 'filler', 'due'].filter((name) => !(name in changed))
  const removes = source.chance() < 0.3 ? oneOf(source.chance, absent) : undefined
  return { kind, table, key, item: changed, ...(removes !== undefined && { removes }) }
}

/** Places in indexes are different, so that the order of their entries is known. */
function randomAttributes({ chance, mark, nowMs, fillerBytes }: CallSource, at: number): Item {
  const place = mark * batchWritesMax + at
  return {
    mark: text(`m${mark}`),
    ...(chance() < 0.6 && { grp: text(oneOf(chance, groups)), score: number(place) }),
    ...(chance() < 0.5 && { spot: number(-place) }),
    ...(chance() < 0.3 && { filler: text('ü'.repeat(below(chance, fillerBytes / 2))) }),
    ...(chance() < 0.15 && { due: number(Math.floor(nowMs / 1000) + below(chance, 20)) }),
  }
}

function randomCondition({ chance, recentMarks }: CallSource): Condition {
  const dice = chance()
  if (dice < 0.25) return { kind: 'absent' }
  if (dice < 0.5) return { kind: 'exists' }
  if (dice < 0.75 && recentMarks.length > 0)
    return { kind: 'mark', mark: oneOf(chance, recentMarks) }
  return { kind: 'below', count: 1 + below(chance, 5) }
}

function randomQuery({ chance }: CallSource): Call {
  const index = chance() < 0.6 ? oneOf(chance, indexNames) : undefined
  const byGroup = index === 'byGroup' || index === 'later'
  return {
    kind: 'query',
    ...(index !== undefined && { index }),
    partition: oneOf(chance, byGroup ? groups : partitions),
    ...(chance() < 0.5 && { limit: 1 + below(chance, 4) }),
    reverse: chance() < 0.5,
    ...(chance() < 0.2 && { below: 1 + below(chance, 4) }),
    projected: chance() < 0.2,
  }
}

function randomScan({ chance }: CallSource): Call {
  const table = oneOf(chance, ['main', 'plain', 'passing'] as const)
  return { kind: 'scan', table, ...(chance() < 0.4 && { limit: 1 + below(chance, 6) }) }
}

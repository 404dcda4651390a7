/** transactGetItems and transactWriteItems, whose arguments are lists of the same length. */
import type { TransactGetItem, TransactWriteItem } from '../../../api/generated/dynamodb-types.js'
import type { Table } from '../../../catalog/table.js'
import type { AttributeMap } from '../../../model/attribute-value.js'
import { nextTurn, Steps } from '../../../stdx/turns.js'
import type { CborValue } from '../../cbor/cbor-value.js'
import { errorAnswer, success } from '../answers.js'
import { conditionText } from '../condition-text.js'
import { extendedCapacity } from '../consumed.js'
import { readKeyBytes } from '../key-bytes.js'
import { Keywords, keywords } from '../keywords.js'
import { malformed, requireBytes, requireList, requireName, requireText } from '../malformed.js'
import { Placeholders } from '../placeholders.js'
import { readProjection } from '../projection.js'
import { writeProjectedItem } from '../projected-items.js'
import { refreshItems, type WrittenItem } from '../refreshed-items.js'
import type { DaxCall } from '../served-dax.js'
import { plainItem, readStreamItem, streamItemOf } from '../stream-items.js'
import { updateText } from '../update-text.js'
import { writeCollections } from './batches.js'
import type { DaxMethod } from './method.js'

export const transactGetItems: DaxMethod = {
  name: 'transactGetItems',
  operation: 'TransactGetItems',
  id: 1866287579,
  arguments: 4,
  async run(call, given) {
    const [names = [], keys, projections] = sameLengths(given.slice(0, 3))
    const gets = []
    for (const [i, name] of names.entries()) {
      const table = await call.table(requireName(name, 'a table name'))
      const projection = readProjection(bytesOrNone(projections?.[i], 'a projection'))
      const key = readKeyBytes(table.keySchema, requireBytes(keys?.[i], 'a key'))
      const input: TransactGetItem = {
        Get: { TableName: table.name, Key: key, ...projection?.parameters },
      }
      gets.push({ table, projection, input })
    }
    const output = await call.call('dynamodb.TransactGetItems', {
      TransactItems: gets.map(({ input }) => input),
      ...new Keywords(given[3]).consumedCapacity,
    })
    const { Responses: responses = [], ConsumedCapacity: consumed } = output ?? {}
    const writer = success()
    writer.list(2)
    writer.list(gets.length)
    const steps = new Steps()
    for (const [i, { table, projection }] of gets.entries()) {
      const item = responses[i]?.Item && plainItem(responses[i].Item)
      if (item === undefined) writer.value(null)
      else if (projection !== undefined) writeProjectedItem(writer, projection.paths, item)
      else {
        const bytes = await streamItemOf(call.lists, table.keySchema, item)
        writer.value(bytes)
        if (steps.take(10 * bytes.length)) await nextTurn()
      }
    }
    writer.value((consumed ?? []).map(extendedCapacity))
    return writer.written()
  },
}

const actions = { conditionCheck: 12, put: 2, delete: 7, update: 9 } as const

/** On a failed condition: nothing, or the item. */
const showsItem = 2

export const transactWriteItems: DaxMethod = {
  name: 'transactWriteItems',
  operation: 'TransactWriteItems',
  id: -1160037738,
  arguments: 9,
  async run(call, given) {
    const { targets, items } = await readActions(call, given)
    const options = new Keywords(given[8])
    const token = options.get(keywords.token)
    const output = await call.call('dynamodb.TransactWriteItems', {
      TransactItems: items,
      ...(token !== undefined && { ClientRequestToken: requireText(token, 'a token') }),
      ...options.consumedCapacity,
      ...options.collectionMetrics,
    })
    refreshItems(call, targets)
    const { ConsumedCapacity: consumed, ItemCollectionMetrics: metrics } = output ?? {}
    const writer = success()
    writer.list(3)
    // There are no responses: Java's client reads a list of them, and the others skip it.
    writer.list(0)
    writer.value((consumed ?? []).map(extendedCapacity))
    // Python's client reads empty ones, and cannot read null.
    const tables = new Map(targets.map(({ table }) => [table.name, table]))
    writeCollections(writer, tables, metrics)
    return writer.written()
  },
  /** The items of reasons are told without their keys. */
  answerError(call, given, error, requestId) {
    const names = requireList(given[1], 'the tables of a transaction')
    return errorAnswer(error, requestId, async (item, i) => {
      const { keySchema } = await call.table(requireName(names[i], 'a table name'))
      return streamItemOf(call.lists, keySchema, item)
    })
  },
}

async function readActions(call: DaxCall, given: readonly CborValue[]) {
  const [kinds = [], names, keys, values] = sameLengths(given.slice(0, 4))
  const [shown, conditions, updates] = [given[5], given[6], given[7]].map((list) =>
    listOrNone(list, kinds.length),
  )
  const targets: WrittenItem[] = []
  const items: TransactWriteItem[] = []
  const steps = new Steps()
  for (const [i, kind] of kinds.entries()) {
    const table = await call.table(requireName(names?.[i], 'a table name'))
    const key = readKeyBytes(table.keySchema, requireBytes(keys?.[i], 'a key'))
    targets.push({ table, key })
    const value = bytesOrNone(values?.[i], 'an item')
    const action = {
      table,
      key,
      value,
      condition: bytesOrNone(conditions?.[i], 'a condition'),
      update: bytesOrNone(updates?.[i], 'an update'),
      isShown: shown?.[i] === showsItem,
    }
    items.push(await readAction(call, kind, action))
    if (steps.take(10 * (value?.length ?? 0))) await nextTurn()
  }
  return { targets, items }
}

interface GivenAction {
  readonly table: Table
  readonly key: AttributeMap
  readonly value: Buffer | undefined
  readonly condition: Buffer | undefined
  readonly update: Buffer | undefined
  readonly isShown: boolean
}

async function readAction(
  { lists }: DaxCall,
  kind: CborValue,
  { table, key, value, condition, update, isShown }: GivenAction,
): Promise<TransactWriteItem> {
  const placeholders = new Placeholders()
  const updating = update && updateText(update, placeholders)
  const conditional = condition && conditionText(condition, placeholders)
  const common = {
    TableName: table.name,
    ...(conditional && { ConditionExpression: conditional }),
    ...placeholders.parameters,
    ...(isShown && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  }
  switch (kind) {
    case actions.put: {
      const item = await readStreamItem(lists, key, requireBytes(value, 'an item'))
      return { Put: { ...common, Item: item } }
    }
    case actions.update:
      return { Update: { ...common, Key: key, UpdateExpression: updating ?? '' } }
    case actions.delete:
      return { Delete: { ...common, Key: key } }
    case actions.conditionCheck:
      return {
        ConditionCheck: { ...common, Key: key, ConditionExpression: conditional ?? '' },
      }
    default:
      throw malformed('a transaction has an action that is not known')
  }
}

function sameLengths(lists: readonly CborValue[]): readonly (readonly CborValue[])[] {
  const read = lists.map((list) => requireList(list, 'an argument of a transaction'))
  if (read.some(({ length }) => length !== read[0]!.length)) {
    throw malformed('the arguments of a transaction have different lengths')
  }
  return read
}

function listOrNone(list: CborValue, length: number): readonly CborValue[] | undefined {
  if (list === null) return undefined
  const read = requireList(list, 'an argument of a transaction')
  if (read.length !== length) {
    throw malformed('the arguments of a transaction have different lengths')
  }
  return read
}

function bytesOrNone(value: CborValue, what: string): Buffer | undefined {
  return value === null || value === undefined ? undefined : requireBytes(value, what)
}

/** Writes of clients, by chance: few keys, so that regions write the same ones. */
import type { Json } from '../../support/client.js'
import { below, oneOf, someOf, type Chance } from '../../support/chance.js'

export interface RandomWrite {
  readonly operation: string
  readonly input: Json
  /** What a put leaves in an item, so that it is found in the history; undefined if it may leave nothing. */
  readonly mark: string | undefined
}

const names = Array.from({ length: 8 }, (_, n) => `k${n}`)
const keyOf = (name: string): Json => ({ pk: { S: name } })

export interface Place {
  readonly TableName: string
  readonly nowMs: number
  /** Different for every write. */
  readonly mark: string
  /** Items that expire do so within this time; none does if it is left out. */
  readonly expireWithinSeconds?: number
}

export function randomWrite(chance: Chance, place: Place): RandomWrite {
  const kinds = [put, put, put, remove, remove, update, conditionalPut, batch, transact, renew]
  return oneOf(chance, kinds)(chance, place)
}

/** Some items expire soon, some later, most never; some are in the index. */
function item(chance: Chance, name: string, place: Place): Json {
  const { nowMs, mark, expireWithinSeconds = 0 } = place
  const seconds = Math.floor(nowMs / 1000) + below(chance, expireWithinSeconds)
  return {
    ...keyOf(name),
    mark: { S: mark },
    ...(chance() < 0.3 && expireWithinSeconds > 0 && { ttl: { N: String(seconds) } }),
    ...(chance() < 0.6 && { grp: { S: oneOf(chance, ['a', 'b']) } }),
  }
}

function put(chance: Chance, place: Place): RandomWrite {
  const { TableName, mark } = place
  const input = { TableName, Item: item(chance, oneOf(chance, names), place) }
  return { operation: 'PutItem', input, mark }
}

function conditionalPut(chance: Chance, place: Place): RandomWrite {
  const { TableName, mark } = place
  const ConditionExpression = oneOf(chance, ['attribute_exists(pk)', 'attribute_not_exists(pk)'])
  const input = { TableName, Item: item(chance, oneOf(chance, names), place), ConditionExpression }
  return { operation: 'PutItem', input, mark }
}

function remove(chance: Chance, { TableName }: Place): RandomWrite {
  const input = { TableName, Key: keyOf(oneOf(chance, names)) }
  return { operation: 'DeleteItem', input, mark: undefined }
}

function update(chance: Chance, { TableName, mark }: Place): RandomWrite {
  const input = {
    TableName,
    Key: keyOf(oneOf(chance, names)),
    UpdateExpression: 'SET mark = :mark ADD n :one REMOVE #t',
    ExpressionAttributeNames: { '#t': 'ttl' },
    ExpressionAttributeValues: { ':mark': { S: mark }, ':one': { N: '1' } },
  }
  return { operation: 'UpdateItem', input, mark }
}

/** Leaves an item as it is, if it is there. */
function renew(chance: Chance, { TableName }: Place): RandomWrite {
  const input = {
    TableName,
    Key: keyOf(oneOf(chance, names)),
    UpdateExpression: 'REMOVE nothing',
    ConditionExpression: 'attribute_exists(pk)',
  }
  return { operation: 'UpdateItem', input, mark: undefined }
}

function batch(chance: Chance, place: Place): RandomWrite {
  const { TableName, mark } = place
  const requests = someOf(chance, names, 1 + below(chance, 4)).map((name) =>
    chance() < 0.7
      ? { PutRequest: { Item: item(chance, name, place) } }
      : { DeleteRequest: { Key: keyOf(name) } },
  )
  const puts = requests.some((each) => 'PutRequest' in each)
  return {
    operation: 'BatchWriteItem',
    input: { RequestItems: { [TableName]: requests } },
    mark: puts ? mark : undefined,
  }
}

function transact(chance: Chance, place: Place): RandomWrite {
  const { TableName, mark } = place
  const chosen = someOf(chance, names, 2 + below(chance, 3))
  const actions = chosen.map((name, at) =>
    at === 0 || chance() < 0.7
      ? { Put: { TableName, Item: item(chance, name, place) } }
      : { Delete: { TableName, Key: keyOf(name) } },
  )
  return { operation: 'TransactWriteItems', input: { TransactItems: actions }, mark }
}

/** Heavy requests about single large items, and about many at once. */
import type { HeavyRequest } from './heavy-request.js'
import { any } from './page-requests.js'
import { each, large, partsValue, storedParts, stringSet } from './tables.js'

const longPart = 'a'.repeat(2000)
const smallText = 'x'.repeat(1024)
const largestText = 'x'.repeat(399 * 1024)

export const itemRequests: readonly HeavyRequest[] = [
  {
    ...update('140 contains in 400 KB', 'text', {
      ConditionExpression: any(140, (n) => `contains(#a,:v${n})`),
      ExpressionAttributeNames: { '#a': 'text' },
      ExpressionAttributeValues: valuesOf(140, (n) => ({ S: `aaa${n}` })),
    }),
    status: 400,
  },
  {
    ...update('contains with a long part', 'text', {
      ConditionExpression: any(10, (n) => `contains(#a,:v${n})`),
      ExpressionAttributeNames: { '#a': 'text' },
      ExpressionAttributeValues: valuesOf(10, (n) => ({ S: `${longPart}${n}${longPart}` })),
    }),
    status: 400,
  },
  update('ADD to 100,000 numbers', 'numbers', {
    UpdateExpression: 'ADD numbers :one',
    ExpressionAttributeValues: { ':one': { NS: ['0.5'] } },
  }),
  {
    ...update('IN of 60 values of many parts', 'parts', {
      ConditionExpression: `parts IN (${each(60, (n) => `:v${n}`).join(',')})`,
      ExpressionAttributeValues: valuesOf(60, (n) => partsValue(storedParts / 2, n + 1)),
    }),
    status: 400,
  },
  update('equality of 60,000 strings', 'strings', {
    ConditionExpression: 'strings = :strings',
    ExpressionAttributeValues: { ':strings': { SS: stringSet } },
  }),
  {
    ...update('100,000 unused values', 'ping', {
      ConditionExpression: 'p = :v0',
      ExpressionAttributeValues: valuesOf(100_000, () => ({ S: 'x' })),
    }),
    status: 400,
  },
  {
    ...update('100,000 values, the last one empty', 'ping', {
      ConditionExpression: 'p = :v0',
      ExpressionAttributeValues: { ...valuesOf(100_000, () => ({ S: 'x' })), ':w': {} },
    }),
    status: 400,
  },
  {
    ...update('100,000 unused names', 'ping', {
      ConditionExpression: '#n0 = :v0',
      ExpressionAttributeNames: namesOf(100_000),
      ExpressionAttributeValues: valuesOf(1, () => ({ S: 'x' })),
    }),
    status: 400,
  },
  put('130,000 numbers', { a: { L: each(130_000, () => ({ N: '1' })) } }),
  put('60,000 attributes', Object.fromEntries(each(60_000, (n) => [`a${n}`, { NULL: true }]))),
  {
    name: 'DeleteItem, 140 contains in 400 KB',
    operation: 'DeleteItem',
    status: 400,
    body: () =>
      JSON.stringify({
        TableName: large.name,
        Key: { p: { S: 'text' } },
        ConditionExpression: any(140, (n) => `contains(#a,:v${n})`),
        ExpressionAttributeNames: { '#a': 'text' },
        ExpressionAttributeValues: valuesOf(140, (n) => ({ S: `aaa${n}` })),
      }),
  },
  { name: 'PutItem, 5 MB of [', operation: 'PutItem', status: 400, body: () => '['.repeat(5e6) },
  {
    name: 'PutItem, 300,000 levels',
    operation: 'PutItem',
    status: 400,
    body: () => `{"Item":${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}}`,
  },
  { ...batchWrite('1,000 clients, 25 x 1 KB', 25, () => ({ S: smallText })), clients: 1000 },
  { ...put('1,000 clients, 1 KB', { a: { S: smallText } }), clients: 1000 },
  batchWrite('25 x 400 KB of text', 25, () => ({ S: largestText })),
  batchWrite('10 x 130,000 numbers', 10, () => ({ L: each(130_000, () => ({ N: '1' })) })),
  {
    name: 'BatchGetItem, 16 MB',
    operation: 'BatchGetItem',
    body: () => JSON.stringify({ RequestItems: { [large.name]: { Keys: largeKeys } } }),
  },
  {
    name: 'BatchGetItem, 16 MB, projection',
    operation: 'BatchGetItem',
    body: () => {
      const names = { ProjectionExpression: '#a', ExpressionAttributeNames: { '#a': 'text' } }
      return JSON.stringify({ RequestItems: { [large.name]: { Keys: largeKeys, ...names } } })
    },
  },
  {
    name: 'TransactWriteItems, 100 x 40 KB',
    operation: 'TransactWriteItems',
    body: () => JSON.stringify({ TransactItems: each(100, transactedPut) }),
  },
  {
    name: 'TransactWriteItems, 100 x 5,000 numbers',
    operation: 'TransactWriteItems',
    body: () => JSON.stringify({ TransactItems: each(100, transactedNumbers) }),
  },
  {
    name: 'TransactWriteItems, 25 conditions on 160 KB',
    operation: 'TransactWriteItems',
    status: 400,
    body: () => JSON.stringify({ TransactItems: each(25, transactedCheck) }),
  },
  {
    name: 'TransactGetItems, 4 MB, projection',
    operation: 'TransactGetItems',
    body: () => JSON.stringify({ TransactItems: each(25, transactedGet) }),
  },
  {
    name: 'ExecuteTransaction, 25 x 140 contains',
    operation: 'ExecuteTransaction',
    status: 400,
    body: () => JSON.stringify({ TransactStatements: each(25, heavyUpdate) }),
  },
  {
    name: 'BatchExecuteStatement, 25 x 160 KB selected',
    operation: 'BatchExecuteStatement',
    body: () => {
      const text = (n: number) => `SELECT "text" FROM "large" WHERE p='item${n}'`
      return JSON.stringify({ Statements: each(25, (n) => ({ Statement: text(n) })) })
    },
  },
  {
    name: 'BatchExecuteStatement, 25 x 140 contains',
    operation: 'BatchExecuteStatement',
    body: () => JSON.stringify({ Statements: each(25, heavyUpdate) }),
  },
]

const largeKeys = each(large.itemCount, (n) => ({ p: { S: `item${n}` } }))

function update(name: string, key: string, input: object): HeavyRequest {
  const body = () => JSON.stringify({ TableName: large.name, Key: { p: { S: key } }, ...input })
  return { name: `UpdateItem, ${name}`, operation: 'UpdateItem', body }
}

function batchWrite(name: string, count: number, value: () => object): HeavyRequest {
  const body = () => {
    const a = value()
    const requests = each(count, (n) => ({ PutRequest: { Item: { p: { S: `put${n}` }, a } } }))
    return JSON.stringify({ RequestItems: { [large.name]: requests } })
  }
  return { name: `BatchWriteItem, ${name}`, operation: 'BatchWriteItem', body }
}

function put(name: string, attributes: object): HeavyRequest {
  const Item = { p: { S: 'put' }, ...attributes }
  const body = () => JSON.stringify({ TableName: large.name, Item })
  return { name: `PutItem, ${name}`, operation: 'PutItem', body }
}

/** Its condition does not hold, but in a batch that is no error of the request. */
function heavyUpdate(n: number): object {
  const condition = any(140, (m) => `contains("text",'xxx${m}')`)
  return { Statement: `UPDATE "large" SET a=1 WHERE p='item${n}' AND (${condition})` }
}

function transactedCheck(n: number): object {
  return {
    ConditionCheck: {
      TableName: large.name,
      Key: { p: { S: `item${n}` } },
      ConditionExpression: any(100, (m) => `contains(#a,:v${m})`),
      ExpressionAttributeNames: { '#a': 'text' },
      ExpressionAttributeValues: valuesOf(100, (m) => ({ S: `xxx${m}` })),
    },
  }
}

function transactedGet(n: number): object {
  const names = { ProjectionExpression: '#a', ExpressionAttributeNames: { '#a': 'text' } }
  return { Get: { TableName: large.name, Key: { p: { S: `item${n}` } }, ...names } }
}

function transactedPut(n: number): object {
  const Item = { p: { S: `transacted${n}` }, text: { S: largestText.slice(0, 40_000) } }
  return { Put: { TableName: large.name, Item } }
}

function transactedNumbers(n: number): object {
  const numbers = each(5000, (m) => ({ N: String(m % 100) }))
  return { Put: { TableName: large.name, Item: { p: { S: `transacted${n}` }, a: { L: numbers } } } }
}

function namesOf(count: number): object {
  return Object.fromEntries(each(count, (n) => [`#n${n}`, `name${n}`]))
}

function valuesOf(count: number, value: (n: number) => object): object {
  return Object.fromEntries(each(count, (n) => [`:v${n}`, value(n)]))
}

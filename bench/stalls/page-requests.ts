/** Heavy requests that read pages. */
import type { HeavyRequest } from './heavy-request.js'
import { each, indexed, paged, tiny } from './tables.js'

export const pageRequests: readonly HeavyRequest[] = [
  scan('COUNT', { Select: 'COUNT' }),
  scan('plain', {}),
  scan('projection', { ProjectionExpression: 'p' }),
  scan('filter attribute_exists', { FilterExpression: 'attribute_exists(p)' }),
  scan('filter of 150 contains', {
    FilterExpression: any(150, (n) => `contains(p,:v${n})`),
    ExpressionAttributeValues: texts(150),
  }),
  scan('filter of 90 size BETWEEN', {
    FilterExpression: any(90, () => 'size(p) BETWEEN :a AND :b'),
    ExpressionAttributeValues: { ':a': { N: '1000' }, ':b': { N: '2000' } },
  }),
  statement('filter of 250 ORs', `SELECT * FROM "tiny" WHERE ${any(250, (n) => `q='v${n}'`)}`),
  statement('projection', 'SELECT p FROM "tiny"'),
  query('index, plain', {}),
  query('index, filter', { FilterExpression: 'attribute_not_exists(z)' }),
  { ...page('100 clients, 1 MB pages', {}), clients: 100 },
  {
    ...page('100 clients, filtered 1 MB pages', { FilterExpression: 'attribute_exists(#text)' }),
    clients: 100,
  },
  { ...page('1,000 clients, pages of 20', { Limit: 20 }), clients: 1000 },
]

function scan(name: string, input: object): HeavyRequest {
  const body = () => JSON.stringify({ TableName: tiny.name, ...input })
  return { name: `Scan, ${name}`, operation: 'Scan', body }
}

function statement(name: string, text: string): HeavyRequest {
  const body = () => JSON.stringify({ Statement: text })
  return { name: `ExecuteStatement, ${name}`, operation: 'ExecuteStatement', body }
}

function query(name: string, input: object): HeavyRequest {
  const body = () =>
    JSON.stringify({
      TableName: indexed.name,
      IndexName: 'by-g',
      KeyConditionExpression: 'g = :g',
      ExpressionAttributeValues: { ':g': { S: 'x' } },
      ...input,
    })
  return { name: `Query, ${name}`, operation: 'Query', body }
}

interface PageInput {
  readonly FilterExpression?: string
  readonly Limit?: number
}

function page(name: string, input: PageInput): HeavyRequest {
  const names = input.FilterExpression && { ExpressionAttributeNames: { '#text': 'text' } }
  const body = () =>
    JSON.stringify({
      TableName: paged.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'one' } },
      ...names,
      ...input,
    })
  return { name: `Query, ${name}`, operation: 'Query', body }
}

/** Conditions of which none holds, so that all of them are tried. */
export function any(count: number, condition: (n: number) => string): string {
  return each(count, condition).join(' OR ')
}

function texts(count: number): object {
  return Object.fromEntries(each(count, (n) => [`:v${n}`, { S: `value ${n}` }]))
}

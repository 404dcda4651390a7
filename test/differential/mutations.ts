/** One fault in a request that was valid: what a client gets wrong in practice. */
import { below, oneOf, type Chance } from '../support/chance.js'
import type { Json } from '../support/client.js'
import type { Request } from './request.js'

type Mutation = (chance: Chance, input: Json) => Json | undefined

export function mutated(chance: Chance, request: Request): Request {
  for (let attempt = 0; attempt < 5; attempt++) {
    const input = oneOf(chance, mutations)(chance, request.input)
    if (input !== undefined) return { ...request, input }
  }
  return request
}

const has = (input: Json, name: string): boolean => input[name] !== undefined

const without = (input: Json, name: string): Json => {
  return Object.fromEntries(Object.entries(input).filter(([other]) => other !== name))
}

const expressionNames = /^(Condition|Update|Filter|Projection|KeyCondition)Expression$|^Statement$/

function expressionOf(chance: Chance, input: Json): string | undefined {
  const names = Object.keys(input).filter((name) => expressionNames.test(name))
  return names.length === 0 ? undefined : oneOf(chance, names)
}

const mutations: readonly Mutation[] = [
  (chance, input) => without(input, oneOf(chance, Object.keys(input))),
  (_, input) => (has(input, 'TableName') ? { ...input, TableName: 'Nothing' } : undefined),
  (_, input) => (has(input, 'Key') ? { ...input, Key: { pk: { BOOL: true } } } : undefined),
  (_, input) =>
    has(input, 'Key')
      ? { ...input, Key: { ...(input['Key'] as Json), more: { S: 'x' } } }
      : undefined,
  (_, input) =>
    has(input, 'Item') ? { ...input, Item: without(input['Item'] as Json, 'pk') } : undefined,
  (chance, input) => badValue(chance, input, 'Item'),
  (chance, input) => badValue(chance, input, 'Key'),
  (_, input) =>
    has(input, 'ConditionExpression') || has(input, 'FilterExpression') || has(input, 'Key')
      ? { ...input, ReturnValues: 'SOME' }
      : undefined,
  (_, input) => ({ ...input, ReturnConsumedCapacity: 'total' }),
  (_, input) =>
    has(input, 'KeyConditionExpression') ? { ...input, Select: 'EVERYTHING' } : undefined,
  (_, input) => (has(input, 'KeyConditionExpression') ? { ...input, Limit: 0 } : undefined),
  (_, input) => (has(input, 'IndexName') ? { ...input, IndexName: 'nothing' } : undefined),
  (chance, input) => {
    const name = expressionOf(chance, input)
    return name === undefined
      ? undefined
      : { ...input, [name]: damaged(chance, String(input[name])) }
  },
  (chance, input) => {
    const name = expressionOf(chance, input)
    return name === undefined ? undefined : { ...input, [name]: '' }
  },
  (_, input) => renamed(input, 'ExpressionAttributeValues'),
  (_, input) => renamed(input, 'ExpressionAttributeNames'),
  (_, input) => extended(input, 'ExpressionAttributeValues', [':unused', { S: 'x' }]),
  (_, input) => extended(input, 'ExpressionAttributeNames', ['#unused', 'x']),
]

/** One character less, or one token more. */
function damaged(chance: Chance, text: string): string {
  const at = below(chance, text.length)
  if (chance() < 0.5) return text.slice(0, at) + text.slice(at + 1)
  const token = oneOf(chance, [' AND ', ' ( ', ' ) ', ', ', ' = ', ' x ', ' :v0 ', ' NOT '])
  return text.slice(0, at) + token + text.slice(at)
}

function renamed(input: Json, name: string): Json | undefined {
  if (!has(input, name)) return undefined
  const [[first, value] = [], ...others] = Object.entries(input[name] as Json)
  const other = Object.fromEntries([...others, [`${first}x`, value]])
  return { ...input, [name]: other }
}

function extended(input: Json, name: string, entry: readonly [string, unknown]): Json | undefined {
  if (expressionOf(() => 0, input) === undefined) return undefined
  const more = Object.fromEntries([entry])
  return { ...input, [name]: { ...(input[name] as Json | undefined), ...more } }
}

const badValues: readonly Json[] = [
  { SS: [] },
  { SS: ['a', 'a'] },
  { NS: ['1', '1.0'] },
  { NULL: false },
  { N: '1e126' },
  { N: '1e-131' },
  { N: '123456789012345678901234567890123456789' },
  { N: 'one' },
  { N: '' },
  { S: 'a', N: '1' },
  {},
  { BS: ['AA==', 'AA=='] },
  { S: '' },
  { B: '' },
]

function badValue(chance: Chance, input: Json, name: string): Json | undefined {
  if (!has(input, name)) return undefined
  const document = input[name] as Json
  const member = oneOf(chance, Object.keys(document))
  return { ...input, [name]: { ...document, [member]: oneOf(chance, badValues) } }
}

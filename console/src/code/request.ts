/**
 * A request to DynamoDB as people see it: the operation and its input, as it goes over the wire.
 * Everything on screen that was read or will be written can be had as such a request, and from it as code.
 */
import type { AttributeValue, Item } from '../values/attribute-value.js'

export type RequestOperation =
  'Query' | 'Scan' | 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'SearchVectors'

export interface CodeRequest {
  readonly operation: RequestOperation
  readonly input: RequestInput
}

export interface RequestInput {
  readonly TableName: string
  readonly [member: string]: unknown
}

/** Where the code calls. Credentials are never part of it: the tools find them themselves. */
export interface CodePlace {
  readonly endpoint: string
  readonly region: string
}

const itemMembers = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']
const listMembers = ['SearchVector']

/** What a member holds, which decides how a language writes it. */
export type Member =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'choice'; readonly name: string; readonly text: string }
  | { readonly kind: 'count'; readonly name: string; readonly count: number }
  | { readonly kind: 'flag'; readonly name: string; readonly flag: boolean }
  | {
      readonly kind: 'names'
      readonly name: string
      readonly names: Readonly<Record<string, string>>
    }
  | { readonly kind: 'item'; readonly name: string; readonly item: Item }
  | { readonly kind: 'list'; readonly name: string; readonly values: readonly AttributeValue[] }

const choices = [
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
  'Select',
]

export function membersOfRequest({ input }: CodeRequest): readonly Member[] {
  return Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [memberOf(name, value)],
  )
}

function memberOf(name: string, value: unknown): Member {
  if (typeof value === 'number') return { kind: 'count', name, count: value }
  if (typeof value === 'boolean') return { kind: 'flag', name, flag: value }
  if (typeof value === 'string') {
    return { kind: choices.includes(name) ? 'choice' : 'text', name, text: value }
  }
  if (itemMembers.includes(name)) return { kind: 'item', name, item: value as Item }
  if (listMembers.includes(name)) {
    return { kind: 'list', name, values: value as readonly AttributeValue[] }
  }
  return { kind: 'names', name, names: value as Readonly<Record<string, string>> }
}

/** Whether any value of the request is binary, alone, in a set or deep inside. */
export function hasBinary(request: CodeRequest): boolean {
  return membersOfRequest(request).some(
    (member) => member.kind === 'item' && Object.values(member.item).some(isBinary),
  )
}

function isBinary(value: AttributeValue): boolean {
  if ('B' in value || 'BS' in value) return true
  if ('L' in value) return value.L.some(isBinary)
  if ('M' in value) return Object.values(value.M).some(isBinary)
  return false
}

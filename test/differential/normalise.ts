/**
 * One spelling for answers that mean the same: without what no two servers share (ids, times,
 * counts that AWS updates after hours), with sets and lists without an order sorted.
 */
import type { CallAnswer, Json } from '../support/client.js'
import type { Rewording } from './peers/peer.js'
import type { Request } from './request.js'

export type Normal =
  | { readonly kind: 'answer'; readonly body: Json }
  | { readonly kind: 'error'; readonly text: string; readonly body: Json }

/** Times, ids, states that end by themselves, and what carries an account or a time in its name. */
const dropped: ReadonlySet<string> = new Set([
  'CreationDateTime',
  'IndexArn',
  'IndexSizeBytes',
  'IndexStatus',
  'ItemCount',
  'LastDecreaseDateTime',
  'LastIncreaseDateTime',
  'LastUpdateToPayPerRequestDateTime',
  'LastUpdateDateTime',
  'LatestStreamArn',
  'LatestStreamLabel',
  'NumberOfDecreasesToday',
  'SizeEstimateRangeGB',
  'TableArn',
  'TableId',
  'TableSizeBytes',
  'TableStatus',
  'WarmThroughput',
])

/** Lists without an order, and by what they are sorted. */
const unordered: ReadonlySet<string> = new Set([
  'AttributeDefinitions',
  'BS',
  'ConsumedCapacity',
  'GlobalSecondaryIndexes',
  'LocalSecondaryIndexes',
  'NS',
  'NonKeyAttributes',
  'SS',
  'TableNames',
  'Tags',
])

export function normalise(
  request: Request,
  answer: CallAnswer,
  olderWords: readonly Rewording[],
): Normal {
  if (answer.status === 200) return { kind: 'answer', body: normalBody(request, answer.body) }
  const text = olderWords.reduce(
    (sentence, { from, to }) => sentence.replace(from, to),
    `${answer.type}: ${answer.message ?? ''}`.replaceAll(arnPattern, 'arn:'),
  )
  const rest = Object.entries(answer.body).filter(([name]) => !/^(__type|message)$/i.test(name))
  return { kind: 'error', text, body: normalMembers(Object.fromEntries(rest)) }
}

/** Servers differ in accounts and regions. */
const arnPattern = /arn:aws:dynamodb:[\w-]*:\d*:/g

function normalBody({ operation, input }: Request, body: Json): Json {
  const normal = normalMembers(body)
  const sorted: Record<string, unknown> = { ...normal }
  if (operation === 'Scan' || isIndexRead(input) || operation === 'ExecuteStatement') {
    if (Array.isArray(normal['Items'])) sorted['Items'] = sortedByText(normal['Items'])
  }
  if (operation === 'BatchGetItem') sorted['Responses'] = sortedTables(normal['Responses'])
  return sorted
}

/** AWS defines no order of items with equal index keys. */
const isIndexRead = (input: Json): boolean => input['IndexName'] !== undefined

function sortedTables(responses: unknown): Json {
  const tables = Object.entries((responses ?? {}) as Record<string, readonly unknown[]>)
  return Object.fromEntries(tables.map(([name, items]) => [name, sortedByText(items)]))
}

function normalMembers(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !dropped.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, normalMember(name, member)]),
  )
}

function normalMember(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    const members = value.map((each) => normalMember('', each))
    return unordered.has(name) ? sortedByText(members) : members
  }
  return typeof value === 'object' && value !== null ? normalMembers(value as Json) : value
}

/** Indexes by name, whatever else they show. */
function textOf(value: unknown): string {
  const name = (value as { readonly IndexName?: string } | null)?.IndexName
  return name ?? JSON.stringify(value)
}

function sortedByText(values: readonly unknown[]): readonly unknown[] {
  return values.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

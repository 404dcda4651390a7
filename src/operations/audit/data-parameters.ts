/**
 * What the audit keeps of a request for items: the tables, keys, names and expressions, never another
 * value. A key is shown only if its table is known, since otherwise nobody could say what is a key.
 */
import type { AttributeMap, AttributeValue } from '../../model/attribute-value.js'
import { payloadOf } from '../../model/attribute-value.js'
import { attributeOf } from '../../model/item.js'
import { redactStatement, type KeyNamesOf } from '../../partiql/redact-statement.js'
import { lowered } from './shown-shape.js'

export interface DataParameters {
  readonly parameters: unknown
  /** By name or ARN, each once. */
  readonly tables: readonly string[]
}

type Input = Readonly<Record<string, unknown>>

/** Members without values of items. */
const kept = [
  ...['TableName', 'IndexName', 'KeyConditionExpression', 'FilterExpression'],
  ...[
    'ProjectionExpression',
    'UpdateExpression',
    'ConditionExpression',
    'ExpressionAttributeNames',
  ],
  ...['AttributesToGet', 'Select', 'Limit', 'ConsistentRead', 'ScanIndexForward', 'Segment'],
  ...['TotalSegments', 'ReturnValues', 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics'],
  ...['ReturnValuesOnConditionCheckFailure', 'StreamArn', 'ShardId', 'ShardIteratorType'],
  ...['SequenceNumber', 'ShardIterator'],
]

export function dataParameters(name: string, input: Input, keyNamesOf: KeyNamesOf): DataParameters {
  const read = readers[name] ?? single
  return read(input, keyNamesOf)
}

type Reader = (input: Input, keyNamesOf: KeyNamesOf) => DataParameters

const readers: Readonly<Record<string, Reader>> = {
  BatchGetItem: (input, keyNamesOf) => batch(input, keyNamesOf, shownGets),
  BatchWriteItem: (input, keyNamesOf) => batch(input, keyNamesOf, shownWrites),
  TransactGetItems: transaction,
  TransactWriteItems: transaction,
  ExecuteStatement: statement,
  BatchExecuteStatement: (input, keyNamesOf) => statements(input, 'Statements', keyNamesOf),
  ExecuteTransaction: (input, keyNamesOf) => statements(input, 'TransactStatements', keyNamesOf),
}

function single(input: Input, keyNamesOf: KeyNamesOf): DataParameters {
  const table = input['TableName']
  const tables = typeof table === 'string' ? [table] : []
  return {
    parameters: { ...keptOf(input), ...itemOf(input, tables[0], keyNamesOf, 'item') },
    tables,
  }
}

function keptOf(input: Input): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of kept) if (input[name] !== undefined) shown[lowered(name)] = input[name]
  return shown
}

/** The key, and of a whole item the names of its attributes, as `namesMember`. */
function itemOf(
  input: Input,
  table: string | undefined,
  keyNamesOf: KeyNamesOf,
  namesMember: string,
): Record<string, unknown> {
  const item = (input['Item'] ?? input['Key']) as AttributeMap | undefined
  if (item === undefined || table === undefined) return {}
  const key = keyOf(item, keyNamesOf(table))
  return {
    ...(key === undefined ? {} : { key }),
    ...(input['Item'] === undefined ? {} : { [namesMember]: Object.keys(item) }),
  }
}

function keyOf(item: AttributeMap, names: readonly string[] | undefined): unknown {
  const shown: [string, unknown][] = []
  for (const name of names ?? []) {
    const value: AttributeValue | undefined = attributeOf(item, name)
    const payload = value === undefined ? undefined : payloadOf(value)
    // A key has no other type, so that it is refused, and what it contains is no key.
    if (typeof payload === 'string') shown.push([name, payload])
  }
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}

type ShownRequests = (requests: unknown, table: string, keyNamesOf: KeyNamesOf) => unknown

function batch(input: Input, keyNamesOf: KeyNamesOf, shown: ShownRequests): DataParameters {
  const requests = Object.entries((input['RequestItems'] ?? {}) as Input)
  const requestItems = requests.map(([table, each]) => [table, shown(each, table, keyNamesOf)])
  const tables = requests.map(([table]) => table)
  return {
    parameters: { ...keptOf(input), requestItems: Object.fromEntries(requestItems) as unknown },
    tables,
  }
}

function shownGets(requests: unknown, table: string, keyNamesOf: KeyNamesOf): unknown {
  const { Keys = [], ...rest } = requests as { readonly Keys?: readonly AttributeMap[] } & Input
  const keys = Keys.map((key) => keyOf(key, keyNamesOf(table))).filter((key) => key !== undefined)
  return { ...keptOf(rest), keys }
}

function shownWrites(requests: unknown, table: string, keyNamesOf: KeyNamesOf): unknown {
  return (requests as readonly Readonly<Record<string, Input | undefined>>[]).map((request) => {
    const { PutRequest: put, DeleteRequest: deletion } = request
    if (put !== undefined) return { putRequest: itemOf(put, table, keyNamesOf, 'items') }
    return { deleteRequest: itemOf(deletion ?? {}, table, keyNamesOf, 'items') }
  })
}

function transaction(input: Input, keyNamesOf: KeyNamesOf): DataParameters {
  const actions = (input['TransactItems'] ?? []) as readonly Readonly<Record<string, Input>>[]
  const requests = actions.flatMap((action) => Object.entries(action))
  const tables = requests.map(([, { TableName }]) => TableName as string)
  const requestItems = requests.map(([operation, request]) => ({
    operation,
    ...keptOf(request),
    ...itemOf(request, request['TableName'] as string, keyNamesOf, 'items'),
  }))
  return { parameters: { ...keptOf(input), requestItems }, tables: once(tables) }
}

function statement(input: Input, keyNamesOf: KeyNamesOf): DataParameters {
  const { text, table } = redactStatement(String(input['Statement']), keyNamesOf)
  const parameters = { ...keptOf(input), statement: text }
  return { parameters, tables: table === undefined ? [] : [table] }
}

function statements(input: Input, member: string, keyNamesOf: KeyNamesOf): DataParameters {
  const all = (input[member] ?? []) as readonly Input[]
  const shown = all.map(({ Statement }) => redactStatement(String(Statement), keyNamesOf))
  const tables = shown.flatMap(({ table }) => (table === undefined ? [] : [table]))
  const requestItems = shown.map(({ text }) => ({ statement: text }))
  return { parameters: { ...keptOf(input), requestItems }, tables: once(tables) }
}

function once(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}

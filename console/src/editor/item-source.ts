/** Whole items of a selection or of a query, page by page. */
import type { Client } from '../api/client.js'
import type { QueryInput, ScanInput } from '../api/generated/dynamodb-types.js'
import type { Item } from '../values/attribute-value.js'
import { batchAttemptsMax, batchKeysMax } from './limits.js'
import { pauseOf } from './run-control.js'
import { keyOfItem, type TableKeys } from './table-keys.js'

export type ItemSource =
  | { readonly kind: 'selection'; readonly itemKeys: readonly Item[] }
  | { readonly kind: 'query'; readonly input: QueryInput }
  | { readonly kind: 'scan'; readonly input: ScanInput }

export interface SourceOptions {
  readonly client: Client
  readonly keys: TableKeys
  readonly signal?: AbortSignal
}

/** An index may hold only a part of an item, so what it finds is read again by key. */
export async function* readSource(
  source: ItemSource,
  options: SourceOptions,
): AsyncGenerator<readonly Item[]> {
  if (source.kind === 'selection') {
    yield* itemsByKey(source.itemKeys, options)
    return
  }
  for await (const page of pagesOf(source, options)) {
    if (source.input.IndexName === undefined) yield page
    else
      yield* itemsByKey(
        page.map((item) => keyOfItem(options.keys, item)),
        options,
      )
  }
}

async function* pagesOf(
  source: Exclude<ItemSource, { kind: 'selection' }>,
  { client, signal }: SourceOptions,
): AsyncGenerator<readonly Item[]> {
  const whole = withoutProjection(source.input)
  let start: Item | undefined
  do {
    const input = { ...whole, ...(start !== undefined && { ExclusiveStartKey: start }) }
    const options = signal === undefined ? {} : { signal }
    const page =
      source.kind === 'query'
        ? await client.call('dynamodb', 'Query', input, options)
        : await client.call('dynamodb', 'Scan', input, options)
    yield page.Items ?? []
    start = page.LastEvaluatedKey
  } while (start !== undefined)
}

/** The same question for whole items, from its beginning, in pages as large as they come. */
export function withoutProjection<Input extends QueryInput | ScanInput>(input: Input): Input {
  const {
    ProjectionExpression,
    Select,
    Limit,
    ExclusiveStartKey,
    AttributesToGet,
    ExpressionAttributeNames,
    ...rest
  } = input
  const used = [
    'KeyConditionExpression' in rest ? rest.KeyConditionExpression : '',
    rest.FilterExpression,
  ].join(' ')
  const names = Object.entries(ExpressionAttributeNames ?? {}).filter(([placeholder]) =>
    new RegExp(`${placeholder}(?![A-Za-z0-9_])`).test(used),
  )
  return {
    ...rest,
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
  } as unknown as Input
}

async function* itemsByKey(
  itemKeys: readonly Item[],
  options: SourceOptions,
): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < itemKeys.length; at += batchKeysMax) {
    const part = itemKeys.slice(at, at + batchKeysMax)
    yield await batchGet(
      part.map((item) => keyOfItem(options.keys, item)),
      options,
    )
  }
}

async function batchGet(
  itemKeys: readonly Item[],
  { client, keys, signal }: SourceOptions,
): Promise<readonly Item[]> {
  const found: Item[] = []
  let wanted = itemKeys
  for (let attempt = 0; wanted.length > 0; attempt++) {
    if (attempt > batchAttemptsMax) throw new Error('The table is too busy to read these items.')
    if (attempt > 0) await pauseOf(attempt)
    const { Responses, UnprocessedKeys } = await client.call(
      'dynamodb',
      'BatchGetItem',
      { RequestItems: { [keys.table]: { Keys: wanted, ConsistentRead: true } } },
      signal === undefined ? {} : { signal },
    )
    found.push(...(Responses?.[keys.table] ?? []))
    wanted = UnprocessedKeys?.[keys.table]?.Keys ?? []
  }
  return found
}

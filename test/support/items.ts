/** Items for tests: padded to a size, stored one by one, and read page by page. */
import assert from 'node:assert/strict'
import type { Client, Json } from './client.js'

export type Value = Readonly<Record<string, unknown>>
export type Item = Readonly<Record<string, Value>>

export const S = (text: string): Value => ({ S: text })
export const N = (number: number | string): Value => ({ N: String(number) })
export const B = (base64: string): Value => ({ B: base64 })

/** Stores items by PutItem, so that tests of other operations do not depend on batches. */
export async function putAll(
  client: Client,
  TableName: string,
  items: readonly Item[],
): Promise<void> {
  await Promise.all(items.map((Item) => client.ask('PutItem', { TableName, Item })))
}

/** Pads the item with `filler` until its size is exactly `bytes`; its values must be strings. */
export function padded(item: Item, bytes: number): Item {
  const room = bytes - sizeOf(item) - 'filler'.length
  assert.ok(room >= 0, `an item of ${bytes} bytes`)
  return { ...item, filler: S('f'.repeat(room)) }
}

function sizeOf(item: Item): number {
  return Object.entries(item).reduce(
    (size, [name, { S: text }]) =>
      size + Buffer.byteLength(name) + Buffer.byteLength(text as string),
    0,
  )
}

/** A typed page of a Query or Scan. */
export interface Page {
  readonly Items: readonly Item[]
  readonly Count: number
  readonly ScannedCount: number
  readonly LastEvaluatedKey?: Item
  readonly ConsumedCapacity?: Json
}

export async function pageOf(client: Client, operation: string, input: Json): Promise<Page> {
  return (await client.ask(operation, input)) as unknown as Page
}

/** Reads all pages, one after another; fails if it makes no progress. */
export async function allPages(
  client: Client,
  operation: string,
  input: Json,
): Promise<readonly Page[]> {
  const pages: Page[] = []
  let start: Item | undefined
  do {
    const from = start === undefined ? {} : { ExclusiveStartKey: start }
    const page = await pageOf(client, operation, { ...input, ...from })
    pages.push(page)
    start = page.LastEvaluatedKey
    assert.ok(pages.length < 1000, 'pages without end')
  } while (start !== undefined)
  return pages
}

/** One attribute of every item, as text. */
export function textsOf(items: readonly Item[], name: string): readonly unknown[] {
  return items.map((item) => Object.values(item[name] ?? {})[0])
}

/** A map inside a map, this many levels deep. */
export function nested(levels: number): Value {
  let value: Value = S('leaf')
  for (let level = 0; level < levels; level++) value = { M: { n: value } }
  return value
}

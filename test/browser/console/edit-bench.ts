/** Tables and items for the checks of editing, and what is really stored. */
import {
  CreateTableCommand,
  GetItemCommand,
  PutItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'

export type SdkItem = Record<string, AttributeValue>

export const longNumber = '12345678901234567890123456789012345678'

/** Every type, with what is easily lost: long numbers, empty texts, sets, bytes, nesting. */
export const everyType: SdkItem = {
  text: { S: 'two\nlines "quoted" 漢字 😀' },
  empty: { S: '' },
  number: { N: longNumber },
  small: { N: '-0.00000000000000000000000000000000000000000000000001' },
  bytes: { B: Uint8Array.of(0, 1, 2, 253, 254, 255) },
  texts: { SS: ['b', 'a', '12'] },
  numbers: { NS: [longNumber, '1', '-2.5'] },
  blobs: { BS: [Uint8Array.of(1), Uint8Array.of(255, 0)] },
  truth: { BOOL: false },
  nothing: { NULL: true },
  map: { M: { inner: { M: { set: { SS: ['x'] }, n: { N: longNumber } } }, 'a.b': { S: 'dot' } } },
  list: { L: [{ N: '1' }, { S: '1' }, { B: Uint8Array.of(7) }, { L: [] }, { M: {} }] },
}

/** A table with a partition key `pk` and a sort key `sk`, and an index of keys alone. */
export async function createTable(
  client: DynamoDBClient,
  table: string,
  index = { name: 'ByKind', attribute: 'kind' },
): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
        { AttributeName: index.attribute, AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: index.name,
          KeySchema: [{ AttributeName: index.attribute, KeyType: 'HASH' }],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
}

export function keyOf(pk: string, sk = 1): SdkItem {
  return { pk: { S: pk }, sk: { N: String(sk) } }
}

export async function put(client: DynamoDBClient, table: string, item: SdkItem): Promise<void> {
  await client.send(new PutItemCommand({ TableName: table, Item: item }))
}

export async function stored(
  client: DynamoDBClient,
  table: string,
  key: SdkItem,
): Promise<SdkItem | undefined> {
  const input = { TableName: table, Key: key, ConsistentRead: true }
  const { Item } = await client.send(new GetItemCommand(input))
  return Item
}

/** The address of an open item, below `/console`. */
export function itemPath(table: string, key: SdkItem): string {
  return `/us-east-1/tables/${table}/items#item=${encodeURIComponent(JSON.stringify(key))}`
}

export function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

/** Reviews what was edited and saves it. */
export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review / }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('status')
    .getByText(/^Saved /)
    .waitFor()
}

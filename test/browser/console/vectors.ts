/** Vector indexes in the console: made with a table and on one that is there, searched, deleted. */
import assert from 'node:assert/strict'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  type VectorIndexDescription,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Articles'
const path = `/us-east-1/tables/${table}`

export async function testVectors(bench: ConsoleBench): Promise<void> {
  await fillArticles(bench)
  await checkPage(
    bench,
    { name: 'adds a vector index to a table', path: `${path}#tab=indexes` },
    (page) => addsIndex(page, bench),
  )
  await checkPage(
    bench,
    { name: 'searches by a pasted vector, and for more like a row', path: `${path}/search` },
    searches,
  )
  await checkPage(
    bench,
    { name: 'searches by the vector of an item', path: `${path}/search`, theme: 'dark' },
    searchesLikeItem,
  )
  await checkPage(
    bench,
    { name: 'searches on a phone', path: `${path}/search`, width: 390, height: 844 },
    async (page) => {
      await page.getByLabel('tenant (S)', { exact: true }).fill('acme')
      await page.getByLabel('Vector', { exact: true }).fill('[1, 0, 0]')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('grid').waitFor()
      await expectAccessible(page)
    },
  )
  await checkPage(
    bench,
    { name: 'deletes a vector index', path: `${path}#tab=indexes` },
    async (page) => {
      const row = page.getByRole('row', { name: /by-meaning/ })
      await row.getByRole('button', { name: 'Delete index by-meaning' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete index' }).click()
      await page.getByText('The table has no indexes.').waitFor()
      assert.deepEqual(await vectorIndexes(bench, table), [])
    },
  )
  await checkPage(
    bench,
    { name: 'creates a table with a vector index', path: '/us-east-1/create-table' },
    (page) => createsTable(page, bench),
  )
}

async function addsIndex(page: Page, bench: ConsoleBench): Promise<void> {
  await page.getByText('The table has no indexes.').waitFor()
  await page.getByRole('button', { name: 'Add vector index' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Index name').fill('by-meaning')
  await dialog.getByLabel('Vector attribute').fill('embedding')
  await dialog.getByLabel('Dimensions').fill('5000')
  await dialog.getByRole('button', { name: 'Add hash attribute' }).click()
  await dialog.getByLabel('Hash attribute', { exact: true }).fill('tenant')
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  await dialog.getByLabel('Filter', { exact: true }).fill('language')
  await dialog.getByRole('button', { name: 'Add vector index' }).click()
  await dialog.getByText('A whole number from 1 to 4096.').waitFor()
  await dialog.getByLabel('Dimensions').fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add vector index' }).click()
  const row = page.getByRole('row', { name: /by-meaning/ })
  await row.getByText('ACTIVE').waitFor()
  await row.getByText('embedding (3, COSINE), tenant (scope), language (filter)').waitFor()
  await expectAccessible(page)
  const [index] = await vectorIndexes(bench, table)
  assert.equal(index?.Dimensions, 3)
  assert.deepEqual(index.SearchSchema, [
    { AttributeName: 'tenant', SearchSchemaElementType: 'HASH' },
    { AttributeName: 'language', SearchSchemaElementType: 'INLINE_FILTER' },
  ])
  await row.getByRole('link', { name: 'Search by-meaning' }).click()
  await page.waitForURL('**/Articles/search#index=by-meaning')
}

async function searches(page: Page): Promise<void> {
  const vector = page.getByLabel('Vector', { exact: true })
  await vector.fill('[1, 0')
  await page.getByText('Expected a comma or ] (line 1, column 6).').waitFor()
  const search = page.getByRole('button', { name: 'Search', exact: true })
  assert.ok(await search.isDisabled())
  await vector.fill('[1, 0, 0]')
  await page.getByText('3 of 3 numbers').waitFor()
  await search.click()
  await page.getByRole('alert').getByText('ValidationException').waitFor()
  await page.getByLabel('tenant (S)', { exact: true }).fill('acme')
  await search.click()
  await expectRows(page, ['a1', 'a2', 'a3'])
  await page.getByText('3 items · the least score is the nearest').waitFor()
  await expectAccessible(page)
  await page.getByLabel('language (S)').fill('de')
  await search.click()
  await expectRows(page, ['a3'])
  await page.getByLabel('language (S)').fill('')
  await page.getByRole('button', { name: 'More like this row' }).click()
  await expectRows(page, ['a3', 'a2', 'a1'])
  assert.equal(await vector.inputValue(), '[0, 1, 0]')
  await page.getByRole('button', { name: 'Show as code' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'AWS CLI' }).click()
  await page.getByText('aws dynamodb search-vectors').waitFor()
}

async function searchesLikeItem(page: Page): Promise<void> {
  const take = page.getByRole('button', { name: 'Take its vector' })
  await page.getByLabel('id (S) of an item').fill('none')
  await take.click()
  await page.getByText('There is no such item.').waitFor()
  await page.getByLabel('id (S) of an item').fill('b1')
  await take.click()
  await page.getByText('3 of 3 numbers').waitFor()
  assert.equal(await page.getByLabel('tenant (S)', { exact: true }).inputValue(), 'other')
  await page.getByLabel('TopK').fill('1')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectRows(page, ['b1'])
  await page.getByRole('gridcell', { name: 'b1', exact: true }).dblclick()
  await page.getByRole('heading', { name: /b1/ }).waitFor()
  await expectAccessible(page)
}

/** The nearest first. */
async function expectRows(page: Page, ids: readonly string[]): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Nearest items of by-meaning' })
  for (const [at, id] of ids.entries()) {
    const row = grid.getByRole('row').nth(at + 1)
    await row.getByRole('gridcell', { name: id, exact: true }).waitFor()
  }
  await grid
    .getByRole('row')
    .nth(ids.length + 1)
    .waitFor({ state: 'detached' })
}

async function createsTable(page: Page, bench: ConsoleBench): Promise<void> {
  await page.getByLabel('Table name').fill('Pictures')
  await page.getByLabel('Partition key', { exact: true }).fill('id')
  await page.getByRole('button', { name: 'Vector index', exact: true }).click()
  await page.getByLabel('Index name').fill('similar')
  await page.getByLabel('Vector attribute').fill('features')
  await page.getByLabel('Dimensions').fill('8')
  await page.getByLabel('Distance').selectOption('EUCLIDEAN')
  await page.getByRole('radio', { name: 'Terraform' }).click()
  await page.getByText('# Not in this configuration: the vector index similar.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Pictures' }).click()
  await page.waitForURL('**/tables/Pictures')
  const [index] = await vectorIndexes(bench, 'Pictures')
  assert.equal(index?.DistanceFunction, 'EUCLIDEAN')
  assert.equal(index.Dimensions, 8)
}

async function vectorIndexes(
  { client }: ConsoleBench,
  TableName: string,
): Promise<readonly VectorIndexDescription[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  return Table?.VectorIndexes ?? []
}

async function fillArticles({ client }: ConsoleBench): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const articles = [
    { id: 'a1', tenant: 'acme', language: 'en', vector: ['1', '0', '0'] },
    { id: 'a2', tenant: 'acme', language: 'en', vector: ['1', '1', '0'] },
    { id: 'a3', tenant: 'acme', language: 'de', vector: ['0', '1', '0'] },
    { id: 'b1', tenant: 'other', language: 'en', vector: ['1', '0', '0'] },
  ]
  const requests = articles.map(({ id, tenant, language, vector }) => ({
    PutRequest: {
      Item: {
        id: { S: id },
        tenant: { S: tenant },
        language: { S: language },
        title: { S: `Article ${id}` },
        embedding: { L: vector.map((N) => ({ N })) },
      },
    },
  }))
  await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }))
}

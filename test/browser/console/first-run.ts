/** A server without tables: sample data, snippets, and the way out of it again. */
import assert from 'node:assert/strict'
import { CreateTableCommand, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { until } from '../../support/until.js'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

export async function testFirstRun(bench: ConsoleBench): Promise<void> {
  await checkPage(
    bench,
    { name: 'without tables, says how to connect', path: '', theme: 'dark' },
    async (page) => {
      await page.getByRole('heading', { name: 'No tables here yet' }).waitFor()
      await page.getByText(`export AWS_ENDPOINT_URL_DYNAMODB='${bench.url}'`).waitFor()
      for (const language of ['JavaScript', 'Python', 'Go', 'Java', 'Rust', '.NET', 'CLI']) {
        await page.getByRole('radio', { name: language, exact: true }).click()
        await page.locator('pre').getByText(bench.url).waitFor()
      }
      await expectAccessible(page)
    },
  )

  await checkPage(bench, { name: 'loads sample data and removes it', path: '' }, async (page) => {
    await page.getByRole('button', { name: 'Load sample data' }).click()
    await page.getByRole('row', { name: /Music/ }).waitFor()
    const { Count } = await bench.client.send(new ScanCommand({ TableName: 'Shop' }))
    assert.equal(Count, 150)
    await page.getByRole('button', { name: 'Sample data' }).click()
    await page.getByRole('button', { name: 'Remove sample' }).click()
    await until(
      async () => (await tableNames(bench)).length === 0,
      () => 'the samples are still there',
    )
    await page.getByRole('heading', { name: 'No tables here yet' }).waitFor()
  })

  await checkPage(
    bench,
    { name: 'finds tables that programs make, and leaves them alone', path: '' },
    async (page) => {
      await bench.client.send(
        new CreateTableCommand({
          TableName: 'Music',
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
        }),
      )
      // A program made it; the page finds it by itself.
      await page.getByRole('row', { name: /Music/ }).waitFor()
      await page.getByRole('button', { name: 'Sample data' }).click()
      await page.getByText('a table of yours has this name').waitFor()
      await page.getByRole('button', { name: 'Load sample data' }).click()
      await page.getByRole('row', { name: /Shop/ }).waitFor()
      await page.getByRole('button', { name: 'Sample data' }).click()
      await page.getByRole('button', { name: 'Remove sample' }).click()
      await until(
        async () => (await tableNames(bench)).join() === 'Music',
        () => 'Shop is still there',
      )
    },
  )
}

async function tableNames({ client }: ConsoleBench): Promise<readonly string[]> {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}))
  return TableNames
}

/** Charts of a table, as CloudWatch has them, and its hot keys. */
import assert from 'node:assert/strict'
import {
  CreateTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const TableName = 'Measured-Music'
const path = `/us-east-1/tables/${TableName}/metrics#last=15m`

export async function testMetrics(bench: ConsoleBench): Promise<void> {
  await bench.client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: ['Artist', 'Song'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'BySong',
          KeySchema: [{ AttributeName: 'Song', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await use(bench.client)

  await checkPage(bench, { name: 'charts say what a table did', path }, async (page) => {
    const chart = page.getByRole('img', { name: /^Write capacity in units per second/ })
    await chart.waitFor()
    assert.match((await chart.getAttribute('aria-label'))!, /Consumed: highest 0\.\d+/)
    await page.getByRole('img', { name: /^Latency by operation, p99.*PutItem.*/ }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show Latency by operation, p99 as a table' }).click()
    const table = page.getByRole('region', { name: 'Latency by operation, p99' }).getByRole('table')
    await table.getByRole('columnheader', { name: 'PutItem' }).waitFor()
    await page.getByRole('radio', { name: 'p50' }).click()
    await page.getByRole('heading', { name: 'Latency by operation, p50' }).waitFor()
    assert.match(page.url(), /stat=p50/)
  })

  await checkPage(bench, { name: 'an index has charts of its own', path }, async (page) => {
    await page.getByRole('combobox', { name: 'Table or index' }).selectOption('BySong')
    await page.getByRole('img', { name: /^Write capacity/ }).waitFor()
    await page
      .getByRole('heading', { name: 'Latency by operation, p99' })
      .waitFor({ state: 'detached' })
  })

  await checkPage(
    bench,
    { name: 'keys are counted once somebody asks', path, theme: 'dark' },
    async (page) => {
      await page.getByRole('button', { name: 'Count keys' }).click()
      await page.getByRole('button', { name: 'Stop counting' }).waitFor()
      await use(bench.client)
      await page.reload()
      const hot = page.getByRole('region', { name: 'Hot keys' })
      await hot.getByRole('cell', { name: 'Zenobe' }).waitFor()
      await expectAccessible(page)
    },
  )

  await checkPage(
    bench,
    { name: 'charts fit a phone', path, width: 390, height: 844 },
    async (page) => {
      await page.getByRole('img', { name: /^Write capacity/ }).waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await expectAccessible(page)
    },
  )
}

async function use(client: DynamoDBClient): Promise<void> {
  for (const Artist of ['Zenobe', 'Zenobe', 'Zenobe', 'Volta']) {
    const Item = { Artist: { S: Artist }, Song: { S: 'Dynamo' } }
    await client.send(new PutItemCommand({ TableName, Item }))
    await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'Artist = :a',
        ExpressionAttributeValues: { ':a': { S: Artist } },
      }),
    )
  }
}

/** The items of a table as collections, by what they seem to be. */
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Shop'

export async function testCollections(bench: ConsoleBench): Promise<void> {
  await fillShop(bench)
  const path = `/us-east-1/tables/${table}/collections`
  await checkPage(bench, { name: 'shows collections by entity', path }, async (page) => {
    await page
      .getByRole('list', { name: 'Entities' })
      .getByText('ORDER', { exact: false })
      .first()
      .waitFor()
    await page
      .getByRole('rowheader', { name: /CUSTOMER#1/ })
      .getByText('3 items')
      .waitFor()
    await expectAccessible(page)
  })

  await checkPage(bench, { name: 'opens an item of a collection', path }, async (page) => {
    await page.getByRole('button', { name: 'Open ORDER#2' }).first().click()
    await page.getByRole('heading', { name: /ORDER#2/ }).waitFor()
  })

  await checkPage(bench, { name: 'shows the items of an index', path }, async (page) => {
    await page.getByRole('radio', { name: 'ByState' }).click()
    await page.getByRole('rowheader', { name: /open/ }).getByText('2 items').waitFor()
  })
}

async function fillShop({ client }: ConsoleBench): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: ['PK', 'SK', 'state'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'ByState',
          KeySchema: [{ AttributeName: 'state', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const items = ['1', '2'].flatMap((customer): Record<string, AttributeValue>[] => [
    { PK: { S: `CUSTOMER#${customer}` }, SK: { S: 'PROFILE' }, name: { S: `Li ${customer}` } },
    { PK: { S: `CUSTOMER#${customer}` }, SK: { S: 'ORDER#1' }, state: { S: 'open' } },
    { PK: { S: `CUSTOMER#${customer}` }, SK: { S: 'ORDER#2' }, state: { S: 'sent' } },
  ])
  const requests = items.map((Item) => ({ PutRequest: { Item } }))
  await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }))
}

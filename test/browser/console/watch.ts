/** The changes of a table as the console shows them. */
import assert from 'node:assert/strict'
import {
  CreateTableCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const TableName = 'Watched'
const Key = { pk: { S: 'a' } }
const path = `/us-east-1/tables/${TableName}/watch`

export async function testWatch(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )

  await checkPage(bench, { name: 'watch enables the stream', path }, async (page) => {
    await page.getByText('Watched has no stream.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enable the stream' }).click()
    await page.getByText('Waiting for changes from now on.').waitFor()
  })

  await checkPage(
    bench,
    { name: 'watch shows changes and takes them back', path },
    async (page) => {
      await page.getByText('Waiting for changes from now on.').waitFor()
      await put(client, '41')
      await page.getByRole('button', { name: /INSERT a \+ plays 41/ }).waitFor()
      await setPlays(client, '42')
      await page.getByRole('button', { name: /MODIFY a plays 41 becomes 42/ }).click()
      const detail = page.getByRole('region', { name: 'MODIFY a' })
      await detail.getByRole('textbox', { name: /Images of a/ }).waitFor()
      await expectAccessible(page)
      await detail.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByText('The change is taken back.').waitFor()
      assert.equal(await playsOf(client), '41')
      await page.getByRole('button', { name: /MODIFY a plays 42 becomes 41/ }).waitFor()
      await client.send(new DeleteItemCommand({ TableName, Key }))
      await page.getByRole('button', { name: /REMOVE a/ }).click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      assert.equal(await playsOf(client), '41')
    },
  )

  await checkPage(bench, { name: 'watch filters and holds back', path }, async (page) => {
    await page.getByText('Waiting for changes from now on.').waitFor()
    await setPlays(client, '1')
    await page.getByRole('button', { name: /becomes 1$/ }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await setPlays(client, '2')
    await page.getByText(/1 change waiting/).waitFor()
    assert.equal(await page.getByRole('button', { name: /becomes 2$/ }).count(), 0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /becomes 2$/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Modify' }).setChecked(false)
    await page.getByText('No change passes the filters.').waitFor()
  })
}

async function put(client: DynamoDBClient, plays: string): Promise<void> {
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, plays: { N: plays } } }))
}

async function setPlays(client: DynamoDBClient, plays: string): Promise<void> {
  const values = { ':n': { N: plays } }
  const update = { UpdateExpression: 'SET plays = :n', ExpressionAttributeValues: values }
  await client.send(new UpdateItemCommand({ TableName, Key, ...update }))
}

async function playsOf(client: DynamoDBClient): Promise<string | undefined> {
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))
  return Item?.['plays']?.N
}

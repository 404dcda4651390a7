/** The regions of a global table: made, seen, followed, visited and removed from its page. */
import assert from 'node:assert/strict'
import {
  CreateTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { until } from '../../support/until.js'
import { checkPage, connect, expectAccessible, type ConsoleBench } from './console-bench.js'
import { testReplicaLinks } from './replica-links.js'

const table = 'Global-Music'

export async function testReplicas(bench: ConsoleBench): Promise<void> {
  const Item = { pk: { S: 'a' }, title: { S: 'Dynamo' } }
  await bench.client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  )
  await bench.client.send(new PutItemCommand({ TableName: table, Item }))
  const path = `/us-east-1/tables/${table}#tab=replicas`
  const there = connect(bench.url, 'eu-west-1')
  await checkPage(bench, { name: 'adds a replica, and shows its region', path }, async (page) => {
    await page.getByText('The table is in us-east-1 alone.').waitFor()
    await page.getByLabel('Region', { exact: true }).fill('eu-west-1')
    await page.getByRole('button', { name: 'Add replica' }).click()
    const replicas = page.getByRole('table', { name: 'Replicas' })
    const row = replicas.getByRole('row', { name: /eu-west-1/ })
    await row.getByText('ACTIVE').waitFor()
    await expectAccessible(page)
    await until(
      async () => {
        const command = new GetItemCommand({ TableName: table, Key: { pk: Item.pk } })
        const found = await there.send(command)
        return found.Item?.['title']?.S === 'Dynamo'
      },
      () => 'the item is not there',
    )
    await row.getByRole('link', { name: 'eu-west-1' }).click()
    await page.getByRole('button', { name: 'Region eu-west-1' }).waitFor()
    await page.getByRole('tab', { name: 'Replicas' }).click()
    await replicas.getByRole('row', { name: /us-east-1/ }).waitFor()
  })

  await testReplicaLinks(bench, { table, there })

  await checkPage(bench, { name: 'shows a refusal in its words', path }, async (page) => {
    await page.getByLabel('Region', { exact: true }).fill('nowhere-1')
    await page.getByRole('button', { name: 'Add replica' }).click()
    await page.getByRole('alert').getByText('ValidationException').waitFor()
  })

  await checkPage(bench, { name: 'removes a replica by its name', path }, async (page) => {
    await page.getByRole('button', { name: 'Remove the replica in eu-west-1' }).click()
    const dialog = page.getByRole('dialog')
    const remove = dialog.getByRole('button', { name: 'Remove replica' })
    assert.equal(await remove.isDisabled(), true)
    await dialog.getByLabel('Type eu-west-1 to confirm').fill('eu-west-1')
    await remove.click()
    await page.getByText('The table is in us-east-1 alone.').waitFor()
    await until(
      async () => {
        const { Table } = await bench.client.send(new DescribeTableCommand({ TableName: table }))
        return (Table?.Replicas ?? []).length === 0
      },
      () => 'the replica is still there',
    )
  })
  there.destroy()
}

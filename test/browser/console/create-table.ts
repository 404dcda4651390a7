/** A new table with every option, by its form. */
import assert from 'node:assert/strict'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const path = '/us-east-1/create-table'
const table = 'Created.Music-1'

export async function testCreateTable(bench: ConsoleBench): Promise<void> {
  await checkPage(bench, { name: 'creates a table with every option', path }, async (page) => {
    await fillKeys(page)
    await fillIndexes(page)
    await fillSettings(page)
    await page.getByRole('radio', { name: 'Terraform' }).click()
    await page.getByText('resource "aws_dynamodb_table" "Created_Music-1"').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Create ${table}` }).click()
    await page.waitForURL(`**/us-east-1/tables/${table}`)
    await requireCreated(bench)
  })

  await checkPage(
    bench,
    { name: 'says what is wrong with a table, as it is typed', path, theme: 'dark' },
    async (page) => {
      await page.getByLabel('Table name').fill('no blanks')
      await page.getByText('Letters, digits, underscores').waitFor()
      await page.getByRole('button', { name: 'Create no blanks' }).click()
      await page.getByRole('alert').getByText('Letters, digits').waitFor()
      await page.getByText('Name the attribute.').waitFor()
      await page.getByLabel('Table name').fill(table)
      await page.getByLabel('Partition key', { exact: true }).fill('id')
      await page.getByRole('button', { name: `Create ${table}` }).click()
      await page.getByText('ResourceInUseException').waitFor()
      await expectAccessible(page)
    },
  )

  await checkPage(
    bench,
    { name: 'creates a table on a phone', path, width: 390, height: 844 },
    async (page) => {
      await page.getByLabel('Table name').fill('Phone')
      await page.getByLabel('Partition key', { exact: true }).fill('id')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await page.getByRole('button', { name: 'Create Phone' }).click()
      await page.waitForURL('**/us-east-1/tables/Phone')
    },
  )
}

async function fillKeys(page: Page): Promise<void> {
  await page.getByLabel('Table name').fill(table)
  await page.getByLabel('Partition key', { exact: true }).fill('Artist')
  await page.getByRole('checkbox', { name: 'Sort key' }).check()
  await page.getByRole('textbox', { name: 'Sort key', exact: true }).fill('Song')
}

async function fillIndexes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Global index' }).click()
  const global = page.getByRole('region', { name: 'New index' })
  await global.getByLabel('Partition key', { exact: true }).fill('Year')
  await global.getByLabel('Type of partition key').selectOption('N')
  await global.getByRole('button', { name: 'Add attribute to partition key' }).click()
  await global.getByLabel('Partition key 2', { exact: true }).fill('Genre')
  await global.getByLabel('Projection').selectOption('INCLUDE')
  await global.getByLabel('Included attributes').fill('Seconds\nLive')
  await global.getByLabel('Index name').fill('ByYear')
  await page.getByRole('button', { name: 'Local index' }).click()
  const local = page.getByRole('region', { name: 'New index' })
  await local.getByLabel('Sort key', { exact: true }).fill('Album')
  await local.getByLabel('Index name').fill('ByAlbum')
}

async function fillSettings(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Provisioned' }).click()
  await page.getByLabel('Read capacity units').last().fill('7')
  await page.getByLabel('Stream').selectOption('KEYS_ONLY')
  await page.getByLabel('TTL attribute').fill('expires')
  await page.getByRole('checkbox', { name: 'Point-in-time recovery' }).check()
  await page.getByLabel('Days to keep').fill('7')
  await page.getByRole('checkbox', { name: 'Deletion protection' }).check()
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByLabel('Tag key').fill('team')
  await page.getByLabel('Value of tag team').fill('music')
  await page.getByText('Class, encryption and access').click()
  await page.getByLabel('Table class').selectOption('STANDARD_INFREQUENT_ACCESS')
}

async function requireCreated({ client }: ConsoleBench): Promise<void> {
  const TableName = table
  const { Table } = await client.send(new DescribeTableCommand({ TableName }))
  assert.deepEqual(
    Table?.KeySchema?.map(({ AttributeName }) => AttributeName),
    ['Artist', 'Song'],
  )
  const [global] = Table.GlobalSecondaryIndexes ?? []
  assert.deepEqual(
    global?.KeySchema?.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`),
    ['HASH Year', 'HASH Genre'],
  )
  assert.deepEqual(global.Projection?.NonKeyAttributes?.toSorted(), ['Live', 'Seconds'])
  assert.equal(Table.LocalSecondaryIndexes?.[0]?.IndexName, 'ByAlbum')
  assert.equal(Table.ProvisionedThroughput?.ReadCapacityUnits, 7)
  assert.equal(Table.StreamSpecification?.StreamViewType, 'KEYS_ONLY')
  assert.equal(Table.DeletionProtectionEnabled, true)
  assert.equal(Table.TableClassSummary?.TableClass, 'STANDARD_INFREQUENT_ACCESS')
  const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  assert.equal(ttl.TimeToLiveDescription?.AttributeName, 'expires')
  const backups = await client.send(new DescribeContinuousBackupsCommand({ TableName }))
  const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  assert.equal(recovery?.RecoveryPeriodInDays, 7)
  const tags = await client.send(new ListTagsOfResourceCommand({ ResourceArn: Table.TableArn }))
  assert.deepEqual(tags.Tags, [{ Key: 'team', Value: 'music' }])
}

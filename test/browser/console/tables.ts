/** The list of tables, and the page of one: settings, indexes, shape, code, deletion. */
import assert from 'node:assert/strict'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetResourcePolicyCommand,
  ListBackupsCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.js'
import { checkPage, connect, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Tables-Music'
const path = `/us-east-1/tables/${table}`
/** One more than a page of ListTables. */
const manyTables = 101

export async function testTables(bench: ConsoleBench): Promise<void> {
  await createTable(bench, table)
  await bench.client.send(
    new PutItemCommand({
      TableName: table,
      Item: { pk: { S: 'a' }, sk: { N: '1' }, year: { N: '1999' }, tags: { SS: ['x'] } },
    }),
  )
  await bench.client.send(
    new PutItemCommand({
      TableName: table,
      Item: { pk: { S: 'a' }, sk: { N: '2' }, year: { S: 'unknown' } },
    }),
  )
  await testList(bench)
  await testSettings(bench)
  await testDeletion(bench)
}

async function testList(bench: ConsoleBench): Promise<void> {
  const elsewhere = connect(bench.url, 'eu-west-1')
  await createTable({ ...bench, client: elsewhere }, 'Elsewhere')
  elsewhere.destroy()
  await checkPage(
    bench,
    { name: 'lists tables with keys, items and mode', path: '/us-east-1/tables' },
    async (page) => {
      const row = page.getByRole('row', { name: new RegExp(table) })
      await row.getByText('pk S, sk N').waitFor()
      await row.getByRole('cell', { name: '2', exact: true }).waitFor()
      await row.getByText('on-demand').waitFor()
      await page.getByText('Also: eu-west-1 has 1 table').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Switch to eu-west-1' }).click()
      await page.getByRole('row', { name: /Elsewhere/ }).waitFor()
    },
  )
  const names = Array.from({ length: manyTables }, (_, at) => `Many-${String(at).padStart(3, '0')}`)
  await Promise.all(names.map((name) => createTable(bench, name)))
  await checkPage(
    bench,
    { name: 'lists more tables than a page has, filtered and sorted', path: '/us-east-1/tables' },
    async (page) => {
      await page.getByRole('row', { name: /Many-100/ }).waitFor()
      await page.getByRole('button', { name: 'Items' }).click()
      const first = page.getByRole('region', { name: 'Tables' }).getByRole('row').nth(1)
      await first.getByRole('link', { name: table }).waitFor()
      await page.getByLabel('Filter by name').fill('many 10')
      await page.getByText(`2 of ${manyTables + 1}`).waitFor()
      assert.match(page.url(), /#q=many%2010$/)
      await page.reload()
      await page.getByText(`2 of ${manyTables + 1}`).waitFor()
    },
  )
}

async function testSettings(bench: ConsoleBench): Promise<void> {
  await checkPage(bench, { name: 'shows a table and its shape', path }, async (page) => {
    await page.getByText('pk (S) partition, sk (N) sort').waitFor()
    await page.getByRole('button', { name: 'Read up to 1,000 items' }).click()
    await page.getByText('Shape of 2 items').waitFor()
    const year = page.getByRole('row', { name: /year/ })
    await year.getByText('mixed types').waitFor()
    await expectAccessible(page)
  })
  await checkPage(
    bench,
    { name: 'adds an index of several attributes, and removes it', path: `${path}#tab=indexes` },
    (page) => changesIndexes(page, bench),
  )
  await checkPage(
    bench,
    { name: 'changes capacity', path: `${path}#tab=capacity` },
    async (page) => {
      await page.getByLabel('Maximum read units').fill('40')
      await page.getByRole('button', { name: 'Change capacity' }).click()
      await until(
        async () => {
          const { OnDemandThroughput } = await describe(bench)
          return OnDemandThroughput?.MaxReadRequestUnits === 40
        },
        () => 'the maximum is not set',
      )
    },
  )
  await checkPage(
    bench,
    { name: 'turns TTL and the stream on', path: `${path}#tab=ttl` },
    async (page) => {
      await page.getByLabel('TTL attribute').fill('expires')
      await page.getByRole('button', { name: 'Turn TTL on' }).click()
      await page.getByRole('button', { name: 'Turn TTL off' }).waitFor()
      const command = new DescribeTimeToLiveCommand({ TableName: table })
      const { TimeToLiveDescription } = await bench.client.send(command)
      assert.equal(TimeToLiveDescription?.AttributeName, 'expires')
      await page.getByRole('tab', { name: 'Stream' }).click()
      await page.getByLabel('View type').selectOption('OLD_IMAGE')
      await page.getByRole('button', { name: 'Turn stream on' }).click()
      await page.getByRole('button', { name: 'Turn stream off' }).waitFor()
      assert.equal((await describe(bench)).StreamSpecification?.StreamViewType, 'OLD_IMAGE')
    },
  )
  await checkPage(bench, { name: 'saves tags', path: `${path}#tab=tags` }, async (page) => {
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByLabel('Tag key').fill('aws:x')
    await page.getByText('reserved').waitFor()
    await page.getByLabel('Tag key').fill('team')
    await page.getByLabel('Value of tag team').fill('music')
    await page.getByRole('button', { name: 'Save tags' }).click()
    await page.getByText(`The tags of ${table} are saved.`).waitFor()
    const ResourceArn = (await describe(bench)).TableArn
    const { Tags } = await bench.client.send(new ListTagsOfResourceCommand({ ResourceArn }))
    assert.deepEqual(Tags, [{ Key: 'team', Value: 'music' }])
  })
  await checkPage(bench, { name: 'saves a policy', path: `${path}#tab=access` }, async (page) => {
    await page.getByRole('button', { name: 'Start with an example' }).click()
    await page.getByRole('button', { name: 'Save policy' }).click()
    await page.getByRole('button', { name: 'Remove policy' }).waitFor()
    const ResourceArn = (await describe(bench)).TableArn
    const { Policy } = await bench.client.send(new GetResourcePolicyCommand({ ResourceArn }))
    assert.match(Policy ?? '', /dynamodb:Query/)
  })
  await checkPage(
    bench,
    { name: 'has the table as code', path: `${path}#tab=code`, theme: 'dark' },
    async (page) => {
      await page.getByRole('radio', { name: 'Terraform' }).click()
      await page.getByText('resource "aws_dynamodb_table" "Tables-Music"').waitFor()
      await page.getByRole('radio', { name: 'AWS CLI' }).click()
      await page.getByText('aws dynamodb update-time-to-live').waitFor()
      await page.getByText(`--endpoint-url ${bench.url}`).first().waitFor()
      await expectAccessible(page)
    },
  )
}

async function changesIndexes(page: Page, bench: ConsoleBench): Promise<void> {
  await page.getByRole('button', { name: 'Add index' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Index name').fill('Wide')
  await dialog.getByLabel('Partition key', { exact: true }).fill('year')
  await dialog.getByRole('button', { name: 'Add attribute to partition key' }).click()
  await dialog.getByLabel('Partition key 2', { exact: true }).fill('genre')
  await dialog.getByRole('button', { name: 'Add sort key' }).click()
  await dialog.getByLabel('Sort key', { exact: true }).fill('sk')
  await dialog.getByRole('button', { name: 'Add index' }).click()
  await dialog.getByText('sk has type N in another key.').waitFor()
  await dialog.getByLabel('Type of sort key').selectOption('N')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add index' }).click()
  const row = page.getByRole('row', { name: /Wide/ })
  await row.getByText('ACTIVE').waitFor()
  const [index] = (await describe(bench)).GlobalSecondaryIndexes ?? []
  assert.deepEqual(
    index?.KeySchema?.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`),
    ['HASH year', 'HASH genre', 'RANGE sk'],
  )
  await row.getByRole('button', { name: 'Delete index Wide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete index' }).click()
  await page.getByText('The table has no indexes.').waitFor()
}

async function testDeletion(bench: ConsoleBench): Promise<void> {
  await checkPage(
    bench,
    { name: 'deletes a table by its name, backed up first', path },
    async (page) => {
      await page.getByRole('button', { name: 'Turn deletion protection on' }).click()
      await page.getByText('the table cannot be deleted').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Delete table' }).isDisabled())
      await page.getByRole('button', { name: 'Turn deletion protection off' }).click()
      await page.getByRole('button', { name: 'Delete table' }).click()
      const dialog = page.getByRole('dialog')
      const confirm = dialog.getByRole('button', { name: 'Back up and delete' })
      assert.ok(await confirm.isDisabled())
      await dialog.getByLabel(`Type ${table} to confirm`).fill(table)
      await confirm.click()
      await page.waitForURL('**/us-east-1/tables')
      await until(
        async () => {
          const { TableNames } = await bench.client.send(new ListTablesCommand({ Limit: 100 }))
          return TableNames?.includes(table) === false
        },
        () => 'the table is still there',
      )
      await page.getByRole('row', { name: new RegExp(table) }).waitFor({ state: 'detached' })
      const { BackupSummaries } = await bench.client.send(new ListBackupsCommand({}))
      assert.equal(BackupSummaries?.[0]?.TableName, table)
    },
  )
}

async function describe({ client }: ConsoleBench): Promise<TableDescription> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
  return Table!
}

async function createTable({ client }: ConsoleBench, TableName: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'N' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
}

/** The designer of models: from files and tables, by hand, to files, code and tables. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { exampleShop } from '../../../console/src/modelling/example-shop.js'
import { createTableInputOf } from '../../../console/src/modelling/create-table-input.js'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const live = 'Models-Live'

export async function testModels(bench: ConsoleBench): Promise<void> {
  await prepareTable(bench)
  await testDesign(bench)
  await testPatterns(bench)
  await testFiles(bench)
  await testLooks(bench)
}

/** A table with the items of the example, to make a model of. */
async function prepareTable({ client }: ConsoleBench): Promise<void> {
  const [shop] = exampleShop('').tables
  await client.send(
    new CreateTableCommand(createTableInputOf({ ...shop!, name: live }) as object as never),
  )
  const puts = shop!.samples.map((Item) => ({ PutRequest: { Item: Item as never } }))
  await client.send(new BatchWriteItemCommand({ RequestItems: { [live]: puts } }))
}

async function openExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the example' }).click()
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click()
}

async function saved(page: Page): Promise<void> {
  await page.getByText('Saved in this browser').waitFor()
}

async function testDesign(bench: ConsoleBench): Promise<void> {
  const path = '/models'
  await checkPage(bench, { name: 'a model by hand is kept in the browser', path }, async (page) => {
    await page.getByText('No models yet').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New model' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Library')
    await page.getByRole('textbox', { name: 'Table' }).fill('Library')
    await page.getByRole('button', { name: 'Create model' }).click()
    await openTab(page, /Design/)
    await page.getByRole('button', { name: 'Add entity' }).click()
    await page.getByRole('textbox', { name: 'Template of PK' }).fill('BOOK#<isbn>')
    await page.getByRole('textbox', { name: 'Template of SK' }).fill('COPY#<copyId>')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Copy')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Type attribute', exact: true }).fill('kind')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Value of the type attribute' }).fill('copy')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Samples' }).fill('3')
    await page.getByRole('button', { name: 'Generate' }).click()
    await saved(page)
    await page.reload()
    await openTab(page, /Aggregate/)
    await page.getByText('3 items', { exact: false }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Open COPY#/ }).count(), 3)
    assert.equal(await page.getByText('copy', { exact: true }).count(), 3)
    await page.getByRole('link', { name: 'Models', exact: true }).first().click()
    await page.getByRole('link', { name: 'Library' }).waitFor()
  })

  await checkPage(bench, { name: 'samples are checked by templates', path }, async (page) => {
    await openExample(page)
    await page.getByRole('button', { name: 'Open PROFILE' }).first().click()
    const text = page.getByRole('textbox', { name: 'Item as DynamoDB JSON' })
    await text.fill((await text.inputValue()).replace('EMAIL#ada@', 'MAIL#ada@'))
    await page.getByText('GSI1PK is not EMAIL#<email>.').waitFor()
    await text.fill(
      (await text.inputValue()).replace('MAIL#ada@', 'EMAIL#eve@').replace('"ada@', '"eve@'),
    )
    await page
      .getByRole('list', { name: 'Findings' })
      .getByRole('listitem')
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save sample' }).click()
    await page.getByText('eve@example.com', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('eve@example.com', { exact: true }).waitFor({ state: 'detached' })
  })

  await checkPage(bench, { name: 'an index shows what it has', path }, async (page) => {
    await openExample(page)
    await page.getByRole('radio', { name: 'Waiting' }).click()
    await page.getByText('17 of 20 samples are not in this index').waitFor()
    assert.ok((await page.getByText('not projected').count()) > 0)
    await page.getByRole('combobox', { name: 'Access pattern' }).selectOption({
      label: 'Orders of a customer, newest first',
    })
    await page.getByText('1 request, 3 read, 3 returned, 0.5 RCU', { exact: false }).waitFor()
  })
}

async function testPatterns(bench: ConsoleBench): Promise<void> {
  const path = '/models'
  await checkPage(
    bench,
    { name: 'patterns are run on tables of their own', path },
    async (page) => {
      await openExample(page)
      await openTab(page, /Patterns 9\/9/)
      await page.getByRole('button', { name: 'Run all' }).click()
      await page.getByText(/^Measured on model-/).waitFor()
      assert.equal(await page.getByRole('img', { name: 'passed' }).count(), 9)
      const { TableNames } = await bench.client.send(new ListTablesCommand({}))
      assert.deepEqual(TableNames, [live])
    },
  )

  await checkPage(
    bench,
    { name: 'a pattern that nothing serves is a warning', path },
    async (page) => {
      await openExample(page)
      await openTab(page, /Patterns/)
      await page.getByRole('button', { name: 'Add pattern' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Customers by name')
      await page.getByRole('combobox', { name: 'Entity' }).selectOption('Customer')
      await page.getByRole('combobox', { name: 'Field 1' }).selectOption('name')
      await page.getByRole('textbox', { name: 'Value 1' }).fill('Ada Berg')
      await page.getByText(/Nothing serves it. Table: PK is CUST#<customerId>/).waitFor()
      await expectAccessible(page)
      await page.getByRole('combobox', { name: 'Operation' }).selectOption('Scan')
      await page.getByText('1 request, 20 read, 1 returned', { exact: false }).waitFor()
      await page.getByRole('combobox', { name: 'Operation' }).selectOption('Query')
      await page.getByRole('button', { name: 'Save pattern' }).click()
      await page.getByRole('tab', { name: 'Patterns 9/10' }).waitFor()
      await page.getByRole('img', { name: 'not served' }).waitFor()
      await openTab(page, /Design/)
      await page.getByText('Neither the table nor an index serves it.').waitFor()
    },
  )
}

async function testFiles(bench: ConsoleBench): Promise<void> {
  const path = '/models'
  await checkPage(bench, { name: 'a table becomes a model with entities', path }, async (page) => {
    await page.getByRole('button', { name: 'From a table' }).click()
    await page.getByRole('combobox', { name: 'Table' }).selectOption(live)
    await page.getByRole('button', { name: 'Make a model' }).click()
    await page.getByRole('heading', { name: live, level: 1 }).waitFor()
    const entities = page.getByRole('list', { name: 'Entities' }).getByRole('listitem')
    const texts = (await entities.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    assert.deepEqual(texts.toSorted(), ['C Cust 3', 'L Line 8', 'O Order 6', 'P Product 3'])
  })

  await checkPage(bench, { name: 'a model goes to a file and comes back', path }, async (page) => {
    await openExample(page)
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Shop.json' }).click()
    const file = await (await download).path()
    const { ModelMetadata } = JSON.parse(await readFile(file, 'utf8')) as {
      ModelMetadata: { Version: string }
    }
    assert.equal(ModelMetadata.Version, '3.0')
    for (const [format, text] of [
      ['ElectroDB', 'new Entity('],
      ['CloudFormation', 'AWS::DynamoDB::Table'],
      ['Terraform', 'resource "aws_dynamodb_table"'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Format' }).selectOption({ label: format })
      await page.getByText(text, { exact: false }).first().waitFor()
    }
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Models', exact: true }).first().click()
    await page.getByLabel('Model file').setInputFiles(file)
    await page.getByRole('tab', { name: 'Patterns 9/9' }).waitFor()
  })

  await checkPage(
    bench,
    { name: 'a commit creates tables and leaves others alone', path },
    async (page) => {
      const { client } = bench
      await openExample(page)
      await page.getByRole('button', { name: 'Commit' }).click()
      await page.getByRole('button', { name: 'Commit 1 table' }).click()
      await page.getByText('Committed 1 table to us-east-1.').waitFor()
      const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Shop' }))
      assert.deepEqual(
        Table!.GlobalSecondaryIndexes!.map(({ IndexName }) => IndexName).toSorted(),
        ['GSI1', 'Waiting'],
      )
      assert.equal((await client.send(new ScanCommand({ TableName: 'Shop' }))).Count, 20)
      const other = { PK: { S: 'CUST#1' }, SK: { S: 'PROFILE' }, name: { S: 'changed' } }
      await client.send(new PutItemCommand({ TableName: 'Shop', Item: other }))
      await page.getByRole('button', { name: 'Commit' }).click()
      await page.getByRole('combobox', { name: 'Shop exists' }).waitFor()
      assert.ok(await page.getByRole('button', { name: 'Commit 0 tables' }).isDisabled())
      await page.getByRole('combobox', { name: 'Shop exists' }).selectOption('put')
      await page.getByRole('button', { name: 'Commit 1 table' }).click()
      await page.getByText('Committed 1 table to us-east-1.').nth(1).waitFor()
      const { Items } = await client.send(new ScanCommand({ TableName: 'Shop' }))
      assert.ok(Items!.every((item) => item['name']?.S !== 'changed'))
    },
  )
}

async function testLooks(bench: ConsoleBench): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await checkPage(
      bench,
      { name: `the designer is accessible, ${theme}`, path: '/models', theme },
      async (page) => {
        await openExample(page)
        await page.getByRole('radio', { name: 'All' }).click()
        await expectAccessible(page)
        await openTab(page, /Design/)
        await expectAccessible(page)
        await openTab(page, /Patterns/)
        await expectAccessible(page)
      },
    )
  }

  await checkPage(
    bench,
    { name: 'a phone shows models and changes none', path: '/models', width: 390, height: 844 },
    async (page) => {
      await openExample(page)
      await page.getByRole('tab', { name: /Patterns/ }).click()
      await page.getByText('Orders of a customer, newest first').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Run all' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Commit' }).count(), 0)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    },
  )
}

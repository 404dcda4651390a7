/** The query builder: scans that become queries, filters, links, saved queries, code. */
import assert from 'node:assert/strict'
import { BatchWriteItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'
import { createTable } from './edit-bench.js'

const table = 'Builder-Orders'
const path = `/us-east-1/tables/${table}/items`

export async function testQueryBuilder(bench: ConsoleBench): Promise<void> {
  await prepare(bench)

  await checkPage(bench, { name: 'builder: a key makes a query of a scan', path }, async (page) => {
    await page.getByText('Scan: reads every item').waitFor()
    await page.getByLabel('pk (S)').fill('C#1')
    await page.getByText('Query: the partition key is set').waitFor()
    await page.getByLabel('Condition on sk').selectOption('>=')
    await page.getByLabel('sk (N)').fill('30')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Query · 20 items').waitFor()
    assert.match(decodeURIComponent(page.url()), /#m=query&pk=S:C#1&sk=ge:N:30$/)
    await page.reload()
    await page.getByText('Query · 20 items').waitFor()
    await page.goBack()
    await page.getByText('Scan · 100 items').waitFor()
    await page.getByText('Scan: reads every item').waitFor()
  })

  await checkPage(bench, { name: 'builder: a filter reads on by itself', path }, async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Attribute', { exact: true }).fill('state')
    await page.getByRole('textbox', { name: 'Value' }).fill('rare')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/Scan · 2 items · read 150 .* all read/).waitFor()
    await page.getByLabel('Operator').selectOption('exists')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/Scan · 2 items · read 150/).waitFor()
    await expectAccessible(page)
  })

  await checkPage(
    bench,
    { name: 'builder: a filter becomes a key condition', path },
    async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByLabel('Attribute', { exact: true }).fill('day')
      await page.getByRole('textbox', { name: 'Value' }).fill('d2')
      await page.getByRole('button', { name: 'Query on ByDay by day' }).click()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('Query · 50 items').waitFor()
      assert.match(page.url(), /ix=ByDay/)
    },
  )

  await checkPage(
    bench,
    { name: 'builder: queries are saved with parameters', path },
    async (page) => {
      await page.getByLabel('pk (S)').fill('C#{{customer}}')
      await page.getByRole('button', { name: 'Queries' }).click()
      await page.getByRole('menuitem', { name: 'Save as…' }).click()
      await page.getByLabel('Name').fill('Of a customer')
      await page.keyboard.press('Enter')
      await page.reload()
      await page.getByRole('button', { name: 'Queries' }).click()
      await page.getByRole('menuitem', { name: /Of a customer/ }).click()
      await page.getByLabel('customer').fill('2')
      await page.keyboard.press('Enter')
      await page.getByText('Query · 50 items').waitFor()
      await page.getByRole('button', { name: 'Queries' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'Write all to a file' }).click()
      const file = await (await download).path()
      await page.evaluate('localStorage.clear()')
      await page.reload()
      await page.getByRole('button', { name: 'Queries' }).waitFor()
      await page.getByLabel('File of saved queries').setInputFiles(file)
      await page.getByText('Read the queries of').waitFor()
      await page.getByRole('button', { name: 'Queries' }).click()
      await page.getByRole('menuitem', { name: /Of a customer/ }).waitFor()
    },
  )

  await checkPage(
    bench,
    { name: 'builder: the request as code', path: `${path}#m=query&pk=S:C%231` },
    async (page) => {
      await page.getByText('Query · 50 items').waitFor()
      await page.getByRole('button', { name: 'Show as code' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'AWS CLI' }).click()
      await dialog.getByText(/aws dynamodb query/).waitFor()
      await dialog.getByRole('radio', { name: 'PartiQL' }).click()
      await dialog.getByText(`WHERE "pk" = 'C#1'`).waitFor()
      await expectAccessible(page)
    },
  )

  await checkPage(
    bench,
    { name: 'builder: an error in the words of the service', path: `${path}#m=query&pk=N:1` },
    async (page) => {
      await page.getByRole('alert').getByText('ValidationException').waitFor()
    },
  )
}

async function prepare({ client }: ConsoleBench): Promise<void> {
  await createTable(client, table, { name: 'ByDay', attribute: 'day' })
  const writes = Array.from({ length: 150 }, (_, at) => {
    const customer = Math.floor(at / 50) + 1
    const Item: Record<string, AttributeValue> = {
      pk: { S: `C#${customer}` },
      sk: { N: String(at % 50) },
      day: { S: `d${at % 3}` },
    }
    if (at % 70 === 69) Item['state'] = { S: 'rare' }
    return { PutRequest: { Item } }
  })
  for (let at = 0; at < writes.length; at += 25) {
    const RequestItems = { [table]: writes.slice(at, at + 25) }
    await client.send(new BatchWriteItemCommand({ RequestItems }))
  }
}

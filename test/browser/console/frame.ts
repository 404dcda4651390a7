/** What is around every page: regions, palette, keys, themes. */
import assert from 'node:assert/strict'
import { CreateTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Frame-Music'

export async function testFrame(bench: ConsoleBench): Promise<void> {
  await bench.client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'Artist', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Artist', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  await checkPage(
    bench,
    { name: 'starts with the tables of the region', path: '' },
    async (page) => {
      await page.waitForURL('**/console/us-east-1/tables')
      await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
      await expectAccessible(page)
    },
  )

  await checkPage(bench, { name: 'switches the region', path: '' }, async (page) => {
    await page.getByRole('button', { name: 'Region us-east-1' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'eu-west-1' }).click()
    await page.waitForURL('**/console/eu-west-1/tables')
    await page.getByRole('button', { name: 'Region eu-west-1' }).waitFor()
  })

  await checkPage(bench, { name: 'opens a table by the palette', path: '' }, async (page) => {
    await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run' }).fill('frame mus')
    await page.getByRole('option', { name: table }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/us-east-1/tables/${table}/items`)
  })

  await checkPage(bench, { name: 'goes to pages by two keys', path: '' }, async (page) => {
    await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL('**/console/us-east-1/partiql')
  })

  await checkPage(bench, { name: 'keeps the theme', path: '' }, async (page) => {
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    assert.equal(await background(), 'rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    assert.equal(await background(), 'rgb(15, 19, 24)')
    await page.reload()
    await page.getByRole('complementary').getByRole('link', { name: table }).waitFor()
    assert.equal(await background(), 'rgb(15, 19, 24)')
    await expectAccessible(page)
  })

  await checkPage(
    bench,
    { name: 'has its pages at the thumb on a phone', path: '', width: 390, height: 844 },
    async (page) => {
      await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: 'Models' })
        .click()
      await page.waitForURL('**/console/models')
      const width = await page.evaluate('document.documentElement.scrollWidth')
      assert.equal(width, 390)
    },
  )

  const elsewhere = bench.url.replace('127.0.0.1', 'db1.example')
  const path = '/us-east-1/create-table'
  await checkPage(
    { ...bench, url: elsewhere },
    { name: 'is locked on another machine', path },
    async (page) => {
      await page.getByText('PROD db1.example').waitFor()
      await create(page, 'Locked')
      await page.getByRole('alert').getByText('The console is read-only here').waitFor()
      assert.deepEqual(await namesOf(bench), [table])
      await page.getByRole('button', { name: 'Read-only' }).click()
      await page.getByRole('button', { name: 'Changes allowed' }).waitFor()
      await create(page, 'Unlocked')
      await page.waitForURL('**/tables/Unlocked')
      assert.deepEqual(await namesOf(bench), [table, 'Unlocked'])
      await page.reload()
      await page.getByRole('button', { name: 'Changes allowed' }).click()
      await page.getByRole('button', { name: 'Read-only' }).waitFor()
      await expectAccessible(page)
    },
  )
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('Table name').fill(name)
  await page.getByLabel('Partition key', { exact: true }).fill('id')
  await page.getByRole('button', { name: `Create ${name}` }).click()
}

async function namesOf({ client }: ConsoleBench): Promise<readonly string[] | undefined> {
  return (await client.send(new ListTablesCommand({}))).TableNames
}

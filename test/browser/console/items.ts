/** The items of a table: all types in the grid, keys, copies, columns, links, files. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  UpdateTimeToLiveCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const table = 'Items-Music'
const path = `/us-east-1/tables/${table}/items`
const digits = '12345678901234567890123456789012345678'
const artist = 'Zenobe'

export async function testItems(bench: ConsoleBench): Promise<void> {
  await prepare(bench)

  await checkPage(bench, { name: 'items: every type has its form', path }, async (page) => {
    await cell(page, 'Song 000').waitFor()
    await cell(page, digits).waitFor()
    for (const text of ['(empty)', 'null', 'false', '{a, b} 2', '[2] x, 1']) {
      await cell(page, text).waitFor()
    }
    await cell(page, 'in 2 days').waitFor()
    await cell(page, '{1} name: Li').waitFor()
    assert.ok((await page.getByRole('gridcell', { name: 'missing' }).count()) > 0)
    await expectAccessible(page)
  })

  await checkPage(
    bench,
    { name: 'items: accessible in the dark', path, theme: 'dark' },
    async (page) => {
      await cell(page, 'Song 000').waitFor()
      await expectAccessible(page)
    },
  )

  await checkPage(bench, { name: 'items: keys move, copy and open', path }, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(page, 'Song 000').waitFor()
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+c')
    await page.getByText('Copied the value').waitFor()
    assert.equal(await clipboard(page), 'Song 000')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await page.getByText('Copied 2 values').waitFor()
    assert.equal(await clipboard(page), 'Song 000\nSong 001')
    await page.keyboard.press('Space')
    await page.getByText('1 item selected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${artist} / Song 001` }).waitFor()
    assert.match(decodeURIComponent(page.url()), /item=\{"Artist":\{"S":"Zenobe"\}/)
    await page.reload()
    await page.getByRole('heading', { name: `${artist} / Song 001` }).waitFor()
  })

  await checkPage(
    bench,
    { name: 'items: keys go on, expand, list actions and delete', path },
    async (page) => {
      await cell(page, 'Song 000').waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `${artist} / Song 000` }).waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('j')
      await page.getByRole('heading', { name: `${artist} / Song 001` }).waitFor()
      await page.keyboard.press('k')
      await page.getByRole('heading', { name: `${artist} / Song 000` }).waitFor()
      await page.getByRole('button', { name: 'Close item' }).click()
      await page.getByRole('grid').focus()
      await page.keyboard.press('e')
      await page.locator('.grid-expanded', { hasText: '"x"' }).waitFor()
      await page.keyboard.press('e')
      await page.locator('.grid-expanded').waitFor({ state: 'detached' })
      await page.keyboard.press('.')
      const actions = page.getByRole('dialog', { name: 'Actions of the row' })
      await actions.getByRole('button', { name: 'Copy as DynamoDB JSON' }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await actions.waitFor({ state: 'detached' })
      await page.getByRole('grid').focus()
      await page.keyboard.press('Delete')
      const action = page.getByRole('dialog').getByRole('combobox').first()
      assert.equal(await action.inputValue(), 'delete')
    },
  )

  await checkPage(bench, { name: 'items: more rows come by scrolling', path }, async (page) => {
    await page.getByText('Scan · 100 items').waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await page.getByText('Scan · 200 items').waitFor()
    await page.getByRole('button', { name: 'Read to the end' }).click()
    await page.getByText('Scan · 260 items').waitFor()
    await page.getByText('all read').waitFor()
  })

  await checkPage(bench, { name: 'items: columns are kept', path }, async (page) => {
    await cell(page, 'Song 000').waitFor()
    await page.getByRole('button', { name: 'Column plays' }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByRole('columnheader', { name: 'plays' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Column Year' }).click()
    await page.getByRole('menuitem', { name: 'Wider' }).click()
    await page.reload()
    await cell(page, 'Song 000').waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'plays' }).count(), 0)
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'plays' }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'plays' }).waitFor()
  })

  await checkPage(bench, { name: 'items: sorts and finds loaded rows', path }, async (page) => {
    await cell(page, 'Song 000').waitFor()
    await page.getByRole('button', { name: 'Column plays' }).click()
    await page.getByRole('menuitem', { name: 'Sort loaded rows, descending' }).click()
    await page.locator('[aria-rowindex="2"]').getByText(digits).waitFor()
    await page.getByLabel('Find in loaded rows').fill('song 007')
    await page.getByText('1 of loaded rows').waitFor()
    await cell(page, 'Song 007').waitFor()
    assert.equal(await cell(page, 'Song 000').count(), 0)
  })

  await checkPage(bench, { name: 'items: exchanges rows and columns', path }, async (page) => {
    await cell(page, 'Song 000').waitFor()
    await page.getByRole('button', { name: 'Transpose' }).click()
    await page.getByRole('columnheader', { name: 'Attribute' }).waitFor()
    await page.getByRole('gridcell', { name: 'Artist', exact: true }).waitFor()
  })

  await checkPage(bench, { name: 'items: the whole result as a file', path }, async (page) => {
    await page.evaluate(
      'delete globalThis.showSaveFilePicker; delete Window.prototype.showSaveFilePicker',
    )
    await cell(page, 'Song 000').waitFor()
    await page.getByRole('button', { name: 'Result' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Whole result as DynamoDB JSON' }).click()
    const file = await (await download).path()
    const items = JSON.parse(await readFile(file, 'utf8')) as readonly Record<
      string,
      AttributeValue
    >[]
    assert.equal(items.length, 260)
    assert.deepEqual(items.find(({ plays }) => plays?.N === digits)?.['Song'], { S: 'Song 000' })
    await page.getByText('Exported 260 items.').waitFor()
  })

  await checkPage(
    bench,
    { name: 'items: cards on a phone', path, width: 390, height: 844 },
    async (page) => {
      await page.getByRole('button', { name: /Zenobe \/ Song 000/ }).waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await expectAccessible(page)
      await page.getByRole('button', { name: /Zenobe \/ Song 000/ }).click()
      await page.getByRole('heading', { name: `${artist} / Song 000` }).waitFor()
    },
  )
}

function cell(page: Page, name: string | RegExp) {
  return page.getByRole('gridcell', { name }).first()
}

function clipboard(page: Page): Promise<unknown> {
  return page.evaluate('navigator.clipboard.readText()')
}

async function prepare({ client }: ConsoleBench): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [
        { AttributeName: 'Artist', AttributeType: 'S' },
        { AttributeName: 'Song', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'Artist', KeyType: 'HASH' },
        { AttributeName: 'Song', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ends' }
  await client.send(new UpdateTimeToLiveCommand({ TableName: table, TimeToLiveSpecification }))
  const items = Array.from({ length: 260 }, (_, at) => itemOf(at))
  for (let at = 0; at < items.length; at += 25) {
    const writes = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: writes } }))
  }
}

function itemOf(at: number): Record<string, AttributeValue> {
  const item: Record<string, AttributeValue> = {
    Artist: { S: artist },
    Song: { S: `Song ${String(at).padStart(3, '0')}` },
    Year: { N: String(1990 + (at % 30)) },
  }
  if (at > 0) return at % 2 === 0 ? item : { ...item, plays: { N: String(at) } }
  const inTwoDays = Math.floor(Date.now() / 1000) + 2.5 * 86_400
  return {
    ...item,
    plays: { N: digits },
    e: { S: '' },
    z: { NULL: true },
    b: { BOOL: false },
    s: { SS: ['b', 'a'] },
    l: { L: [{ S: 'x' }, { N: '1' }] },
    m: { M: { name: { S: 'Li' } } },
    ends: { N: String(inTwoDays) },
  }
}

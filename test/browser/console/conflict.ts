/** Two writers on one item: nobody overwrites what the other wrote without seeing it. */
import assert from 'node:assert/strict'
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'
import { createTable, field, itemPath, keyOf, put, save, stored } from './edit-bench.js'

const table = 'Edit-Conflicts'

export async function testConflict(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await createTable(client, table)
  const read = (pk: string) => ({ ...keyOf(pk), a: { N: '1' }, b: { S: 'read' }, c: { S: 'read' } })
  for (const pk of ['other', 'same', 'theirs', 'gone', 'late']) await put(client, table, read(pk))
  const at = (pk: string) => ({ path: itemPath(table, keyOf(pk)) })

  await checkPage(
    bench,
    { name: 'two writers of different attributes do not meet', ...at('other') },
    async (page) => {
      await field(page, 'a').fill('2')
      await put(client, table, { ...read('other'), c: { S: 'theirs' }, d: { S: 'new' } })
      await save(page)
      assert.deepEqual(await stored(client, table, keyOf('other')), {
        ...read('other'),
        a: { N: '2' },
        c: { S: 'theirs' },
        d: { S: 'new' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'two writers of one attribute: mine is kept by choice', ...at('same') },
    async (page) => {
      await field(page, 'a').fill('2')
      await field(page, 'b').fill('mine')
      await put(client, table, { ...read('same'), a: { N: '3' }, c: { S: 'theirs' } })
      await page.getByRole('button', { name: 'Review 2 changes' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const row = page.getByRole('region', { name: 'a', exact: true })
      for (const [name, value] of [
        ['Yours', '2'],
        ['Read', '1'],
        ['Now', '3'],
      ] as const) {
        await row.getByText(name).waitFor()
        await row.getByText(value, { exact: true }).waitFor()
      }
      await expectAccessible(page)
      assert.deepEqual((await stored(client, table, keyOf('same')))?.['a'], { N: '3' })
      await row.getByRole('radio', { name: 'Keep mine' }).click()
      await page.getByRole('button', { name: 'Continue to review' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('status').getByText('Saved 2 changes').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('same')), {
        ...keyOf('same'),
        a: { N: '2' },
        b: { S: 'mine' },
        c: { S: 'theirs' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'two writers of one attribute: theirs is taken', ...at('theirs') },
    async (page) => {
      await field(page, 'a').fill('2')
      await put(client, table, { ...read('theirs'), a: { N: '3' } })
      await page.getByRole('button', { name: 'Review 1 change', exact: true }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Take all theirs' }).click()
      await page.getByRole('tab', { name: 'Form' }).waitFor()
      assert.equal(await field(page, 'a').inputValue(), '3')
      assert.deepEqual((await stored(client, table, keyOf('theirs')))?.['a'], { N: '3' })
    },
  )

  await checkPage(
    bench,
    { name: 'an item that was deleted meanwhile is not made anew by itself', ...at('gone') },
    async (page) => {
      await field(page, 'a').fill('2')
      await client.send(new DeleteItemCommand({ TableName: table, Key: keyOf('gone') }))
      await page.getByRole('button', { name: 'Review 1 change', exact: true }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Somebody else deleted this item').waitFor()
      assert.equal(await stored(client, table, keyOf('gone')), undefined)
      await page.getByRole('button', { name: 'Review as a new item' }).click()
      await page.getByRole('button', { name: 'Create item' }).click()
      await page.getByRole('status').getByText('Item created').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('gone')), {
        ...read('gone'),
        a: { N: '2' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'an undo does not overwrite a later change', ...at('late') },
    async (page) => {
      await field(page, 'a').fill('2')
      await save(page)
      await put(client, table, { ...read('late'), a: { N: '5' } })
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('status').getByText('Not undone: the item was changed since.').waitFor()
      assert.deepEqual((await stored(client, table, keyOf('late')))?.['a'], { N: '5' })
    },
  )
}

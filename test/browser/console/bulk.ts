/** One change for many items: tried first, then written under conditions, and undone. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'
import { createTable, everyType, keyOf, put, stored, type SdkItem } from './edit-bench.js'

const table = 'Edit-Bulk'
const path = `/us-east-1/tables/${table}/items`
const count = 30

export async function testBulk(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await createTable(client, table)
  await createTable(client, `${table}-Copy`)
  const items: SdkItem[] = []
  for (let at = 0; at < count; at++) {
    const fresh = {
      ...keyOf('bulk', at),
      ...everyType,
      kind: { S: 'song' },
      plays: { N: String(at) },
    }
    await put(client, table, fresh)
    items.push((await stored(client, table, keyOf('bulk', at)))!)
  }
  const item = (at: number) => items[at]!
  const renamed = (at: number) => {
    const { plays, ...rest } = item(at)
    return { ...rest, heard: plays }
  }

  await checkPage(
    bench,
    { name: 'a dry run writes nothing, the run writes all, undo takes it back', path },
    async (page) => {
      await selectAll(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Attribute' }).fill('plays')
      await dialog.getByRole('combobox', { name: 'Type' }).selectOption('N')
      await dialog.getByRole('textbox', { name: 'Value' }).fill('7')
      await dialog.getByRole('button', { name: 'Dry run' }).click()
      // One of them has this value already.
      await dialog.getByText('29 items would be written').waitFor()
      await expectAccessible(page)
      assert.deepEqual(await stored(client, table, keyOf('bulk', 3)), item(3))
      await dialog.getByRole('button', { name: 'Change 29 items' }).click()
      await dialog.getByText('Change finished: 29 items written.').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('bulk', 3)), {
        ...item(3),
        plays: { N: '7' },
      })
      await put(client, table, { ...item(4), plays: { N: '99' } })
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await dialog.getByText('Undo finished: 28 items written, 1 failed.').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('bulk', 3)), item(3))
      assert.deepEqual((await stored(client, table, keyOf('bulk', 4)))?.['plays'], { N: '99' })
    },
  )

  await checkPage(
    bench,
    { name: 'items of an index are changed whole', path: `${path}#ix=ByKind` },
    async (page) => {
      await selectAll(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Action' }).selectOption('rename')
      await dialog.getByRole('textbox', { name: 'Attribute' }).fill('plays')
      await dialog.getByRole('textbox', { name: 'New name' }).fill('heard')
      await dialog.getByRole('button', { name: 'Dry run' }).click()
      await dialog.getByRole('button', { name: 'Change 30 items' }).click()
      await dialog.getByText('Change finished: 30 items written.').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('bulk', 5)), renamed(5))
    },
  )

  await checkPage(
    bench,
    { name: 'a whole query is copied to another table', path },
    async (page) => {
      await changeAll(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Action' }).selectOption('copy')
      await dialog.getByRole('combobox', { name: 'Table' }).selectOption(`${table}-Copy`)
      await dialog.getByRole('button', { name: 'Dry run' }).click()
      await dialog.getByRole('button', { name: 'Copy 30 items' }).click()
      await dialog.getByText('Copy finished: 30 items written.').waitFor()
      assert.deepEqual(await stored(client, `${table}-Copy`, keyOf('bulk', 6)), renamed(6))
    },
  )

  await checkPage(
    bench,
    { name: 'a selection is deleted in one transaction, with an undo file', path },
    async (page) => {
      await selectAll(page)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Dry run' }).click()
      await dialog.getByRole('checkbox', { name: 'All or nothing, in one transaction' }).check()
      await dialog.getByRole('button', { name: 'Delete 30 items' }).click()
      await dialog.getByText('Deletion finished: 30 items written.').waitFor()
      assert.equal(await stored(client, table, keyOf('bulk', 7)), undefined)
      await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
      await dialog.getByText('Undo finished: 30 items written.').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('bulk', 7)), renamed(7))
    },
  )
}

async function selectAll(page: Page): Promise<void> {
  await page.getByText(`${count} items`).first().waitFor()
  await page.getByRole('columnheader', { name: 'Selected' }).click()
}

async function changeAll(page: Page): Promise<void> {
  await page.getByText(`${count} items`).first().waitFor()
  await page.getByRole('button', { name: 'Result' }).click()
  await page.getByRole('menuitem', { name: 'Change all items of this query' }).click()
}

/** One item in the panel: every type survives, what is written is only what was touched, and it can be undone. */
import assert from 'node:assert/strict'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'
import {
  createTable,
  everyType,
  field,
  itemPath,
  keyOf,
  longNumber,
  put,
  save,
  stored,
  type SdkItem,
} from './edit-bench.js'

const table = 'Edit-Items'

export async function testEditItem(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await createTable(client, table)
  // As the service returns them: it keeps no order in sets.
  const items = new Map<string, SdkItem>()
  for (const pk of ['form', 'json', 'plain', 'types', 'move', 'delete', 'copy', 'phone', 'undo']) {
    await put(client, table, { ...keyOf(pk), ...everyType, neighbour: { S: 'before' } })
    items.set(pk, (await stored(client, table, keyOf(pk)))!)
  }
  const item = (pk: string) => items.get(pk)!
  const at = (pk: string) => ({ path: itemPath(table, keyOf(pk)) })

  await checkPage(
    bench,
    { name: 'an edit in the form leaves all other types alone', ...at('form') },
    async (page) => {
      await field(page, 'neighbour').fill('after')
      await page.getByText('was before').waitFor()
      await expectAccessible(page)
      await save(page)
      assert.deepEqual(await stored(client, table, keyOf('form')), {
        ...item('form'),
        neighbour: { S: 'after' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'an edit in DynamoDB JSON leaves all other types alone', ...at('json') },
    async (page) => {
      await page.getByRole('tab', { name: 'JSON' }).click()
      await replaceInEditor(page, 'Item as DynamoDB JSON', '"before"', '"after"')
      await save(page)
      assert.deepEqual(await stored(client, table, keyOf('json')), {
        ...item('json'),
        neighbour: { S: 'after' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'an edit in plain JSON keeps every type and digit', ...at('plain') },
    async (page) => {
      await page.getByRole('tab', { name: 'Plain' }).click()
      await replaceInEditor(page, 'Item as plain JSON', '"before"', '"after"')
      await save(page)
      assert.deepEqual(await stored(client, table, keyOf('plain')), {
        ...item('plain'),
        neighbour: { S: 'after' },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'values of every type can be changed, added, renamed and removed', ...at('types') },
    async (page) => {
      await field(page, 'number').fill('9'.repeat(39))
      await page.getByText('More than 38 significant digits').waitFor()
      assert.ok(await page.getByRole('button', { name: /^Review/ }).isDisabled())
      await field(page, 'number').fill(`-${longNumber}`)
      await page.getByRole('button', { name: 'Remove 12 from texts' }).click()
      await field(page, 'New member of texts').fill('z')
      await page.getByRole('button', { name: 'Add to texts' }).click()
      await page.getByLabel('truth', { exact: true }).getByRole('radio', { name: 'true' }).click()
      await page.getByRole('button', { name: 'Remove nothing' }).click()
      await page.getByRole('textbox', { name: 'Name of empty' }).fill('renamed')
      await page.getByRole('textbox', { name: 'Name of empty' }).press('Enter')
      await field(page, 'map.inner.n').fill('7')
      await field(page, 'Name of new attribute').fill('added')
      await page
        .getByRole('combobox', { name: 'Type of new attribute', exact: true })
        .selectOption('NS')
      await page.getByRole('button', { name: 'Add attribute', exact: true }).click()
      await page.getByText('A set may not be empty').waitFor()
      await field(page, 'New member of added').fill('1e2')
      await field(page, 'New member of added').press('Enter')
      await page.getByRole('button', { name: 'Review 8 changes' }).waitFor()
      await save(page)
      const { nothing: _nothing, empty: _empty, ...rest } = item('types')
      assert.deepEqual(await stored(client, table, keyOf('types')), {
        ...rest,
        number: { N: `-${longNumber}` },
        texts: { SS: ['a', 'b', 'z'] },
        truth: { BOOL: true },
        renamed: { S: '' },
        map: { M: { inner: { M: { set: { SS: ['x'] }, n: { N: '7' } } }, 'a.b': { S: 'dot' } } },
        added: { NS: ['100'] },
      })
    },
  )

  await checkPage(
    bench,
    { name: 'staged edits go back, saved ones are undone', ...at('undo') },
    async (page) => {
      await field(page, 'neighbour').fill('first')
      await field(page, 'text').fill('second')
      await page.keyboard.press('Control+z')
      await page.getByRole('button', { name: 'Review 1 change', exact: true }).waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('heading', { name: '1 change' }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('status').getByText('Saved 1 change').waitFor()
      await page.getByRole('tab', { name: 'History' }).click()
      await page
        .getByRole('list', { name: 'Changes of this session' })
        .getByRole('button', { name: 'Undo' })
        .click()
      await page.getByRole('status').getByText('Undone').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('undo')), item('undo'))
    },
  )

  await checkPage(
    bench,
    { name: 'another key moves the item in one transaction', ...at('move') },
    async (page) => {
      await field(page, 'sk').fill('2')
      await page.getByRole('button', { name: 'Review 1 change', exact: true }).click()
      await page.getByText('A key cannot be changed.').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('status').getByText('Saved 1 change').waitFor()
      assert.equal(await stored(client, table, keyOf('move')), undefined)
      assert.deepEqual(await stored(client, table, keyOf('move', 2)), {
        ...item('move'),
        sk: { N: '2' },
      })
    },
  )

  await checkPage(bench, { name: 'a copy needs a free key', ...at('copy') }, async (page) => {
    await field(page, 'neighbour').waitFor()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { name: 'Copy of copy / 1' }).waitFor()
    await page.getByRole('button', { name: 'Review new item' }).click()
    await page.getByRole('button', { name: 'Create item' }).click()
    await page.getByText('There is an item with this key already.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await field(page, 'sk').fill('2')
    await page.getByRole('button', { name: 'Review new item' }).click()
    await page.getByRole('button', { name: 'Create item' }).click()
    await page.getByRole('status').getByText('Item created').waitFor()
    assert.deepEqual(await stored(client, table, keyOf('copy', 2)), {
      ...item('copy'),
      sk: { N: '2' },
    })
  })

  await checkPage(
    bench,
    { name: 'an item is deleted and comes back by undo', ...at('delete') },
    async (page) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete item' }).click()
      await page.getByRole('status').getByText('Item deleted').waitFor()
      assert.equal(await stored(client, table, keyOf('delete')), undefined)
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('status').getByText('Undone').waitFor()
      assert.deepEqual(await stored(client, table, keyOf('delete')), item('delete'))
    },
  )

  await checkPage(
    bench,
    { name: 'the panel fills a phone', ...at('phone'), width: 390, height: 844, theme: 'dark' },
    async (page) => {
      await field(page, 'neighbour').fill('by thumb')
      const box = await page.getByRole('complementary', { name: 'Item' }).boundingBox()
      assert.equal(box?.width, 390)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await expectAccessible(page)
      await save(page)
    },
  )
}

/** As a person would: the text of the editor taken out, changed, and put back. */
async function replaceInEditor(
  page: Parameters<typeof field>[0],
  label: string,
  from: string,
  to: string,
): Promise<void> {
  const editor = page.getByRole('textbox', { name: label })
  await editor.click()
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill(from)
  await page.getByRole('textbox', { name: 'Replace', exact: true }).fill(to)
  await page.getByRole('button', { name: 'replace all' }).click()
  await page.keyboard.press('Escape')
}

/** Files into a table: what is read, what is refused, and what is really stored. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'
import { createTable, keyOf, longNumber, put, stored } from './edit-bench.js'

const table = 'Edit-Imports'
const path = `/us-east-1/tables/${table}/import`

export async function testImport(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await createTable(client, table)

  await checkPage(bench, { name: 'a CSV file with types per column', path }, async (page) => {
    const csv = `pk,sk,count,zip,live,note\r\ncsv,1,${longNumber},007,true,"two\nlines, ""quoted"""\r\ncsv,2,many,1,false,\r\ncsv,3,5,1,true,\r\n`
    await choose(page, 'songs.csv', csv)
    const type = (name: string) =>
      page.getByRole('combobox', { name: `Type of ${name}` }).inputValue()
    assert.deepEqual(await Promise.all(['pk', 'sk', 'count', 'zip', 'live'].map(type)), [
      'S',
      'N',
      'S',
      'S',
      'BOOL',
    ])
    await page.getByRole('combobox', { name: 'Type of count' }).selectOption('N')
    await page.getByRole('textbox', { name: 'Attribute for zip' }).fill('postcode')
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('count: many is not a number').waitFor()
    await page.getByText('songs.csv:4').waitFor()
    await expectAccessible(page)
    assert.equal(await stored(client, table, keyOf('csv')), undefined)
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByText('Import finished: 2 items written, 1 failed.').waitFor()
    assert.deepEqual(await stored(client, table, keyOf('csv')), {
      ...keyOf('csv'),
      count: { N: longNumber },
      postcode: { S: '007' },
      live: { BOOL: true },
      note: { S: 'two\nlines, "quoted"' },
    })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download failures' }).click(),
    ])
    assert.match(
      await textOf(download),
      /"Error":"count: many is not a number","Source":"songs.csv:4"/,
    )
  })

  await checkPage(bench, { name: 'files of an export, packed', path }, async (page) => {
    const items = Array.from({ length: 60 }, (_, at) => ({
      ...keyOf('export', at),
      n: { N: longNumber },
      b: { B: 'AAEC' },
    }))
    const lines = items.map((Item) => JSON.stringify({ Item })).join('\n')
    await choose(page, 'data.json.gz', gzipSync(lines))
    await page.getByText('DynamoDB JSON, in Item').waitFor()
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByRole('button', { name: 'Import 60 items' }).click()
    await page.getByText('Import finished: 60 items written.').waitFor()
    assert.deepEqual(await stored(client, table, keyOf('export', 59)), {
      ...keyOf('export', 59),
      n: { N: longNumber },
      b: { B: Uint8Array.of(0, 1, 2) },
    })
  })

  await checkPage(
    bench,
    { name: 'keys that exist are skipped, replaced or reported', path },
    async (page) => {
      const file = `{"pk":"exists","sk":1,"from":"file"}\n{"pk":"exists","sk":2,"from":"file"}\n`
      const old = { ...keyOf('exists'), from: { S: 'table' } }
      await put(client, table, old)
      const importAs = async (policy: string, outcome: string): Promise<void> => {
        await choose(page, 'plain.jsonl', file)
        await page.getByRole('radio', { name: policy }).click()
        await page.getByRole('button', { name: 'Dry run' }).click()
        await page.getByRole('button', { name: 'Import 2 items' }).click()
        await page.getByText(outcome).waitFor()
      }
      await importAs('Skip', 'Import finished: 1 item written.')
      assert.deepEqual(await stored(client, table, keyOf('exists')), old)
      await page.getByRole('button', { name: 'Import more' }).click()
      await importAs('Fail', 'Import finished: 0 items written, 2 failed.')
      assert.deepEqual(await stored(client, table, keyOf('exists')), old)
      await page.getByRole('button', { name: 'Import more' }).click()
      await importAs('Replace', 'Import finished: 2 items written.')
      assert.deepEqual((await stored(client, table, keyOf('exists')))?.['from'], { S: 'file' })
    },
  )

  await checkPage(bench, { name: 'a file that cannot be read is named', path }, async (page) => {
    await choose(page, 'export.ion.gz', gzipSync('x'))
    await page.getByText('Export files in Amazon Ion are not read here.').waitFor()
  })

  await checkPage(
    bench,
    { name: 'import on a phone', path, width: 390, height: 844, theme: 'dark' },
    async (page) => {
      await choose(page, 'phone.json', '[{"pk":"phone","sk":1,"tags":["a"]}]')
      await page.getByRole('combobox', { name: 'Type of tags' }).selectOption('SS')
      await page.getByRole('button', { name: 'Dry run' }).click()
      await page.getByRole('button', { name: 'Import 1 item', exact: true }).waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Import 1 item', exact: true }).click()
      await page.getByText('Import finished: 1 item written.').waitFor()
      assert.deepEqual((await stored(client, table, keyOf('phone')))?.['tags'], { SS: ['a'] })
    },
  )
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
  const buffer = Buffer.from(content)
  await page
    .getByLabel('Files to import')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function textOf(download: {
  createReadStream(): Promise<NodeJS.ReadableStream>
}): Promise<string> {
  let text = ''
  for await (const chunk of await download.createReadStream()) text += String(chunk)
  return text
}

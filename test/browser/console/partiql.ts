/** Statements in the console: completion, plans, results, writes that are asked about. */
import assert from 'node:assert/strict'
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  GetItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.js'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

const path = '/us-east-1/partiql'

export async function testPartiql(bench: ConsoleBench): Promise<void> {
  const { client } = bench
  await createMusic(client)

  await checkPage(
    bench,
    { name: 'PartiQL completes names and explains first', path },
    async (page) => {
      await type(page, 'SELECT * FROM Mu')
      await page.getByRole('option', { name: /Music/ }).click()
      await plan(page, /Scan of Music: reads all 60 items/)
      await page.keyboard.type(` WHERE Artist = 'Zenobe' AND So`)
      await page.getByRole('option', { name: /Song/ }).click()
      await page.keyboard.type(` = 'Song 1'`)
      await plan(page, /Get 1 item from Music by key/)
      await expectAccessible(page)
    },
  )

  await checkPage(bench, { name: 'PartiQL runs a statement page by page', path }, async (page) => {
    await type(page, 'SELECT * FROM "Music" WHERE Artist = ?')
    await page.getByRole('textbox', { name: 'Parameter 1', exact: true }).fill('Zenobe')
    await page.getByRole('textbox', { name: 'Limit' }).fill('20')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/^20 items/).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^30 items · 2 pages/).waitFor()
    // Every digit is there.
    await page.getByText('12345678901234567890123').first().waitFor()
    await page.getByRole('radio', { name: 'JSON' }).click()
    await page.getByRole('textbox', { name: 'Result as JSON' }).waitFor()
    await expectAccessible(page)
  })

  await checkPage(bench, { name: 'PartiQL reads consistently if asked to', path }, async (page) => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (/ExecuteStatement$/.test(request.headers()['x-amz-target'] ?? ''))
        sent.push((request.postDataJSON() as { readonly ConsistentRead?: boolean }).ConsistentRead)
    })
    await type(page, `SELECT * FROM "Music" WHERE Artist = 'Zenobe'`)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText(/^30 items/).waitFor()
    await page.getByRole('checkbox', { name: 'Consistent read' }).check()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await until(
      () => Promise.resolve(sent.length === 2),
      () => 'the statement was not run again',
    )
    assert.deepEqual(sent, [undefined, true])
  })

  await checkPage(bench, { name: 'PartiQL asks before it writes', path }, async (page) => {
    await page.getByRole('checkbox', { name: 'SELECT only' }).setChecked(true)
    await type(
      page,
      `INSERT INTO "Music" VALUE {'Artist': 'New', 'Song': 'a;b'}; SELECT * FROM "Music" WHERE Artist = 'New'`,
    )
    await page.getByRole('button', { name: 'Run all 2' }).click()
    await page.getByText(/SELECT only is on/).waitFor()
    assert.equal(await find(client, 'New', 'a;b'), undefined)
    await page.getByRole('checkbox', { name: 'SELECT only' }).setChecked(false)
    await page.getByRole('button', { name: 'Run all 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run 1 write' })
    await dialog.getByText(/Insert the item Artist = New, Song = a;b into Music/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Run 1 write' }).click()
    await page.getByRole('tab', { name: '2 Query (1)' }).click()
    await page.getByRole('gridcell', { name: 'a;b' }).waitFor()
    assert.ok((await find(client, 'New', 'a;b')) !== undefined)
  })

  await checkPage(
    bench,
    { name: 'PartiQL keeps statements and shows faults', path },
    async (page) => {
      await type(page, 'SELECT * FROM "Nowhere"')
      await plan(page, /No table Nowhere here/)
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('alert').getByText('ResourceNotFoundException').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
      await page.reload()
      await page.getByText('Nowhere').first().waitFor()
      await page.getByRole('button', { name: 'Saved', exact: true }).click()
      await page.getByRole('button', { name: /^Mine/ }).click()
      await page.getByRole('button', { name: 'History' }).click()
      await page
        .getByRole('dialog', { name: 'History' })
        .getByText(/Nowhere/)
        .waitFor()
    },
  )
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Statements' }).click()
  // As typed by a person, but without the brackets that the editor closes by itself.
  await page.keyboard.insertText(text.slice(0, -1))
  await page.keyboard.type(text.slice(-1))
}

async function plan(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('list', { name: 'Plan' }).getByText(text).waitFor()
}

async function find(client: DynamoDBClient, artist: string, song: string) {
  const Key = { Artist: { S: artist }, Song: { S: song } }
  return (await client.send(new GetItemCommand({ TableName: 'Music', Key }))).Item
}

async function createMusic(client: DynamoDBClient): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: 'Music',
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
  const put = (n: number) => ({
    PutRequest: {
      Item: {
        Artist: { S: n % 2 === 0 ? 'Zenobe' : 'Volta' },
        Song: { S: `Song ${n + 1}` },
        plays: { N: `12345678901234567890123${n}` },
        tags: { SS: ['a', 'b'] },
      },
    },
  })
  for (let first = 0; first < 60; first += 20) {
    const requests = Array.from({ length: 20 }, (_, n) => put(first + n))
    await client.send(new BatchWriteItemCommand({ RequestItems: { Music: requests } }))
  }
}

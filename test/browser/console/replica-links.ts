/** How far the regions of a global table are behind, on its page: seen, paused, resumed, and left out where it cannot be known. */
import assert from 'node:assert/strict'
import { GetItemCommand, PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Locator, Page } from 'playwright-core'
import { checkPage, expectAccessible, type ConsoleBench } from './console-bench.js'

/** A table in us-east-1 and eu-west-1, which `there` reads. */
export interface LinkedTable {
  readonly table: string
  readonly there: DynamoDBClient
}

const caption = 'Changes between regions'
const direction = 'changes from us-east-1 to eu-west-1'
const changes = 3

export async function testReplicaLinks(bench: ConsoleBench, linked: LinkedTable): Promise<void> {
  const { table } = linked
  const path = `/us-east-1/tables/${table}#tab=replicas`
  await checkPage(
    bench,
    { name: 'pauses and resumes the changes to a region', path },
    async (page) => {
      await rowOf(page).getByText('following').waitFor()
      await pause(page)
      await checkPending(page, bench, linked)
      await rowOf(page, 'to us-east-1').getByText('following').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: `Resume ${direction}` }).click()
      await rowOf(page).getByText('following').waitFor()
      await pendingOf(page).getByText('0', { exact: true }).waitFor()
      assert.equal(await isThere(linked, changes - 1), true)
    },
  )
  await checkPage(
    bench,
    { name: 'links of regions on a phone', path, width: 390, height: 844, theme: 'dark' },
    async (page) => {
      await pause(page)
      await expectAccessible(page)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
      await page.getByRole('button', { name: `Resume ${direction}` }).click()
      await rowOf(page).getByText('following').waitFor()
    },
  )
  await checkLocked(bench, path)
  await checkOtherServer(bench, path)
}

async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Pause ${direction}` }).click()
  await rowOf(page).getByText('paused').waitFor()
}

/** The page shows what waits, and the other region does not have it. */
async function checkPending(page: Page, bench: ConsoleBench, linked: LinkedTable): Promise<void> {
  for (let at = 0; at < changes; at += 1) {
    const Item = { pk: { S: `paused-${at}` } }
    await bench.client.send(new PutItemCommand({ TableName: linked.table, Item }))
    await pendingOf(page)
      .getByText(String(at + 1), { exact: true })
      .waitFor()
  }
  assert.equal(await isThere(linked, 0), false)
}

async function isThere({ table, there }: LinkedTable, at: number): Promise<boolean> {
  const Key = { pk: { S: `paused-${at}` } }
  const { Item } = await there.send(new GetItemCommand({ TableName: table, Key }))
  return Item !== undefined
}

async function checkLocked(bench: ConsoleBench, path: string): Promise<void> {
  const url = bench.url.replace('127.0.0.1', 'db1.example')
  await checkPage(
    { ...bench, url },
    { name: 'pauses nothing while it is locked', path },
    async (page) => {
      await page.getByRole('button', { name: `Pause ${direction}` }).click()
      await page.getByRole('alert').getByText('The console is read-only here').waitFor()
      await rowOf(page).getByText('following').waitFor()
    },
  )
}

/** No other server has global tables, so the answer is put before the page. */
async function checkOtherServer(bench: ConsoleBench, path: string): Promise<void> {
  const __type = 'com.amazon.coral.service#UnknownOperationException'
  const check = { name: 'shows the regions alone of another server', path: '/us-east-1/tables' }
  await checkPage(bench, check, async (page) => {
    let asked = 0
    await page.route('**/', (route) => {
      const target = route.request().headers()['x-amz-target'] ?? ''
      if (!target.endsWith('.ListReplicationLinks')) return route.continue()
      asked += 1
      const body = JSON.stringify({ __type, message: '' })
      return route.fulfill({ status: 400, contentType: 'application/x-amz-json-1.0', body })
    })
    await expectRegionsAlone(page, async () => {
      await page.goto(`${bench.url}/console${path}`)
    })
    assert.equal(asked, 1)
  })
}

/** After `open`, which brings the tab of a table with a replica in eu-west-1, and the refusal of its links. */
export async function expectRegionsAlone(page: Page, open: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (answer) =>
      answer.request().headers()['x-amz-target']?.endsWith('.ListReplicationLinks') === true,
  )
  await open()
  const answer = await answered
  assert.equal(answer.status(), 400)
  const replicas = page.getByRole('table', { name: 'Replicas' })
  await replicas.getByRole('row', { name: /eu-west-1/ }).waitFor()
  assert.equal(await page.getByRole('table', { name: caption }).count(), 0)
  assert.equal(await page.getByRole('alert').count(), 0)
}

function rowOf(page: Page, name = 'to eu-west-1'): Locator {
  return page.getByRole('table', { name: caption }).getByRole('row', { name })
}

function pendingOf(page: Page): Locator {
  return rowOf(page).getByRole('cell').nth(2)
}

/**
 * A large table read and scrolled from end to end: the tab must not grow with it. 100,000 items by default,
 * as many as GRAMME_CONSOLE_ITEMS says otherwise.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { BatchWriteItemCommand, CreateTableCommand } from '@aws-sdk/client-dynamodb'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { checkPage, type ConsoleBench } from './console-bench.js'

const table = 'Million'
const items = Number(process.env['GRAMME_CONSOLE_ITEMS'] ?? 100_000)
const tabBytesMax = 300_000_000
/** Reading goes on as long as the count grows. */
const readDurationMsMax = 600_000
const writersMax = 8

export async function testMillion(bench: ConsoleBench): Promise<void> {
  await prepare(bench)
  const path = `/us-east-1/tables/${table}/items`
  await checkPage(bench, { name: `million: ${items} items end to end`, path }, async (page) => {
    const session = await page.context().newCDPSession(page)
    await page.getByRole('button', { name: 'Read to the end' }).click()
    const count = items.toLocaleString('en-US')
    await page.getByText(`Scan · ${count} items`).waitFor({ timeout: readDurationMsMax })
    const tab = await renderers(bench.browser)
    const bytes = async () => ({ heap: await heapBytes(session), tab: await tabBytes(tab) })
    const seen = [await bytes()]
    for (let part = 0; part <= 20; part++) {
      await scrollTo(page, part / 20)
      seen.push(await bytes())
    }
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await page.locator(`[aria-rowindex="${items + 1}"] [data-column="1"]`).waitFor()
    seen.push(await bytes())
    const most = (kind: 'heap' | 'tab') => Math.max(...seen.map((each) => each[kind]))
    const megabytes = (count: number) => `${Math.round(count / 1e6)} MB`
    console.log(
      `       ${megabytes(most('heap'))} of heap at most, ${megabytes(most('tab'))} of the tab's process`,
    )
    assert.ok(most('tab') < tabBytesMax, megabytes(most('tab')))
  })
}

/** The rows in sight have been read again. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.evaluate(
    `{ const grid = document.querySelector('[role=grid]'); grid.scrollTop = ${share} * (grid.scrollHeight - grid.clientHeight) }`,
  )
  await page.locator('[role=row][aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.locator('[data-row]').first().waitFor()
}

interface ProcessInfo {
  readonly processInfo: readonly { readonly type: string; readonly id: number }[]
}

/** The processes of tabs; the one that shows the table is the largest of them. */
async function renderers(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as ProcessInfo
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Memory of its own: without the files of the browser that all of its processes share. */
async function tabBytes(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }),
  )
  return Math.max(...sizes)
}

/** Without what a collection would free. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { readonly usedSize: number }
  return usedSize
}

async function prepare({ client }: ConsoleBench): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  let next = 0
  const write = async () => {
    while (next < items) {
      const first = next
      next += 25
      const writes = Array.from({ length: Math.min(25, items - first) }, (_, at) => ({
        PutRequest: { Item: itemOf(first + at) },
      }))
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: writes } }))
    }
  }
  await Promise.all(Array.from({ length: writersMax }, write))
}

function itemOf(at: number) {
  return {
    id: { S: `item-${String(at).padStart(8, '0')}` },
    name: { S: `The name of item ${at}` },
    amount: { N: String(at * 1.5) },
    note: { S: 'a text of some length that is the same everywhere' },
  }
}

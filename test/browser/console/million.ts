/**
 * A large table read and scrolled from end to end: the tab must not grow with it. 100,000 items by default,
 * as many as GRAMME_CONSOLE_ITEMS says otherwise.
 */
import assert from 'node:assert/strict'
import { BatchWriteItemCommand, CreateTableCommand } from '@aws-sdk/client-dynamodb'
import type { CDPSession, Page } from 'playwright-core'
import { checkPage, type ConsoleBench } from './console-bench.js'

const table = 'Million'
const items = Number(process.env['GRAMME_CONSOLE_ITEMS'] ?? 100_000)
const heapBytesMax = 300_000_000
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
    const afterReading = await heapBytes(session)
    let largest = afterReading
    for (let part = 0; part <= 20; part++) {
      await scrollTo(page, part / 20)
      largest = Math.max(largest, await heapBytes(session))
    }
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await page.locator(`[aria-rowindex="${items + 1}"] [data-column="1"]`).waitFor()
    largest = Math.max(largest, await heapBytes(session))
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
    console.log(
      `       heap ${megabytes(afterReading)} after reading, ${megabytes(largest)} at most`,
    )
    assert.ok(largest < heapBytesMax, `${megabytes(largest)} of heap`)
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

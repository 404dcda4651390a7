/**
 * Takes the pictures of docs/console.md: `npm run build && node dist/scripts/draw-console.js`. With
 * names (`… draw-console.js items`), only those are taken.
 *
 * A real server, the sample data that the console itself offers, and the distribution's Chromium.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { chromium, type Browser, type Page } from 'playwright-core'
import { startServerProcess } from './server-process.js'
import { requireChromium } from './test-browser/find-chromium.js'

const folder = 'docs/console'
/** Small enough to be shipped, good enough to be read. */
const quality = 82

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: 'light' | 'dark'
  readonly isPhone?: boolean
  /** Brings the page into the state that is shown. */
  readonly prepare?: (page: Page) => Promise<void>
}

const statement = `SELECT * FROM "Shop" WHERE PK = 'CUST#008' AND begins_with(SK, 'ORDER#')`
const items = '/us-east-1/tables/Shop/items'
const pictures: readonly Picture[] = [
  { name: 'tables', path: '/us-east-1/tables', theme: 'light' },
  { name: 'items', path: items, theme: 'light', prepare: openFirstItem },
  { name: 'items-dark', path: items, theme: 'dark' },
  { name: 'items-phone', path: items, theme: 'light', isPhone: true },
  { name: 'collections', path: '/us-east-1/tables/Shop/collections', theme: 'light' },
  {
    name: 'partiql',
    path: `/us-east-1/partiql#s=${encodeURIComponent(statement)}`,
    theme: 'dark',
    prepare: runStatement,
  },
  { name: 'model', path: '/models', theme: 'light', prepare: openExample },
  { name: 'metrics', path: '/us-east-1/tables/Shop/metrics', theme: 'light' },
  // The last one, because it changes the table.
  {
    name: 'replicas',
    path: '/us-east-1/tables/Shop#tab=replicas',
    theme: 'light',
    prepare: pauseReplica,
  },
]

await main(requireChromium())

async function main(executablePath: string): Promise<void> {
  const names = process.argv.slice(2)
  const wanted = pictures.filter(({ name }) => names.length === 0 || names.includes(name))
  await mkdir(folder, { recursive: true })
  await using server = await startServerProcess({ args: ['--in-memory', '--log-level', 'error'] })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await loadSamples(browser, server.url)
    for (const picture of wanted) await take(browser, server.url, picture)
  } finally {
    await browser.close()
  }
}

async function loadSamples(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${url}/console/us-east-1/start`)
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await page.getByRole('complementary').getByRole('link', { name: 'Shop' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, path, theme, isPhone = false, prepare } = picture
  const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 880 }
  const context = await browser.newContext({ viewport, colorScheme: theme })
  const page = await context.newPage()
  await page.goto(`${url}/console${path}`)
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await writeFile(`${folder}/${name}.webp`, Buffer.from(data, 'base64'))
  await context.close()
}

async function openFirstItem(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(2).getByRole('gridcell').nth(1).dblclick()
  await page.waitForLoadState('networkidle')
}

async function runStatement(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('grid').getByRole('row').nth(1).waitFor()
}

async function openExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the example' }).click()
  await page.getByRole('list', { name: 'Entities' }).waitFor()
}

async function pauseReplica(page: Page): Promise<void> {
  await page.getByLabel('Region', { exact: true }).fill('eu-west-1')
  await page.getByRole('button', { name: 'Add replica' }).click()
  await page.getByRole('table', { name: 'Replicas' }).getByText('ACTIVE').waitFor()
  const links = page.getByRole('table', { name: 'Changes between regions' })
  await links.getByRole('button', { name: 'Pause changes from us-east-1 to eu-west-1' }).click()
  await links.getByText('paused').waitFor()
  await writeWhilePaused(new URL(page.url()).origin)
  await links.getByRole('cell', { name: '2', exact: true }).waitFor()
}

async function writeWhilePaused(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  for (const id of ['CUST#901', 'CUST#902']) {
    const Item = { PK: { S: id }, SK: { S: id } }
    await client.send(new PutItemCommand({ TableName: 'Shop', Item }))
  }
  client.destroy()
}

/** The console in a real browser on a real server, with an SDK beside it that sees what is really stored. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Browser, Page } from 'playwright-core'
import type { Tally } from '../../clients/tally.js'

export interface UserKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface ConsoleBench {
  readonly browser: Browser
  /** The server, which has no tables at first. */
  readonly url: string
  /** With it the server is in IAM mode, and each check begins by signing in. */
  readonly key?: UserKey
  readonly client: DynamoDBClient
  readonly tally: Tally
}

export interface CheckOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** Whether the check tries what the page's policy forbids. */
  readonly mayBreakPolicy?: boolean
}

/** For actions and waits: a page that needs longer is broken. */
const patienceMs = 60_000

const anyKey: UserKey = { accessKeyId: 'local', secretAccessKey: 'local' }

export function connect(url: string, region = 'us-east-1', key = anyKey): DynamoDBClient {
  return new DynamoDBClient({ endpoint: url, region, credentials: { ...key } })
}

export async function enterKey(page: Page, key: UserKey): Promise<void> {
  await page.getByRole('textbox', { name: 'Access key ID' }).fill(key.accessKeyId)
  await page.getByLabel('Secret access key').fill(key.secretAccessKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * One check in a fresh browser profile, which starts at a path below `/console`. An error on the page that nobody
 * caught fails it, and so does anything that the page's own policy forbids.
 */
export async function checkPage(
  bench: ConsoleBench,
  what: { readonly name: string; readonly path: string } & CheckOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const { browser, url, tally, key } = bench
  const { width = 1440, height = 900, theme = 'light', mayBreakPolicy = false } = what
  const mode = key === undefined ? 'console' : 'console, signed in'
  await tally.check(`${mode}: ${what.name}`, async () => {
    const viewport = { width, height }
    const context = await browser.newContext({ viewport, colorScheme: theme })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      if (!mayBreakPolicy && /Content Security Policy/.test(message.text()))
        faults.push(message.text())
    })
    try {
      await page.goto(`${url}/console${what.path}`)
      if (key !== undefined) {
        await page.getByRole('checkbox', { name: 'Keep until this tab is closed' }).check()
        await enterKey(page, key)
      }
      await run(page)
      assert.deepEqual(faults, [])
    } finally {
      await context.close()
    }
  })
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** No serious finding of axe, as the page is at the moment. */
export async function expectAccessible(page: Page): Promise<void> {
  // Through the debugger: the page's policy forbids scripts that are not its own.
  await page.evaluate(`${axeSource}; undefined`)
  const { violations } = await page.evaluate<AxeResult>('axe.run()')
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  assert.deepEqual(serious, [])
}

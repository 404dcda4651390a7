/**
 * `npm run test:browser`: pages in the distribution's Chromium against a real server. Names of other
 * machines resolve to this one, so foreign origins and DNS rebinding are real to the browser.
 */
import { chromium } from 'playwright-core'
import { testPages } from '../test/browser/pages.js'
import { startPageServer } from '../test/browser/page-server.js'
import { Tally } from '../test/clients/tally.js'
import { startServerProcess } from './server-process.js'
import { requireChromium } from './test-browser/find-chromium.js'

/** Root may run no sandbox, and a test wants no traffic but its own. */
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.example 127.0.0.1',
]

try {
  await main(requireChromium())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(executablePath: string): Promise<void> {
  const tally = new Tally()
  await using pages = await startPageServer()
  const app = `http://app.example:${pages.port}`
  const memory = ['--in-memory', '--log-level', 'error']
  await using server = await startServerProcess({ args: [...memory, '--cors-origin', app] })
  await using open = await startServerProcess({ args: [...memory, '--cors-origin', '*'] })
  const browser = await chromium.launch({ executablePath, args: switches })
  try {
    console.log(`Chromium ${browser.version()}`)
    await testPages(browser, { pages, server: server.url, open: open.url }, tally)
  } finally {
    await browser.close()
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0) process.exitCode = 1
}

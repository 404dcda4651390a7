/**
 * `npm run test:browser`: pages in the distribution's Chromium against a real server. Names of other
 * machines resolve to this one, so foreign origins and DNS rebinding are real to the browser.
 *
 * With names of areas (`npm run test:browser -- items`), only those are tested.
 */
import { chromium, type Browser } from 'playwright-core'
import { connect, type ConsoleBench } from '../test/browser/console/console-bench.js'
import { testBulk } from '../test/browser/console/bulk.js'
import { testConflict } from '../test/browser/console/conflict.js'
import { testEditItem } from '../test/browser/console/edit-item.js'
import { testForward } from '../test/browser/console/forward.js'
import { testCreateTable } from '../test/browser/console/create-table.js'
import { testFirstRun } from '../test/browser/console/first-run.js'
import { testRecover } from '../test/browser/console/recover.js'
import { testTables } from '../test/browser/console/tables.js'
import { testCollections } from '../test/browser/console/collections.js'
import { testCompare } from '../test/browser/console/compare.js'
import { testFrame } from '../test/browser/console/frame.js'
import { testModels } from '../test/browser/console/models.js'
import { testMetrics } from '../test/browser/console/metrics.js'
import { testImport } from '../test/browser/console/import.js'
import { testItems } from '../test/browser/console/items.js'
import { testMillion } from '../test/browser/console/million.js'
import { testQueryBuilder } from '../test/browser/console/query-builder.js'
import { testReplicas } from '../test/browser/console/replicas.js'
import { testServing } from '../test/browser/console/serving.js'
import { testSettings } from '../test/browser/console/settings.js'
import { testSignIn } from '../test/browser/console/sign-in.js'
import { testPartiql } from '../test/browser/console/partiql.js'
import { testTriggers } from '../test/browser/console/triggers.js'
import { testVectors } from '../test/browser/console/vectors.js'
import { testWatch } from '../test/browser/console/watch.js'
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

/** One row for each part of the console; each gets a server of its own. */
const areas: Readonly<Record<string, AreaTest>> = {
  frame: testFrame,
  collections: testCollections,
  models: testModels,
  items: testItems,
  'query-builder': testQueryBuilder,
  million: testMillion,
  serving: testServing,
  forward: testForward,
  'sign-in': testSignIn,
  settings: testSettings,
  metrics: testMetrics,
  partiql: testPartiql,
  triggers: testTriggers,
  watch: testWatch,
  vectors: testVectors,
  compare: testCompare,
  tables: testTables,
  'create-table': testCreateTable,
  'first-run': testFirstRun,
  recover: testRecover,
  replicas: testReplicas,
  'edit-item': testEditItem,
  conflict: testConflict,
  bulk: testBulk,
  import: testImport,
}

/** What is also tested on a server in IAM mode; other areas have nothing to sign, or start such a server themselves. */
const signedAreas = [
  'collections',
  'items',
  'query-builder',
  'create-table',
  'edit-item',
  'bulk',
  'import',
  'partiql',
  'watch',
  'vectors',
  'models',
  'metrics',
  'recover',
]

/** Each area has a server of its own, so some can be tested at a time. */
const areasAtOnce = 3

const key = { accessKeyId: 'BrowserRoot', secretAccessKey: 'a-secret-of-the-browser-tests' }
const memory = ['--in-memory', '--log-level', 'error']

try {
  await main(requireChromium())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(executablePath: string): Promise<void> {
  const tally = new Tally()
  const browser = await chromium.launch({ executablePath, args: switches })
  const wanted = process.argv.slice(2)
  try {
    console.log(`Chromium ${browser.version()}`)
    if (wanted.length === 0 || wanted.includes('origins')) await testOrigins(browser, tally)
    await testConsole(browser, tally, wanted)
  } finally {
    await browser.close()
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  if (tally.failed > 0 || tally.passed === 0) process.exitCode = 1
}

async function testOrigins(browser: Browser, tally: Tally): Promise<void> {
  await using pages = await startPageServer()
  const app = `http://app.example:${pages.port}`
  await using server = await startServerProcess({ args: [...memory, '--cors-origin', app] })
  await using open = await startServerProcess({ args: [...memory, '--cors-origin', '*'] })
  await testPages(browser, { pages, server: server.url, open: open.url }, tally)
}

type AreaTest = (bench: ConsoleBench) => Promise<void>

async function testConsole(
  browser: Browser,
  tally: Tally,
  wanted: readonly string[],
): Promise<void> {
  const chosen = Object.entries(areas).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )
  const left = chosen.flatMap(([name, test]) => [
    () => testOpen(browser, tally, test),
    ...(signedAreas.includes(name) ? [() => testSigned(browser, tally, test)] : []),
  ])
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next()
  }
  await Promise.all(Array.from({ length: areasAtOnce }, work))
}

async function testOpen(browser: Browser, tally: Tally, test: AreaTest): Promise<void> {
  await using server = await startServerProcess({
    args: [...memory, '--allowed-host', '*.example'],
  })
  const { url } = server
  await test({ browser, url, client: connect(url), tally })
}

async function testSigned(browser: Browser, tally: Tally, test: AreaTest): Promise<void> {
  await using server = await startServerProcess({
    args: [...memory, '--auth', 'iam'],
    env: {
      GRAMME_ROOT_ACCESS_KEY_ID: key.accessKeyId,
      GRAMME_ROOT_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
  })
  const { url } = server
  await test({ browser, url, key, client: connect(url, 'us-east-1', key), tally })
}

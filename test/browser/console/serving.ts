/** How a server serves its console: where it is found, what a browser keeps of it, and what its policy forbids. */
import assert from 'node:assert/strict'
import { startServerProcess } from '../../../scripts/server-process.js'
import { startPageServer } from '../page-server.js'
import { checkPage, type ConsoleBench } from './console-bench.js'

export async function testServing(bench: ConsoleBench): Promise<void> {
  await checkPage(bench, { name: 'is found by the plain address', path: '' }, async (page) => {
    await page.goto(bench.url)
    await page.waitForURL('**/console/us-east-1/tables')
  })

  await checkPage(
    bench,
    { name: 'loads nothing from elsewhere, and its files once', path: '' },
    async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(`${bench.url}/console/settings`)
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      assert.deepEqual(
        asked.filter((address) => !address.startsWith(`${bench.url}/`)),
        [],
      )
      const answer = await page.reload()
      assert.equal(answer!.headers()['cache-control'], 'no-cache')
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      const sent = await page.evaluate<readonly [string, number][]>(transferred)
      assert.ok(sent.length > 0)
      assert.deepEqual(
        sent.filter(([, bytes]) => bytes > 0),
        [],
      )
    },
  )

  await checkPage(
    bench,
    { name: 'paints at once in a browser that has nothing of it', path: '/settings' },
    async (first) => {
      const page = await first.context().newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await page.goto(`${bench.url}/console/us-east-1/tables`)
      await page.getByRole('heading', { name: 'No tables here yet' }).waitFor()
      const usable = Math.round(await page.evaluate<number>('performance.now()'))
      const { painted, bytes } = await page.evaluate<Paint>(paintOf)
      assert.ok(painted > 0)
      // Not asserted: it says more about the machine than about the page.
      console.log(
        `first contentful paint ${painted} ms, first page ${usable} ms, ${bytes} bytes of scripts and styles`,
      )
    },
  )

  await checkPage(
    bench,
    {
      name: 'runs no script and takes no style that is not its own',
      path: '/settings',
      mayBreakPolicy: true,
    },
    async (page) => {
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      const ran = await page.evaluate(intrusion)
      assert.deepEqual(ran, { script: false, style: false, fetched: false })
    },
  )

  await bench.tally.check('console: is shown in no frame of another page', async () => {
    await using pages = await startPageServer()
    const page = await bench.browser.newPage()
    try {
      await page.goto(`http://app.example:${pages.port}/`)
      const refused = page.waitForEvent('console', {
        predicate: (message) => /frame-ancestors|X-Frame-Options/.test(message.text()),
      })
      await page.evaluate(
        `document.body.append(Object.assign(document.createElement('iframe'), { src: '${bench.url}/console/' }))`,
      )
      await refused
    } finally {
      await page.close()
    }
  })

  await bench.tally.check('console: is not there with --no-console', async () => {
    const args = ['--in-memory', '--log-level', 'error', '--no-console']
    await using server = await startServerProcess({ args })
    const page = await bench.browser.newPage()
    try {
      assert.equal((await page.goto(`${server.url}/console/`))!.status(), 404)
      const root = await page.goto(server.url)
      assert.match(await root!.text(), /^healthy: /)
    } finally {
      await page.close()
    }
  })
}

const transferred = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/console/assets/'))
  .map(({ name, transferSize }) => [name, transferSize])`

interface Paint {
  readonly painted: number
  readonly bytes: number
}

/** From the start of the navigation, in milliseconds. */
const paintOf = `(() => {
  const [painted] = performance.getEntriesByName('first-contentful-paint')
  const files = performance.getEntriesByType('resource')
  return {
    painted: Math.round(painted?.startTime ?? 0),
    bytes: files.filter(({ name }) => name.includes('/console/assets/'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
})()`

/** What an attacker would try who has got a piece of HTML into the page. */
const intrusion = `(async () => {
  const script = document.createElement('script')
  script.textContent = 'globalThis.intruded = true'
  document.head.append(script)
  const style = document.createElement('style')
  style.textContent = 'body { outline: 3px dashed red }'
  document.head.append(style)
  const fetched = await fetch('http://app.example:9/').then(() => true, () => false)
  return {
    script: globalThis.intruded === true,
    style: getComputedStyle(document.body).outlineStyle === 'dashed',
    fetched,
  }
})()`

/** What a page in a real browser can do with a server, by where the page comes from. */
import assert from 'node:assert/strict'
import type { Browser, Frame, Page } from 'playwright-core'
import type { Tally } from '../clients/tally.js'
import type { PageServer } from './page-server.js'

export interface Places {
  readonly pages: PageServer
  /** Allows the pages of app.example. */
  readonly server: string
  /** Allows all pages. */
  readonly open: string
}

/** What a page got: a status and a body, or the word that the browser kept it from the page. */
interface Heard {
  readonly status: number | 'blocked'
  readonly body: string
  readonly requestId: string | null
}

interface Call {
  readonly url: string
  readonly operation: string
  readonly input: object
}

const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=beef'

export async function testPages(browser: Browser, places: Places, tally: Tally): Promise<void> {
  const { pages, server, open } = places
  const from = (host: string): string => `http://${host}:${pages.port}/`
  const check = (name: string, address: string, run: (page: Page) => Promise<void>) =>
    tally.check(name, async () => {
      const page = await browser.newPage()
      await page.goto(address)
      await run(page).finally(() => page.close())
    })

  for (const host of ['localhost', '127.0.0.1', 'shop.localhost', 'app.example']) {
    await check(`a page of ${host} creates, writes and reads`, from(host), (page) =>
      usesServer(page, server, `from-${host}`),
    )
  }
  await check('a page of another site is refused', from('evil.example'), (page) =>
    isKeptOut(page.mainFrame(), server),
  )
  await check('it is refused without a preflight', from('evil.example'), (page) =>
    sendsBlindly(page, server),
  )
  await check('it is refused as a form', from('evil.example'), (page) => sendsForm(page, server))
  await check('it is allowed by *', from('evil.example'), (page) => usesServer(page, open, 'open'))
  await check('a sandboxed frame is refused', from('localhost'), async (page) => {
    await isKeptOut(await sandboxedFrame(page), server)
  })
  await check('a page without a site is refused', 'about:blank', (page) =>
    isKeptOut(page.mainFrame(), server),
  )
  const rebound = server.replace('127.0.0.1', 'evil.example')
  await check('a name that was rebound is refused', rebound, (page) => isRefused(page, rebound))
  await check('its health is refused', `${rebound}/health`, (page) => isRefused(page, rebound))
}

async function usesServer(page: Page, url: string, table: string): Promise<void> {
  const key = { TableName: table, Key: { id: { S: 'a' } } }
  const ask = (operation: string, input: object) =>
    send(page.mainFrame(), { url, operation, input })
  const created = await ask('CreateTable', {
    TableName: table,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  assert.equal(created.status, 200, created.body)
  const item = { id: { S: 'a' }, n: { N: '1' } }
  assert.equal((await ask('PutItem', { TableName: table, Item: item })).status, 200)
  const { body, requestId } = await ask('GetItem', key)
  assert.deepEqual(JSON.parse(body), { Item: item })
  assert.match(requestId ?? '', /^[A-Z0-9]{52}$/)
}

const intrusion = {
  TableName: 'intrusion',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}

async function isKeptOut(frame: Frame, url: string): Promise<void> {
  const heard = await send(frame, { url, operation: 'CreateTable', input: intrusion })
  assert.equal(heard.status, 'blocked', heard.body)
  await nothingHappened(url)
}

/** The browser sends such a request at once, and hides the answer. */
async function sendsBlindly(page: Page, url: string): Promise<void> {
  await page.evaluate(([to, body]) => fetch(to, { method: 'POST', mode: 'no-cors', body }), [
    url,
    JSON.stringify(intrusion),
  ] as const)
  await nothingHappened(url)
}

async function sendsForm(page: Page, url: string): Promise<void> {
  await page.setContent(`<form method="post" action="${url}"><button>Send</button></form>`)
  const answered = page.waitForResponse(`${url}/`)
  await page.click('button')
  assert.equal((await answered).status(), 403)
}

async function sandboxedFrame(page: Page): Promise<Frame> {
  await page.setContent('<iframe sandbox="allow-scripts" srcdoc="a frame"></iframe>')
  return page.frames()[1]!
}

/** The page is of the server's own origin as far as the browser knows, so it can read everything. */
async function isRefused(page: Page, url: string): Promise<void> {
  assert.match(await page.innerText('body'), /AccessDeniedException.*--allowed-host evil\.example/)
  const heard = await send(page.mainFrame(), { url, operation: 'CreateTable', input: intrusion })
  assert.equal(heard.status, 403, heard.body)
  await nothingHappened(url.replace('evil.example', '127.0.0.1'))
}

async function nothingHappened(url: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: headersOf('DescribeTable'),
    body: '{"TableName":"intrusion"}',
  })
  assert.match(await answer.text(), /ResourceNotFoundException/)
}

function headersOf(operation: string): Record<string, string> {
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${operation}`,
    'x-amz-date': '20260101T000000Z',
    authorization,
  }
}

function send(frame: Frame, { url, operation, input }: Call): Promise<Heard> {
  return frame.evaluate(
    async ([to, headers, body]) => {
      try {
        const answer = await fetch(to, { method: 'POST', headers, body })
        const requestId = answer.headers.get('x-amzn-requestid')
        return { status: answer.status, body: await answer.text(), requestId }
      } catch {
        return { status: 'blocked' as const, body: '', requestId: null }
      }
    },
    [url, headersOf(operation), JSON.stringify(input)] as const,
  )
}

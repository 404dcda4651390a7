/** The console of a whole server; its pages need not be built. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readOptions } from './options.js'
import { serving } from './serving-suite.js'
import { readVersion } from './version.js'

/** What browsers send with an address that somebody has typed. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const still = { redirect: 'manual' } as const

describe('the console of a server', () => {
  it('knows what to sign for; nothing changes for programs', async () => {
    await serving({ inMemory: true, sharedRegions: true }, async (_client, { address }) => {
      const answer = await fetch(`${address.url}/console/config.json`)
      assert.deepEqual(await answer.json(), {
        auth: 'open',
        version: readVersion(),
        host: `127.0.0.1:${address.port}`,
        endpoint: address.url,
        region: 'us-east-1',
        sharedRegions: true,
      })
      const page = await fetch(`${address.url}/console/us-east-1/tables`, { method: 'HEAD' })
      assert.equal(page.headers.get('x-frame-options'), 'DENY')
      const posted = await fetch(`${address.url}/console/`, { method: 'POST' })
      assert.equal(posted.status, 404)
      const root = await fetch(address.url, { headers: browser, ...still })
      assert.deepEqual([root.status, root.headers.get('location')], [302, '/console/'])
      for (const accept of ['*/*', 'application/json', 'text/plain, text/html']) {
        const alive = await fetch(address.url, { headers: { accept }, ...still })
        assert.equal(await alive.text(), 'healthy: dynamodb.us-east-1.amazonaws.com ')
      }
    })
  })

  it('can be read by no page of another origin', async () => {
    const auth = { auth: 'iam', rootAccessKeyId: 'A'.repeat(20) } as const
    const options = { inMemory: true, ...auth, rootSecretAccessKey: 's'.repeat(40) }
    await serving(options, async (_client, { address }) => {
      const headers = { origin: 'https://evil.example' }
      const answer = await fetch(`${address.url}/console/config.json`, { headers })
      assert.equal(((await answer.json()) as { auth: string }).auth, 'iam')
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin')
    })
  })

  it('can be left out', async () => {
    assert.equal(readOptions({}).noConsole, false)
    await serving({ inMemory: true, noConsole: true }, async (_client, { address }) => {
      assert.equal((await fetch(`${address.url}/console/`)).status, 404)
      const root = await fetch(address.url, { headers: browser, ...still })
      assert.equal(await root.text(), 'healthy: dynamodb.us-east-1.amazonaws.com ')
    })
  })
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { systemRandom } from '../stdx/random.js'
import { consoleSite, type ConsoleConfig, type SiteAnswer } from './console-site.js'

const script = 'export const answer = 42\n'.repeat(50)
const page = '<meta property="csp-nonce" nonce="__NONCE__"><script nonce="__NONCE__"></script>'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gramme-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/main-1a2b.js.gz'), gzipSync(script))
})
after(() => rm(folder, { recursive: true }))

const config: Omit<ConsoleConfig, 'host'> = {
  auth: 'open',
  version: '1.2.3',
  endpoint: 'http://db:8000',
  region: 'us-east-1',
  sharedRegions: false,
}

function ask(path: string, more: { acceptEncoding?: string; ifNoneMatch?: string } = {}) {
  const site = consoleSite({
    folder: pathToFileURL(`${folder}/`),
    random: systemRandom,
    config: (host) => ({ ...config, host }),
  })
  return site({ path, host: 'db:8000', ...more })
}

function header({ headers }: SiteAnswer, name: string): string | undefined {
  const at = headers.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name)
  return at === -1 ? undefined : headers[at + 1]
}

describe('pages of the console', () => {
  for (const path of [
    '/console',
    '/console/',
    '/console/index.html',
    '/console/us-east-1/tables',
    '/console/us-east-1/tables/a.b',
    '/console/us-east-1/tables/%2e%2e/items',
  ]) {
    it(`are one file: ${path}`, async () => {
      const answer = await ask(path)
      assert.equal(answer.status, 200)
      assert.equal(answer.mediaType, 'text/html; charset=utf-8')
      assert.equal(header(answer, 'cache-control'), 'no-cache')
      assert.equal(header(answer, 'etag'), undefined)
    })
  }

  it('allow only styles that have the nonce of this answer', async () => {
    const [first, second] = [await ask('/console/'), await ask('/console/')]
    const nonce = /'nonce-([\w-]{22})'/.exec(header(first, 'content-security-policy')!)![1]!
    assert.equal(first.body.toString(), page.replaceAll('__NONCE__', nonce))
    assert.notEqual(first.body.toString(), second.body.toString())
  })

  it('take nothing from elsewhere, and stand in no frame', async () => {
    const answer = await ask('/console/')
    const policy = header(answer, 'content-security-policy')!.replace(/nonce-[\w-]+/, 'nonce-1')
    assert.equal(
      policy,
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-1'; connect-src 'self'; " +
        "img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.equal(header(answer, 'referrer-policy'), 'no-referrer')
    assert.equal(header(answer, 'x-content-type-options'), 'nosniff')
    assert.equal(header(answer, 'x-frame-options'), 'DENY')
  })
})

describe('files of the console', () => {
  const path = '/console/assets/main-1a2b.js'

  for (const [acceptEncoding, coding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ] as const) {
    it(`are sent as the client takes them: '${acceptEncoding}'`, async () => {
      const answer = await ask(path, { acceptEncoding })
      assert.equal(header(answer, 'content-encoding'), coding)
      assert.equal(header(answer, 'vary'), 'Accept-Encoding')
      assert.equal(answer.mediaType, 'text/javascript; charset=utf-8')
      if (coding === 'gzip') assert.equal(gunzipSync(answer.body).toString(), script)
      if (coding === undefined) assert.equal(answer.body.toString(), script)
    })
  }

  it('are kept for good if they are named after their content', async () => {
    assert.match(header(await ask(path), 'cache-control')!, /immutable/)
    assert.equal(header(await ask('/console/icon.svg'), 'cache-control'), 'no-cache')
  })

  it('are not sent again to who has them', async () => {
    const etags = new Set<string>()
    for (const acceptEncoding of ['br', 'gzip', '']) {
      const etag = header(await ask(path, { acceptEncoding }), 'etag')!
      etags.add(etag)
      const again = await ask(path, { acceptEncoding, ifNoneMatch: `"other", W/${etag}` })
      assert.deepEqual([again.status, again.body.length], [304, 0])
    }
    assert.equal(etags.size, 3)
  })

  it('are read again once they have changed', async () => {
    const site = consoleSite({
      folder: pathToFileURL(`${folder}/`),
      random: systemRandom,
      config: (host) => ({ ...config, host }),
    })
    const read = async () =>
      (await site({ path: '/console/changing.txt', host: '' })).body.toString()
    await writeFile(join(folder, 'changing.txt'), 'one')
    assert.equal(await read(), 'one')
    await writeFile(join(folder, 'changing.txt'), 'three')
    assert.equal(await read(), 'three')
  })

  it('that an older page asks for are missing, not pages', async () => {
    const answer = await ask('/console/assets/main-0000.js')
    assert.equal(answer.status, 404)
    assert.match(answer.body.toString(), /Load the console again/)
  })

  for (const path of [
    '/console/../package.json',
    '/console/assets/../../x.json',
    '/console//etc/x.y',
  ])
    it(`are never outside of their folder: ${path}`, async () => {
      const { mediaType, status } = await ask(path)
      assert.ok(status === 404 || mediaType.startsWith('text/html'))
    })
})

describe('what the console is told', () => {
  it('is whom it has to sign for, and how', async () => {
    const answer = await ask('/console/config.json')
    assert.deepEqual(JSON.parse(answer.body.toString()), { ...config, host: 'db:8000' })
    assert.equal(header(answer, 'cache-control'), 'no-cache')
  })

  it('is how to build it, if it is not', async () => {
    const site = consoleSite({
      folder: pathToFileURL(`${folder}/nothing/`),
      random: systemRandom,
      config: (host) => ({ ...config, host }),
    })
    const answer = await site({ path: '/console/', host: '' })
    assert.equal(answer.status, 404)
    assert.match(answer.body.toString(), /not built: run npm run build:console/)
  })
})

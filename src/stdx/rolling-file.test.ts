import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { until } from '../../test/support/until.js'
import { silentLog, type Log } from './log.js'
import { RollingFile, rolledFiles, type RollingFileOptions } from './rolling-file.js'

describe('a rolling file', () => {
  let folder: string
  let path: string
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (text) => void errors.push(text) }
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-rolling-'))
    path = join(folder, 'a.jsonl')
    errors.length = 0
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const open = (options: Partial<RollingFileOptions> = {}) =>
    new RollingFile({
      ...{
        path,
        bytesMax: 1_000_000,
        filesMax: 2,
        waitingBytesMax: 1_000,
        collectMs: 1,
        retryMs: 5,
      },
      clock: { now: () => 1_700_000_000_000 },
      log,
      gapLine: (dropped) => `${dropped} missing`,
      ...options,
    })
  const content = () => readFile(path, 'utf8')

  it('has all lines in order, and nobody else can read it', async () => {
    const file = open()
    for (let i = 0; i < 5; i++) file.write(`line ${i}`)
    await file.close()
    assert.equal(await content(), 'line 0\nline 1\nline 2\nline 3\nline 4\n')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('loses no line that comes while others are written', async () => {
    const file = open({ waitingBytesMax: 1_000_000 })
    for (let i = 0; i < 300; i++) {
      file.write(`line ${i}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await file.close()
    const lines = (await content()).split('\n')
    assert.deepEqual(
      lines.slice(0, -1),
      Array.from({ length: 300 }, (_, i) => `line ${i}`),
    )
  })

  it('is begun anew when it is full, and keeps the newest, also if the clock stands still', async () => {
    for (let i = 0; i < 5; i++) {
      const file = open({ bytesMax: 10 })
      file.write(`line ${i}`)
      await file.close()
    }
    const full = await rolledFiles(path)
    assert.equal(full.length, 2)
    const texts = await Promise.all([...full, path].map((name) => readFile(name, 'utf8')))
    assert.deepEqual(texts, ['line 2\n', 'line 3\n', 'line 4\n'])
    assert.match(full[0]!, /a-\d{8}T\d{9}Z\.jsonl$/)
    assert.equal((await readdir(folder)).length, 3)
  })

  it('takes a line that fills it to its last byte', async () => {
    for (const line of ['123456', '123']) {
      const file = open({ bytesMax: 11 })
      file.write(line)
      await file.close()
    }
    assert.equal(await content(), '123456\n123\n')
  })

  it('goes on in a new file if somebody moves it', async () => {
    const file = open()
    file.write('first')
    await until(
      () =>
        content().then(
          () => true,
          () => false,
        ),
      () => 'nothing was written',
    )
    await rename(path, join(folder, 'elsewhere'))
    file.write('second')
    await file.close()
    assert.equal(await content(), 'second\n')
  })

  it('keeps what a full disk refuses, drops what is too much, and says so', async () => {
    await symlink('/dev/full', path)
    const file = open({ waitingBytesMax: 20 })
    for (let i = 0; i < 4; i++) file.write(`line ${i}`)
    assert.equal(file.dropped, 2)
    await until(
      () => errors.includes('lines cannot be written: they wait'),
      () => 'no error',
    )
    await unlink(path)
    await file.close()
    assert.equal(await content(), 'line 0\nline 1\n2 missing\n')
    assert.deepEqual(errors, ['lines are dropped', 'lines cannot be written: they wait'])
  })

  it('says at the end what it could not write', async () => {
    await symlink('/dev/full', path)
    const file = open()
    file.write('lost')
    await file.close()
    assert.ok(errors.includes('lines were lost at the end'))
  })
})

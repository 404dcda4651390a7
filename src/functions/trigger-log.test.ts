/** Logs of triggers: lines, rotated when full, limited whatever is written. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { triggerLogBytesMax } from './limits.js'
import { VirtualClock } from '../stdx/clock.js'
import { olderLogFile, TriggerLog } from './trigger-log.js'

let folder = ''

describe('the log of a trigger', () => {
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))))
  after(() => rm(folder, { recursive: true }))

  it('has a line for each printed line, with its time and source', async () => {
    const file = join(folder, 'deep/a.log')
    const log = new TriggerLog(file, new VirtualClock())
    log.write('handler', 'one\ntwo\n')
    log.write('trigger', 'three')
    await log.flush()
    const time = '2026-01-01T00:00:00.000Z'
    const expected = `${time} handler one\n${time} handler two\n${time} trigger three\n`
    assert.equal(await readFile(file, 'utf8'), expected)
  })

  it('is rotated when it is full, and keeps the previous file', async () => {
    const file = join(folder, 'b.log')
    const log = new TriggerLog(file, new VirtualClock())
    for (let written = 0; written < 3 * triggerLogBytesMax; written += 100_000) {
      log.write('handler', 'x'.repeat(100_000))
      await log.flush()
    }
    for (const each of [file, olderLogFile(file)]) {
      assert.ok((await stat(each)).size <= triggerLogBytesMax)
    }
  })

  it('loses lines rather than memory, and says so', async () => {
    const file = join(folder, 'c.log')
    const log = new TriggerLog(file, new VirtualClock())
    for (let i = 0; i < 100; i++) log.write('handler', 'x'.repeat(10_000))
    await log.flush()
    assert.match((await readFile(file, 'utf8')).slice(-50), /\d+ lines were lost\n$/)
  })
})

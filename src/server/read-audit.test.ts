import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { until } from '../../test/support/until.js'
import { followAudit, readAudit } from './read-audit.js'

describe('reading an audit', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-read-audit-'))
    path = join(folder, 'audit.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const full = (second: number) => join(folder, `audit-20260102T03040${second}000Z.jsonl`)

  it('begins with the oldest file', async () => {
    await writeFile(path, 'c\n')
    await writeFile(full(2), 'b\n')
    await writeFile(full(1), 'a\n')
    await writeFile(join(folder, 'audit-notes.jsonl'), 'not one of them\n')
    const lines: string[] = []
    for await (const line of readAudit(path)) lines.push(line)
    assert.deepEqual(lines, ['a', 'b', 'c'])
  })

  it('goes on with what is added, through files that become full', async () => {
    await writeFile(full(1), 'a\n')
    await writeFile(path, 'b\n')
    const stop = new AbortController()
    const lines: string[] = []
    const following = (async () => {
      for await (const line of followAudit(path, stop.signal)) lines.push(line)
    })()
    const seen = (count: number) =>
      until(
        () => lines.length >= count,
        () => lines.join(),
      )
    await seen(2)
    await appendFile(path, 'c\nhalf')
    await seen(3)
    await appendFile(path, ' d\n')
    await rename(path, full(2))
    await writeFile(full(3), 'e\n')
    await writeFile(path, 'f\n')
    await seen(6)
    stop.abort()
    await following
    assert.deepEqual(lines, ['a', 'b', 'c', 'half d', 'e', 'f'])
  })
})

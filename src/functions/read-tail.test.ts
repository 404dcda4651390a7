import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readTail } from './read-tail.js'

describe('the end of files', () => {
  let folder = ''
  let files: readonly string[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gramme-test-'))
    files = [join(folder, 'none'), join(folder, 'older'), join(folder, 'newer')]
    await writeFile(files[1]!, 'a\nb\n')
    await writeFile(files[2]!, 'c\nd\n')
  })
  after(() => rm(folder, { recursive: true }))

  const rows: readonly (readonly [number, number, readonly string[], boolean])[] = [
    [10, 1000, ['a', 'b', 'c', 'd'], false],
    [4, 1000, ['a', 'b', 'c', 'd'], false],
    [3, 1000, ['b', 'c', 'd'], true],
    [10, 7, ['b', 'c', 'd'], true],
    // The line that is cut off is left out.
    [10, 6, ['c', 'd'], true],
    [10, 3, ['d'], true],
  ]
  for (const [linesMax, bytesMax, entries, hasEarlier] of rows) {
    it(`of ${linesMax} lines and ${bytesMax} bytes`, async () => {
      assert.deepEqual(await readTail(files, { linesMax, bytesMax }), { entries, hasEarlier })
    })
  }

  it('is nothing if there are none', async () => {
    const limits = { linesMax: 1, bytesMax: 1 }
    assert.deepEqual(await readTail([files[0]!], limits), { entries: [], hasEarlier: false })
  })
})

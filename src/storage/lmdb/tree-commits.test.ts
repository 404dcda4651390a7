import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withFolder } from './child-process-suite.js'
import { openLmdbDatabase } from './database.js'
import { TreeCommits } from './tree-commits.js'

const refused = new Error('refused')
const refuse = () => {
  throw refused
}

class CountingFile {
  flushes = 0
  fails = false

  async datasync(): Promise<void> {
    this.flushes++
    if (this.fails) throw new Error('EIO')
  }

  async close(): Promise<void> {}
}

function withCommits(
  test: (commits: TreeCommits, file: CountingFile, put: () => Promise<void>) => Promise<void>,
) {
  return withFolder(async (dataDir) => {
    const database = openLmdbDatabase(dataDir, 'relaxed')
    const file = new CountingFile()
    const commits = new TreeCommits(database, file)
    const put = () => commits.commit(() => void database.put(Buffer.of(1), Buffer.of(1)))
    await test(commits, file, put)
    await database.close()
  })
}

describe('the commits of a tree', () => {
  it('are flushed when somebody asks for it', () =>
    withCommits(async (commits, file, put) => {
      await put()
      await put()
      assert.equal(file.flushes, 0)
      await commits.flush()
      assert.equal(file.flushes, 1)
      assert.equal(commits.isUsable, true)
    }))

  it('end for good when a flush fails', () =>
    withCommits(async (commits, file, put) => {
      await put()
      file.fails = true
      const lost = /^StorageError: the database file cannot be flushed$/
      await assert.rejects(commits.flush(), lost)
      // That the next one succeeded would prove nothing.
      file.fails = false
      await assert.rejects(commits.flush(), lost)
      await assert.rejects(put(), lost)
      assert.equal(file.flushes, 1)
      assert.equal(commits.isUsable, false)
    }))

  it('go on after one that failed, once what was committed before is certain', () =>
    withCommits(async (commits, file, put) => {
      await put()
      await assert.rejects(commits.commit(refuse), refused)
      assert.equal(file.flushes, 1)
      await put()
      assert.equal(commits.isUsable, true)
    }))

  it('end after one that failed if that cannot be made certain', () =>
    withCommits(async (commits, file, put) => {
      await put()
      file.fails = true
      await assert.rejects(commits.commit(refuse), refused)
      assert.equal(commits.isUsable, false)
    }))

  it('need nothing if one fails while all before are flushed', () =>
    withCommits(async (commits, file, put) => {
      await put()
      await commits.flush()
      await assert.rejects(commits.commit(refuse), refused)
      assert.equal(file.flushes, 1)
    }))
})

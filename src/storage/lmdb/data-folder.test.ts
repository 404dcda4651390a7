import assert from 'node:assert/strict'
import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { withFolder } from './child-process-suite.js'
import { openLmdbDatabase } from './database.js'

describe('the data folder', () => {
  it('is created for its owner only, with its files', () =>
    withFolder(async (parent) => {
      const dataDir = join(parent, 'a', 'data')
      await openLmdbDatabase(dataDir, 'durable').close()
      assert.equal(modeOf(dataDir), 0o700)
      assert.equal(modeOf(join(dataDir, 'data.mdb')), 0o600)
      assert.equal(modeOf(join(dataDir, 'lock.mdb')), 0o600)
    }))

  it('keeps the mode it has, and so do its files', () =>
    withFolder(async (dataDir) => {
      chmodSync(dataDir, 0o750)
      await openLmdbDatabase(dataDir, 'durable').close()
      chmodSync(join(dataDir, 'data.mdb'), 0o640)
      await openLmdbDatabase(dataDir, 'durable').close()
      assert.equal(modeOf(dataDir), 0o750)
      assert.equal(modeOf(join(dataDir, 'data.mdb')), 0o640)
    }))
})

function modeOf(path: string): number {
  return statSync(path).mode & 0o777
}

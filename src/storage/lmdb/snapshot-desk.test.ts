import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { create, space, write } from '../engine-testing-suite.js'
import { StoreUnusable } from '../errors.js'
import { withFolder } from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { requestSnapshot } from './snapshot-desk.js'

describe('a request to copy a folder', () => {
  it('is withdrawn if no server takes it in time', () =>
    withFolder(async (dataDir) => {
      const asking = requestSnapshot(dataDir, join(dataDir, 'copy'), 1)
      await assert.rejects(asking, (error: unknown) => {
        assert.ok(error instanceof StoreUnusable)
        assert.match(error.message, /does not copy it: it hangs or is of another version\.$/)
        return true
      })
      assert.deepEqual(readdirSync(dataDir), [])
    }))

  it('waits for its copy once it was taken, however long that takes', () =>
    withFolder(async (dataDir) => {
      const engine = await openLmdbEngine({ dataDir, durability: 'relaxed' })
      await write(engine, [create(space)])
      await requestSnapshot(dataDir, join(dataDir, 'copy'))
      assert.ok(existsSync(join(dataDir, 'copy', 'data.mdb')))
      await engine.close()
    }))
})

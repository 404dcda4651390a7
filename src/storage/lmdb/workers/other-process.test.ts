/** The suite of engines on a worker whose owner is in another process, and owners that are killed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { engineSuite } from '../../engine-suite.js'
import { create, get, increment, space, valueOf, write } from '../../engine-testing-suite.js'
import { StorageError } from '../../errors.js'
import { withFolder } from '../child-process-suite.js'
import { openLmdbEngine } from '../lmdb-engine.js'
import { openOwnedElsewhere } from './worker-process-suite.js'

engineSuite(
  'lmdb, a worker of another process',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme.test-'))
    const open = async () => {
      const { engine, ended } = await openOwnedElsewhere(dataDir)
      const close = engine.close.bind(engine)
      let closing: Promise<void> | undefined
      engine.close = () =>
        (closing ??= close()
          .then(() => ended)
          .then(requireCleanEnd))
      return engine
    }
    return { open, remove: () => rm(dataDir, { recursive: true }) }
  },
  { persistence: true, order: true, readsNow: true, replacesAll: false },
)

function requireCleanEnd({ code, errors }: { code: number | null; errors: string }): void {
  assert.equal(code, 0, errors)
}

describe('an owner that is killed', () => {
  it('fails what it has not answered, loses nothing that it has, and leaves a sound folder', () =>
    withFolder(async (dataDir) => {
      const { engine, owner, ended } = await openOwnedElsewhere(dataDir)
      await write(engine, [create(space)])
      let acknowledged = 0
      const clients = Array.from({ length: 8 }, async () => {
        for (;;) acknowledged = Math.max(acknowledged, await increment(engine, 'n'))
      })
      const failed = Promise.allSettled(clients)
      while (acknowledged < 200) await new Promise(setImmediate)
      owner.kill('SIGKILL')
      for (const outcome of await failed) {
        assert.ok(outcome.status === 'rejected' && isUnavailable(outcome.reason))
      }
      await ended
      await assert.rejects(engine.read([get('n')]), isUnavailable)
      await assert.rejects(increment(engine, 'n'), isUnavailable)
      await engine.close()
      const after = await openLmdbEngine({ dataDir, durability: 'relaxed', checkWhole: true })
      const stored = Number(await valueOf(after, 'n'))
      assert.ok(stored >= acknowledged && stored <= acknowledged + 8, `${stored}, ${acknowledged}`)
      await after.close()
    }))
})

function isUnavailable(error: unknown): boolean {
  return error instanceof StorageError && error.kind === 'unavailable'
}

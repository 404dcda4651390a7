/** The suite of engines on a worker whose owner is in the same process, which is fast. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineSuite } from '../../engine-suite.js'
import { openWithOwner } from './in-process-suite.js'

engineSuite(
  'lmdb, a worker',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme.test-'))
    return {
      open: () => openWithOwner({ dataDir, durability: 'relaxed' }),
      remove: () => rm(dataDir, { recursive: true }),
    }
  },
  { persistence: true, order: true, readsNow: true, replacesAll: false },
)

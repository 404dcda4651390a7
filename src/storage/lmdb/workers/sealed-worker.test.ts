/** Encryption at rest over workers: the suite of sealed engines, and keys that two workers share. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealedEngineSuite } from '../../sealed/sealed-suite.js'
import { openWithOwner } from './in-process-suite.js'

sealedEngineSuite(
  'lmdb, a worker',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-sealed-'))
    return {
      open: () => openWithOwner({ dataDir, durability: 'relaxed' }),
      remove: () => rm(dataDir, { recursive: true }),
    }
  },
  { persistence: true, order: true, readsNow: false, replacesAll: false },
)

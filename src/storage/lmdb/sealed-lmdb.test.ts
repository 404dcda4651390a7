import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealedEngineSuite } from '../sealed/sealed-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'

sealedEngineSuite(
  'lmdb',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gramme-sealed-'))
    return {
      open: () => openLmdbEngine({ dataDir, durability: 'relaxed' }),
      remove: () => rm(dataDir, { recursive: true }),
    }
  },
  { persistence: true, order: true, readsNow: false, replacesAll: false },
)

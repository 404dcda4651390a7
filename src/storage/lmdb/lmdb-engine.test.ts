import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineSuite } from '../engine-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'

for (const durability of ['durable', 'relaxed'] as const) {
  engineSuite(
    `lmdb, ${durability}`,
    async () => {
      // The dot is on purpose: LMDB would treat such a path as a file.
      const dataDir = await mkdtemp(join(tmpdir(), 'gramme.test-'))
      return {
        open: () => openLmdbEngine({ dataDir, durability }),
        remove: () => rm(dataDir, { recursive: true }),
      }
    },
    { persistence: true, order: true },
  )
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineSuite } from '../engine-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'
import type { LmdbOptions } from './lmdb-store.js'

/** So that nearly every group finds parts of what it reads in both layers and in the tree. */
const tinyLog = {
  fileBytesMax: 16_384,
  fileChangesMax: 5,
  applyDelayMs: 1,
  applyChangesMax: 3,
  hurriedChangesMax: 3,
}

const kinds: Readonly<Record<string, Omit<LmdbOptions, 'dataDir'>>> = {
  durable: { durability: 'durable' },
  relaxed: { durability: 'relaxed' },
  'with a tiny log': { durability: 'durable', logLimits: tinyLog },
  'without a log': { durability: 'relaxed', straight: true },
}

for (const [name, options] of Object.entries(kinds)) {
  engineSuite(
    `lmdb, ${name}`,
    async () => {
      // The dot is on purpose: LMDB would treat such a path as a file.
      const dataDir = await mkdtemp(join(tmpdir(), 'gramme.test-'))
      return {
        open: () => openLmdbEngine({ dataDir, ...options }),
        remove: () => rm(dataDir, { recursive: true }),
      }
    },
    { persistence: true, order: true, readsNow: true, replacesAll: true },
  )
}

import { describe, it } from 'node:test'
import { fuzzSignatures } from './signatures.fuzz.js'
import { verifierAt } from './sigv4-suite.js'

describe('pieces of signatures', () => {
  const seeds =
    process.env['GRAMME_SEED'] === undefined ? [1, 2, 3] : [Number(process.env['GRAMME_SEED'])]
  for (const seed of seeds) {
    it(`are refused, seed ${seed}`, () =>
      fuzzSignatures(seed, 2_000, verifierAt('2026-01-01T00:00:00Z')))
  }
})

import { engineSuite } from '../engine-suite.js'
import { MemoryEngine } from './memory-engine.js'

engineSuite(
  'memory',
  async () => ({ open: async () => new MemoryEngine(), remove: async () => {} }),
  { persistence: false, order: true, readsNow: true, replacesAll: true },
)

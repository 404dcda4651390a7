import { MemoryEngine } from '../memory/memory-engine.js'
import { sealedEngineSuite } from './sealed-suite.js'

sealedEngineSuite(
  'memory',
  async () => ({ open: async () => new MemoryEngine(), remove: async () => {} }),
  { persistence: false, order: true, readsNow: false, replacesAll: false },
)

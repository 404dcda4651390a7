import { systemClock } from '../stdx/clock.js'
import { MemoryObjectStore } from './memory-store.js'
import { objectStoreSuite } from './object-store-suite.js'

objectStoreSuite('memory', async () => ({
  store: new MemoryObjectStore(systemClock),
  remove: async () => undefined,
}))

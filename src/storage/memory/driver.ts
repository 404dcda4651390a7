/** Memory: the data is gone when the server stops. */
import type { EngineDriver } from '../driver.js'

const pools = { reason: 'only PostgreSQL has connection pools' }

export const memoryDriver: EngineDriver = {
  name: 'memory',
  title: 'the memory engine',
  form: 'memory',
  keepsFolder: false,
  isRemote: false,
  // A folder is accepted: programs keep one set of options and flip the switch.
  refuses: { readPool: pools, writePool: pools },
  claims: (address) => address === 'memory',
  place: () => 'in memory only, gone when the server stops',
  subject: () => 'The store in memory',
  async open() {
    const { MemoryEngine } = await import('./memory-engine.js')
    return new MemoryEngine()
  },
}

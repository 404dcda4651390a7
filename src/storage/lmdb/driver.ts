/** LMDB: the data is in a folder of this machine, used by one server at a time. */
import type { EngineDriver } from '../driver.js'

const pools = { reason: 'only PostgreSQL has connection pools' }

export const lmdbDriver: EngineDriver = {
  name: 'lmdb',
  title: 'LMDB',
  form: 'lmdb',
  keepsFolder: true,
  isRemote: false,
  refuses: { readPool: pools, writePool: pools },
  claims: (address) => address === 'lmdb',
  place: ({ dataDir }) => dataDir,
  subject: ({ dataDir }) => `The data folder ${dataDir}`,
  async open({ dataDir, durability, groupMutationsMax, checkWhole }, watch) {
    const { openLmdbEngine } = await import('./lmdb-engine.js')
    return openLmdbEngine({ dataDir, durability, groupMutationsMax, checkWhole, watch })
  },
}

import { postgresDatabase } from '../../../test/support/postgres.js'
import { engineSuite } from '../engine-suite.js'
import { openPostgresEngine } from './postgres-engine.js'
import { readPostgresUrl } from './url.js'

for (const isolation of ['read-committed', 'serializable'] as const) {
  engineSuite(
    `postgres (${isolation})`,
    async () => {
      const database = await postgresDatabase()
      return {
        open: () => openPostgresEngine({ ...readPostgresUrl(database.url), isolation }),
        remove: () => database.remove(),
      }
    },
    { persistence: true, order: false, readsNow: false, replacesAll: false },
  )
}

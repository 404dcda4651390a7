import { postgresDatabase } from '../../../test/support/postgres.js'
import { sealedEngineSuite } from '../sealed/sealed-suite.js'
import { openPostgresEngine } from './postgres-engine.js'
import { readPostgresUrl } from './url.js'

sealedEngineSuite(
  'postgres',
  async () => {
    const database = await postgresDatabase()
    return {
      open: () => openPostgresEngine(readPostgresUrl(database.url)),
      remove: () => database.remove(),
    }
  },
  { persistence: true, order: false, readsNow: false, replacesAll: false },
)

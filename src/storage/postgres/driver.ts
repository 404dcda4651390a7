/** PostgreSQL: the data is in a database that any number of servers may share. */
import type { EngineDriver } from '../driver.js'

export const postgresDriver: EngineDriver = {
  name: 'postgres',
  title: 'PostgreSQL',
  form: 'postgres://…',
  keepsFolder: false,
  isRemote: true,
  refuses: {
    dataDir: { reason: 'the data is in the database' },
    groupMutationsMax: { reason: 'PostgreSQL groups commits itself' },
    durability: { value: 'relaxed', reason: 'set synchronous_commit there instead' },
  },
  claims: (address) => /^postgres(?:ql)?:\/\/./.test(address),
  place: ({ engine }) => placeOf(engine),
  subject: ({ engine }) => `The PostgreSQL ${placeOf(engine)}`,
  async open({ engine, readPool, writePool }) {
    const { openPostgresEngine } = await import('./postgres-engine.js')
    const { readPostgresUrl } = await import('./url.js')
    const address = readPostgresUrl(engine)
    return openPostgresEngine({
      ...address,
      readPool: readPool ?? address.readPool,
      writePool: writePool ?? address.writePool,
    })
  },
}

/** "database shop on db1:5432, db2:5432". */
function placeOf(address: string): string {
  // Everything up to the last at sign may be a password that was not escaped.
  const [, rest = ''] = /^[a-z]+:\/\/(?:.*@)?(.*)$/s.exec(address.replace(/\?.*$/s, '')) ?? []
  const [hosts = '', database = ''] = rest.split('/')
  const where = hosts === '' ? 'the default host' : hosts.split(',').join(', ')
  return `${database === '' ? 'the default database' : `database ${database}`} on ${where}`
}

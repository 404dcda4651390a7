/** Another session's lock on the relation that holds items: writes wait for it, reads do not. */
import postgres from 'postgres'

/** Holds the lock until `done` resolves. */
export async function holdLock(url: string, done: () => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const relation = await itemRelation(sql)
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`LOCK TABLE ${relation} IN EXCLUSIVE MODE`)
      await done()
    })
  } finally {
    await sql.end()
  }
}

/** The relation of the table itself: those of its indexes have longer names that start with it. */
async function itemRelation(sql: postgres.Sql): Promise<string> {
  const found = await sql<{ tablename: string }[]>`
    SELECT tablename FROM pg_tables WHERE schemaname = 'gramme' AND tablename LIKE 'gramme%test%'
    ORDER BY length(tablename) LIMIT 1`
  if (found[0] === undefined) throw new Error('no relation is named after the table of the test')
  return `gramme."${found[0].tablename}"`
}

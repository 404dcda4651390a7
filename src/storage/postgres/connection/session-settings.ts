/**
 * The settings of every connection: the database's own deadlines, isolation and plans.
 *
 * A client sends them when it connects. Poolers such as PgBouncer refuse or drop them, since a
 * connection of theirs serves many clients. So behind a pooler they are settings of the role, which
 * every connection of that role has, whoever uses it; the engine checks them when it opens.
 */
import { StoreUnusable } from '../../errors.js'
import type { PostgresSettings } from '../options.js'
import { dialectOf } from './dialect.js'
import { quoteName, readText, type RunStatement } from './sql-text.js'

/** What a client sends when it connects. */
export function settingsToSend(options: PostgresSettings): Record<string, string> {
  const name = { application_name: options.applicationName }
  return options.pooler === undefined ? { ...name, ...sessionSettings(options) } : name
}

function sessionSettings(options: PostgresSettings): Readonly<Record<string, string>> {
  const { statementTimeoutMs, lockTimeoutMs, idleTransactionTimeoutMs, isolation } = options
  return {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
    default_transaction_isolation: isolation === 'serializable' ? 'serializable' : 'read committed',
    bytea_output: 'hex',
    ...dialectOf(isolation).session,
  }
}

/** Throws `StoreUnusable` if the settings are not in effect. */
export async function requireSessionSettings(
  run: RunStatement,
  options: PostgresSettings,
  where: string,
): Promise<void> {
  // Other databases may write their settings differently, and get them without a pooler.
  if (options.isolation === 'serializable' && options.pooler === undefined) return
  const rows = await run({ text: 'SELECT name, setting FROM pg_settings', parameters: [] })
  const found = new Map(rows.map(([name, setting]) => [readText(name), readText(setting)]))
  const missing = Object.entries(sessionSettings(options)).filter(
    ([name, value]) => found.get(name) !== value,
  )
  if (missing.length === 0) return
  if (options.pooler === undefined) throw unnamedPooler(where)
  const role = `ALTER ROLE ${quoteName(options.user)} IN DATABASE ${quoteName(options.database)}`
  const statements = missing.map(([name, value]) => `${role} SET ${name} = '${value}';`)
  throw new StoreUnusable(
    `${where} is used through a pooler, and its role lacks settings: run the following, then RECONNECT in the pooler. ` +
      statements.join(' '),
  )
}

/** For a pooler that the address does not mention. */
export function unnamedPooler(where: string): StoreUnusable {
  return new StoreUnusable(
    `${where} is behind a pooler that drops the settings of a session: add pooler=transaction or pooler=session to its address.`,
  )
}

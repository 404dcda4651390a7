/**
 * Several statements as one transaction, on one connection.
 *
 * The session's pool has exactly one connection. If it breaks between two statements, the next one
 * would be sent on a new connection outside the transaction, so each statement first checks whether
 * the connection was lost since the beginning. Nothing can be lost between that check and the
 * sending: no event is handled in between.
 */
import { failureOf, StatementFailure } from './failures.js'
import type { Pool } from './connections.js'
import type { SqlRow, SqlStatement } from './sql-text.js'

export class Session {
  readonly #pool: Pool
  #lostBefore = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The first statements are sent together with BEGIN. If `work` throws, everything is undone. */
  async transaction<T>(
    first: readonly string[],
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    await this.#begin(first)
    let result: T
    try {
      result = await work(this)
    } catch (error) {
      await this.#rollBack()
      throw error
    }
    await this.#commit()
    return result
  }

  async #begin(first: readonly string[]): Promise<void> {
    this.#lostBefore = this.#pool.lost
    try {
      await this.#pool.run({ text: ['BEGIN', ...first].join('; '), parameters: [] })
    } catch (error) {
      await this.#rollBack()
      throw error
    }
    // Reconnecting counts the previous connection as lost, which does not affect this transaction.
    this.#lostBefore = this.#pool.lost
  }

  run(statement: SqlStatement): Promise<readonly SqlRow[]> {
    this.#requireConnection()
    return this.#pool.run(statement).catch((error: unknown) => {
      throw beforeCommit(error)
    })
  }

  async #commit(): Promise<void> {
    this.#requireConnection()
    await this.#pool.run({ text: 'COMMIT', parameters: [] })
  }

  /** A lost connection has already been rolled back by the server. */
  async #rollBack(): Promise<void> {
    if (this.#pool.lost !== this.#lostBefore) return
    await this.#pool.run({ text: 'ROLLBACK', parameters: [] }).catch(() => undefined)
  }

  #requireConnection(): void {
    if (this.#pool.lost === this.#lostBefore) return
    throw new StatementFailure('unreachable', 'the connection was lost', 'CONNECTION_CLOSED')
  }
}

/** Without a COMMIT, a lost connection had no effect. */
function beforeCommit(error: unknown): StatementFailure {
  const failure = failureOf(error, true)
  if (failure.kind !== 'lost') return failure
  return new StatementFailure('unreachable', failure.message, failure.code, failure)
}

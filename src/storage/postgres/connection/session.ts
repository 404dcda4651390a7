/**
 * Several statements as one transaction, on a connection of its own.
 *
 * The connection's pool has room for exactly one. Should the connection break between two statements,
 * the next would start a new one outside the transaction, so each first looks whether any was lost
 * since the beginning. Nothing can be lost between that look and the sending: no event is handled
 * in between.
 */
import { failureOf, StatementFailure } from './failures.js'
import type { Pool } from './connections.js'
import type { Row, Statement } from './sql-text.js'

export class Session {
  readonly #pool: Pool
  #lostBefore = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The first statements travel together with BEGIN. What `work` throws undoes everything. */
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
    // Connecting anew loses the connection before, which had nothing to do with this.
    this.#lostBefore = this.#pool.lost
  }

  run(statement: Statement): Promise<readonly Row[]> {
    this.#requireConnection()
    return this.#pool.run(statement).catch((error: unknown) => {
      throw beforeCommit(error)
    })
  }

  async #commit(): Promise<void> {
    this.#requireConnection()
    await this.#pool.run({ text: 'COMMIT', parameters: [] })
  }

  /** A connection that is gone has rolled back by itself. */
  async #rollBack(): Promise<void> {
    if (this.#pool.lost !== this.#lostBefore) return
    await this.#pool.run({ text: 'ROLLBACK', parameters: [] }).catch(() => undefined)
  }

  #requireConnection(): void {
    if (this.#pool.lost === this.#lostBefore) return
    throw new StatementFailure('unreachable', 'the connection was lost', 'CONNECTION_CLOSED')
  }
}

/** Without a COMMIT a lost connection has had no effect. */
function beforeCommit(error: unknown): StatementFailure {
  const failure = failureOf(error, true)
  if (failure.kind !== 'lost') return failure
  return new StatementFailure('unreachable', failure.message, failure.code, failure)
}

/**
 * Ends the sessions of servers that stopped in the middle of sending a statement.
 *
 * A suspended process or a frozen machine may leave half a statement behind. PostgreSQL reads on for the rest and
 * keeps the locks that the transaction has: while it reads a message, neither the timeout of statements nor
 * that of idle transactions ends it. So whoever has waited for a lock in vain looks for such sessions. Nothing
 * acknowledged is lost with them, since their transaction cannot have been committed.
 */
import type { RunStatement } from './sql-text.js'

export class HalfSent {
  readonly #run: RunStatement
  readonly #text: string | undefined
  #isEnding = false

  /** Without a text, the database has no such sessions. */
  constructor(run: RunStatement, text: string | undefined) {
    this.#run = run
    this.#text = text
  }

  /** Once at a time. If it fails, the next one who waits in vain tries again. */
  end(): void {
    if (this.#text === undefined || this.#isEnding) return
    this.#isEnding = true
    void this.#run({ text: this.#text, parameters: [] })
      .catch(() => undefined)
      .finally(() => (this.#isEnding = false))
  }
}

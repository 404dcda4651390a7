/**
 * What clients did and saw, with the moments of their requests and answers.
 *
 * All clients are in one process, so a counter of events is a clock without ties: if one answer
 * came before another request was sent, its number is smaller.
 */
export interface Entry<Operation> {
  readonly operation: Operation
  readonly invokedAt: number
  readonly returnedAt: number
}

export class History<Operation> {
  readonly entries: Entry<Operation>[] = []
  #events = 0

  /** A moment after everything so far. */
  moment(): number {
    return this.#events++
  }

  /**
   * Runs a request and records the operations it amounts to: none if it had no effect and saw
   * nothing, several if it only promises that each of them is correct (a page of a Query).
   */
  async record(request: () => Promise<readonly Operation[]>): Promise<void> {
    const invokedAt = this.#events++
    const operations = await request()
    const returnedAt = this.#events++
    for (const operation of operations) this.entries.push({ operation, invokedAt, returnedAt })
  }
}

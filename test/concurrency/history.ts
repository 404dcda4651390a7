/**
 * What clients did and saw, with when they asked and when they were answered.
 *
 * All clients live in one process, so a counter of events is a clock that never ties: if one answer
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

  /**
   * Runs a request and records what it came to: nothing if it had no effect and saw nothing, several
   * operations if it promises no more than each of them alone (a page of a Query).
   */
  async record(request: () => Promise<readonly Operation[]>): Promise<void> {
    const invokedAt = this.#events++
    const operations = await request()
    const returnedAt = this.#events++
    for (const operation of operations) this.entries.push({ operation, invokedAt, returnedAt })
  }
}

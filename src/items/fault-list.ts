/** What is wrong with a table: the first faults in words, the others counted. */
export const faultsShownMax = 20

export class FaultList {
  readonly #subject: string
  readonly #shown: string[] = []
  #count = 0

  /** `subject` begins the sentence about the faults that are not shown. */
  constructor(subject: string) {
    this.#subject = subject
  }

  add(faults: readonly string[]): void {
    this.#count += faults.length
    this.#shown.push(...faults.slice(0, faultsShownMax - this.#shown.length))
  }

  sentences(): readonly string[] {
    const more = this.#count - this.#shown.length
    return more === 0 ? this.#shown : [...this.#shown, `${this.#subject}: ${more} more faults`]
  }
}

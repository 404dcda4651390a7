/** Steps that are taken one after the other, in the order in which they were asked for. One that fails stops no other. */
export class Line {
  #last: Promise<unknown> = Promise.resolve()

  step<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}

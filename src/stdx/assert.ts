/**
 * Assertions state what must hold if our own code is right. A failure is a bug of ours, never an
 * answer to a request: the request gets a 500 and the log gets the facts.
 */
export class AssertionError extends Error {
  override readonly name = 'AssertionError'
  readonly facts: Readonly<Record<string, unknown>>

  constructor(message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.facts = facts
  }
}

export function assert(
  condition: unknown,
  message: string,
  facts?: Readonly<Record<string, unknown>>,
): asserts condition {
  if (!condition) throw new AssertionError(message, facts)
}

/** The default of an exhaustive switch: reaching it means a case was added and forgotten. */
export function unreachable(value: never): never {
  throw new AssertionError('unreachable case', { value })
}

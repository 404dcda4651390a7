/** A command was used wrongly. The message is one sentence for the person who used it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

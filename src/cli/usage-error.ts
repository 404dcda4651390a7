/** The command was not given as it must be. The message is one sentence for the person who gave it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

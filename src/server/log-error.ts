/**
 * An error as a value that JSON can hold: its type, its message and stack followed by those of its
 * causes, and its own fields.
 */

/** A chain of causes can be a circle. */
const causesMax = 8

export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const causes = causesOf(error)
  return {
    type: error.constructor.name,
    message: [error, ...causes].map((each) => each.message).join(': '),
    stack: [error, ...causes].map((each) => each.stack).join('\ncaused by: '),
    ...(error instanceof AggregateError && { aggregateErrors: error.errors.map(describeError) }),
    ...ownFields(error),
  }
}

function causesOf(error: Error): readonly Error[] {
  const causes: Error[] = []
  for (let at = error.cause; at instanceof Error && causes.length < causesMax; at = at.cause) {
    causes.push(at)
  }
  return causes
}

function ownFields(error: Error): Readonly<Record<string, unknown>> {
  const fields = Object.entries(error).filter(([name]) => name !== 'cause')
  return Object.fromEntries(fields.map(([name, value]) => [name, describeError(value)]))
}

/**
 * Judged differences, as data: each says which answers differ and why ours stays as it is. What no
 * judgement matches is printed and fails the command.
 */
import type { Difference } from './difference.js'
import type { Request } from './request.js'

export interface Judgement {
  /** Whose fault it is and how that is known. */
  readonly reason: string
  /** By default all. */
  readonly operations?: readonly string[]
  /** What of the difference it matches; an absent pattern matches everything. */
  readonly at?: RegExp
  readonly request?: RegExp
  readonly ours?: RegExp
  readonly theirs?: RegExp
}

export function judgementOf(
  difference: Difference,
  judged: readonly Judgement[],
): Judgement | undefined {
  return judged.find((each) => matches(difference, each))
}

export function isAvoided(request: Request, avoided: readonly Judgement[]): boolean {
  const difference = { request, at: '', ours: '', theirs: '' }
  return avoided.some((each) => matches(difference, each))
}

function matches({ request, at, ours, theirs }: Difference, judgement: Judgement): boolean {
  const { operations } = judgement
  if (operations !== undefined && !operations.includes(request.operation)) return false
  const pairs = [
    [judgement.at, at],
    [judgement.request, JSON.stringify(request.input)],
    [judgement.ours, ours],
    [judgement.theirs, theirs],
  ] as const
  return pairs.every(([pattern, text]) => pattern === undefined || pattern.test(text))
}

/** Where two normalised answers differ, place by place. */
import type { Normal } from './normalise.js'
import type { Request } from './request.js'

export interface Difference {
  readonly request: Request
  /** `error`, `outcome` if only one of them is an error, or a path into the answer. */
  readonly at: string
  readonly ours: string
  readonly theirs: string
}

export function differencesOf(
  request: Request,
  ours: Normal,
  theirs: Normal,
): readonly Difference[] {
  const told = (at: string, a: unknown, b: unknown): Difference => {
    return { request, at, ours: textOf(a), theirs: textOf(b) }
  }
  if (ours.kind === 'error' && theirs.kind === 'error') {
    if (ours.text !== theirs.text) return [told('error', ours.text, theirs.text)]
  } else if (ours.kind !== theirs.kind) {
    return [told('outcome', outcomeOf(ours), outcomeOf(theirs))]
  }
  return [...places('', ours.body, theirs.body)].map(([at, a, b]) => told(at, a, b))
}

const outcomeOf = (normal: Normal): unknown => (normal.kind === 'error' ? normal.text : normal.body)

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

type Place = readonly [at: string, ours: unknown, theirs: unknown]

function* places(at: string, ours: unknown, theirs: unknown): Generator<Place> {
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return
  if (!isComparable(ours, theirs)) {
    yield [at, ours, theirs]
    return
  }
  const names = new Set([...Object.keys(ours as object), ...Object.keys(theirs as object)])
  for (const name of names) {
    const [a, b] = [ours, theirs].map((side) => (side as Record<string, unknown>)[name])
    yield* places(at === '' ? name : `${at}.${name}`, a, b)
  }
}

/** Lists are compared member by member only if they are equally long. */
function isComparable(ours: unknown, theirs: unknown): boolean {
  if (Array.isArray(ours) || Array.isArray(theirs)) {
    return Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length
  }
  return [ours, theirs].every((side) => typeof side === 'object' && side !== null)
}
